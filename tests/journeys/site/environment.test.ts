/** Browsers that know less than the site's makers have: no time zone of their own, or not the site's. */
import { beforeAll, describe, expect, it } from 'vitest';
import { beforeTests } from '../../fixtures/before-tests.ts';
import { ownBrowserSite, type Visitor } from '../../fixtures/browser/browser.ts';
import { anOperator } from '../../fixtures/browser/console.ts';
import { aKnownFan, signInAtProvider } from '../../fixtures/browser/provider.ts';
import { someNews } from '../../fixtures/site/news.ts';
import { aContest } from '../../fixtures/voting/contests.ts';

const site = ownBrowserSite();
let artist = 0;

beforeAll(async () => {
	const contest = await aContest(site.owner, 'november', { tab: 'solo' });
	artist = contest.artistIds[0] ?? 0;
	await someNews(site.owner, ['A first piece']);
});

const PAGES = () => [
	'/',
	'/leader-board?sub_tab=champion',
	'/news',
	`/artist/${artist}`,
	'/transparency',
	'/store',
	'/leader-board',
];

/** Makes the browser forget time zones, and tell another one as its own. Runs in the page. */
function forgetZones({ unknown, own }: { unknown: string; own: string | null }): void {
	const Real = Intl.DateTimeFormat;
	const check = (options?: Intl.DateTimeFormatOptions) => {
		if (options?.timeZone === unknown) throw new RangeError(`Invalid time zone specified: ${unknown}`);
	};
	Intl.DateTimeFormat = new Proxy(Real, {
		construct(target, [locales, options]) {
			check(options);
			return new target(locales, options);
		},
		apply(target, _this, [locales, options]) {
			check(options);
			return target(locales, options);
		},
	});
	const { resolvedOptions } = Real.prototype;
	Real.prototype.resolvedOptions = function told() {
		const options = resolvedOptions.call(this);
		return own === null ? options : ({ ...options, timeZone: own === '' ? undefined : own } as typeof options);
	};
}

const shown = async (visitor: Visitor, path: string, way: 'open' | 'goTo' = 'open') => {
	const { page, complaints } = visitor;
	await visitor[way](path);
	await page.locator('h1').first().waitFor();
	expect(await page.getByText('could not be shown').count()).toBe(0);
	expect(complaints.splice(0)).toEqual([]);
};

/** Each sees its half of the pages. */
it.each([
	['Etc/Unknown', 0],
	['', 1],
])('a device whose zone is %j shows pages and the console’s forms without a time of its own', async (own, half) => {
	const visitor = await anOperator(site, 'owner');
	const { page, context } = visitor;
	await context.addInitScript(forgetZones, { unknown: own, own });
	for (const path of [...PAGES().filter((_, index) => index % 2 === half), '/leader-board']) await shown(visitor, path);
	await page.getByText(/KST$/).first().waitFor();
	expect(await page.getByText('your time').count()).toBe(0);
	await shown(visitor, '/console/news/new');
	await page.getByLabel('Published').fill('2031-05-17T10:30');
	expect(await page.getByText('on your clock').count()).toBe(0);
	expect(visitor.complaints).toEqual([]);
});

it('a device whose language is no tag draws the console', async () => {
	const operator = await anOperator(site, 'owner');
	for (const language of ['en-US@posix', 'ko_KR', '']) {
		await operator.context.addInitScript((own) => {
			Object.defineProperty(Navigator.prototype, 'language', { configurable: true, get: () => own });
		}, language);
		await shown(operator, '/console');
		await operator.page.locator('.votes-plot canvas').waitFor();
	}
});

it('a browser that does not know the site’s zone shows every page and the console, in UTC and saying so', async () => {
	const visitor = await anOperator(site, 'owner');
	await visitor.context.addInitScript(forgetZones, { unknown: 'Asia/Seoul', own: null });
	for (const path of PAGES()) await shown(visitor, path);
	await visitor.page.getByText(/UTC$/).first().waitFor();
	for (const page of ['', '/news/new', '/rankings/new', '/incidents/new', '/votes/november'])
		await shown(visitor, `/console${page}`);
});

/** What browsers refuse on access (cookies blocked, private windows) or do not have (older ones, apps' own browsers). */
const STORES = [
	['localStorage', 'indexedDB', 'BroadcastChannel'],
	['sessionStorage', 'caches'],
] as const;
/** Two halves, each of things that no part of the site takes for each other. */
const OTHERS = [
	['Notification', 'navigator.locks', 'navigator.share', 'navigator.storage', 'crypto.subtle'],
	[
		'requestIdleCallback',
		'navigator.serviceWorker',
		'navigator.clipboard',
		'navigator.connection',
		'crypto.randomUUID',
		'Intl.DisplayNames',
	],
] as const;
const ALL = [...STORES.flat(), ...OTHERS.flat()];

/** Runs in the page. */
function refuse({ refused, lacking }: { refused: readonly string[]; lacking: readonly string[] }): void {
	for (const path of [...refused, ...lacking]) {
		const parts = path.split('.');
		const name = parts.pop() ?? '';
		const holder = parts.length === 0 ? globalThis : (Reflect.get(globalThis, parts[0] ?? '') as object | undefined);
		if (!holder) continue;
		const get = () => {
			throw new DOMException('The operation is insecure.', 'SecurityError');
		};
		for (let owner: object | null = holder; owner; owner = Reflect.getPrototypeOf(owner)) {
			Reflect.deleteProperty(owner, name);
		}
		if (refused.includes(path)) Object.defineProperty(holder, name, { configurable: true, get });
	}
}

describe('a browser', () => {
	const visitor = beforeTests(() => site.visitor());

	it.each<readonly [refused: readonly string[], lacking: readonly string[]]>([
		[STORES[0], [...STORES[1], ...OTHERS[0]]],
		[STORES[1], [...STORES[0], ...OTHERS[1]]],
		[STORES.flat(), []],
		[[], ALL],
	])('that refuses %j and lacks %j shows its pages', async (refused, lacking) => {
		await using _ = await visitor.context.addInitScript(refuse, { refused, lacking });
		for (const [index, path] of PAGES().entries()) await shown(visitor, path, index === 0 ? 'open' : 'goTo');
	});

	it('that keeps nothing lets a fan sign in and vote', async () => {
		const { page, context, open } = await site.visitor();
		await context.addInitScript(refuse, { refused: STORES.flat(), lacking: [] });
		const { name, email } = await aKnownFan(site.owner, 'keeps-nothing');
		await open('/login');
		await page.getByRole('button', { name: 'Continue with Google' }).click();
		await signInAtProvider(page, name, email);
		await page.waitForURL((url) => !url.pathname.startsWith('/login') && url.href.startsWith(site.url));
		await page.getByRole('link', { name: 'Leaderboard' }).first().click();
		await page.getByRole('button', { name: 'Vote for Bex Corran' }).click();
		await page.getByRole('dialog').getByLabel('Votes').fill('1');
		await page.getByRole('dialog').getByRole('button', { name: 'Vote 1' }).click();
		await page.getByRole('dialog', { name: 'Vote Successful' }).waitFor();
	});
});

it('a fault of ours is not blamed on the connection', async () => {
	const { page, context, open } = await site.visitor({ complains: true });
	await context.addInitScript(() => {
		Object.defineProperty(Intl.NumberFormat.prototype, 'format', {
			get() {
				throw new Error('A fault of ours');
			},
		});
	});
	await open('/leader-board');
	await page.getByText('This page could not be shown').waitFor();
	await page.getByText('Something went wrong. Load the page again.').waitFor();
	expect(await page.getByText('Check your connection').count()).toBe(0);
});
