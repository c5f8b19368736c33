/** Pages that the server has rendered, as the browser takes them over. */
import { beforeAll, describe, expect, it } from 'vitest';
import { build } from 'vite';
import { languages } from '#contract/values/languages.ts';
import { bundleOf } from '../../../vite.config.ts';
import { holdBack } from '../../../testkit/network.ts';
import { ownBrowserSite } from '../../fixtures/browser/browser.ts';
import { aWholeSite, type WholeSite } from '../../fixtures/site/whole-site.ts';
import { aPerson } from '../../fixtures/accounts/people.ts';

const site = ownBrowserSite();
let content: WholeSite;
/** The app in one file with React's development build, which tells of attributes that differ too. */
let script: string;

beforeAll(async () => {
	content = await aWholeSite(site);
	script = await buildForDevelopment();
});

async function buildForDevelopment(): Promise<string> {
	const before = process.env.NODE_ENV;
	process.env.NODE_ENV = 'development';
	try {
		const { output } = (await build({
			...bundleOf('web'),
			configFile: false,
			logLevel: 'error',
			mode: 'development',
			build: {
				write: false,
				minify: false,
				modulePreload: false,
				rolldownOptions: { output: { codeSplitting: false } },
			},
		})) as { output: { type: string; isEntry?: boolean; code?: string }[] };
		return output.find(({ type, isEntry }) => type === 'chunk' && isEntry)?.code ?? '';
	} finally {
		if (before === undefined) delete process.env.NODE_ENV;
		else process.env.NODE_ENV = before;
	}
}

const PAGES: [string, () => string][] = [
	['home', () => '/'],
	['a chart', () => '/leader-board'],
	['a chart that has not begun', () => '/leader-board?main_tab=birthday'],
	['champions', () => '/leader-board?main_tab=solo&sub_tab=champion'],
	['an artist', () => `/artist/${content.monthly.artistIds[0]}?from=home`],
	['the news', () => '/news'],
	['a category', () => '/news?category=video'],
	['an article', () => `/news/${content.articles[0]}`],
	['rewards', () => '/rank_rewards'],
	['transparency', () => '/transparency'],
	['terms', () => '/terms-of-service'],
	['privacy', () => '/privacy-policy'],
	['an unknown address', () => '/nowhere/at/all'],
	['an artist who is not there', () => '/artist/999999'],
	['log-in', () => '/login'],
	['a guarded page', () => '/store'],
	['my artist', () => '/my-artist'],
];

describe('React finds what it would have rendered', () => {
	it.each(PAGES)('on %s', async (_, path) => {
		const { page, complaints, context } = await site.visitor({ width: 390, theme: 'light' });
		await context.route('**/assets/index-*.js', (route) =>
			route.fulfill({ body: script, contentType: 'text/javascript' }),
		);
		await page.goto(path());
		await page.locator('#app[data-ready]').waitFor();
		await page.waitForLoadState('networkidle');
		expect(complaints.filter((text) => !/Failed to load resource/.test(text))).toEqual([]);
	});

	it.each(Object.keys(languages))('in %s, in another zone, for a fan in the light theme', async (language) => {
		const fan = await aPerson(site.owner, `fan-${language}`);
		const { page, complaints, context } = await site.visitor({ width: 1440, theme: 'light', as: fan });
		const session = await context.newCDPSession(page);
		await session.send('Emulation.setTimezoneOverride', { timezoneId: 'America/St_Johns' });
		await context.route('**/assets/index-*.js', (route) =>
			route.fulfill({ body: script, contentType: 'text/javascript' }),
		);
		for (const path of ['/leader-board', `/artist/${content.monthly.artistIds[0]}`]) {
			await page.goto(`${path}?lang=${language}`);
			await page.locator('#app[data-ready]').waitFor();
			await page.locator('.gem-pill').waitFor();
		}
		expect(complaints).toEqual([]);
	});
});

it.each(PAGES.slice(0, 8))('without script %s is whole', async (_, path) => {
	const { context } = await site.visitor();
	const browser = context.browser();
	const plain = await browser?.newContext({ javaScriptEnabled: false, baseURL: site.url });
	const page = await plain!.newPage();
	await page.goto(path());
	expect(await page.locator('main').innerText()).toMatch(/\w{3}/);
	expect(await page.locator('main .skeleton').count()).toBe(0);
	await plain!.close();
});

it('a page for fans has its frame before any script has come', async () => {
	const { context } = await site.visitor();
	const plain = await context.browser()!.newContext({ javaScriptEnabled: false, baseURL: site.url });
	const page = await plain.newPage();
	for (const [path, title] of [
		['/store', 'Store'],
		['/gem-records', 'Gem Records'],
	] as const) {
		await page.goto(path);
		await page.getByRole('heading', { level: 1, name: title }).waitFor();
		await page.getByRole('contentinfo').waitFor();
	}
	await plain.close();
});

it.each([
	['is what the system prefers, also without script', false, 'light', null],
	['is what was chosen, from the first paint on', true, 'dark', 'dark'],
	['is what the system prefers where nothing can be stored', true, 'light', 'forbidden'],
])('the theme %s', async (_, javaScriptEnabled, theme, choice) => {
	const { context } = await site.visitor();
	const own = await context.browser()!.newContext({ javaScriptEnabled, baseURL: site.url, colorScheme: 'light' });
	await own.addInitScript((chosen) => {
		if (chosen === 'forbidden') Object.defineProperty(window, 'localStorage', { get: () => raise() });
		else if (chosen !== null) localStorage.setItem('theme', chosen);
		function raise(): never {
			throw new DOMException('', 'SecurityError');
		}
	}, choice);
	const page = await own.newPage();
	const complaints: string[] = [];
	page.on('pageerror', (error) => complaints.push(error.message));
	const release = await holdBack(page, '**/assets/index-*.js');
	await page.goto('/', { waitUntil: 'commit' });
	await page.locator('.hall-now').waitFor();
	const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
	const first = await ground();
	expect(first).toBe(theme === 'light' ? 'rgb(244, 243, 249)' : 'rgb(10, 11, 20)');
	release();
	if (javaScriptEnabled) await page.locator('#app[data-ready]').waitFor();
	expect([await ground(), complaints]).toEqual([first, []]);
	await own.close();
});

describe('a page whose script comes late', () => {
	const open = async (complains = false, path = '/leader-board', first = '.podium-1 button') => {
		const visitor = await site.visitor({ width: 390, complains });
		const release = await holdBack(visitor.page, '**/assets/index-*.js');
		await visitor.page.goto(path, { waitUntil: 'commit' });
		await visitor.page.locator(first).first().waitFor();
		return { ...visitor, release };
	};

	it('keeps what was typed before', async () => {
		const { page, release } = await open(false, '/news', '.search-field input');
		await page.locator('.search-field input').pressSequentially('Article 01');
		release();
		await page.waitForURL(/keyword=Article/);
		expect(await page.locator('.search-field input').inputValue()).toBe('Article 01');
		await page.getByText('Article 02').waitFor({ state: 'detached' });
	});

	it('does what was pressed before', async () => {
		const { page, release } = await open();
		await page
			.getByRole('button', { name: /^Vote for / })
			.first()
			.click();
		release();
		await page.waitForURL('**/login');
	});

	it('does once what is pressed while it is taken over', async () => {
		const { page, release } = await open(false, '/leader-board', '.leaderboard-bar [role=tab]');
		await page.evaluate(() => {
			const seen = Object.assign(window, { presses: 0 });
			document.addEventListener('click', () => (seen.presses += 1));
			const press = () => document.querySelector<HTMLElement>('.leaderboard-bar [role=tab]:last-of-type')?.click();
			new MutationObserver((_, watching) => (watching.disconnect(), press())).observe(document.querySelector('#app')!, {
				attributeFilter: ['data-ready'],
			});
			addEventListener('ready', () => setTimeout(() => document.body.classList.add('told')));
		});
		release();
		await page.waitForURL(/sub_tab=champion/);
		await page.locator('body.told').waitFor();
		expect(await page.evaluate(() => (window as unknown as { presses: number }).presses)).toBe(1);
	});

	it('moves nothing that is pressed: what the device adds has its place', async () => {
		const { page, release } = await open(false, '/leader-board?main_tab=birthday', '.leaderboard-bar [role=tab]');
		const tab = page.getByRole('tab', { name: 'Champion' });
		const before = await tab.boundingBox();
		release();
		await page.getByText('your time').waitFor();
		expect(await tab.boundingBox()).toEqual(before);
	});

	it('lays out what is far below when the browser rests, so that a page captured whole shows it', async () => {
		const { page, release } = await open();
		const skipped = () =>
			page.evaluate(
				() =>
					[...document.querySelectorAll('.chart-list > * *')].filter(
						(part) => part.checkVisibility() && !part.checkVisibility({ contentVisibilityAuto: true }),
					).length,
			);
		expect(await skipped()).toBeGreaterThan(0);
		release();
		await expect.poll(skipped, { timeout: 15_000 }).toBe(0);
	});

	it('goes on from the chart that it shows to the one of now', async () => {
		const { page, release } = await open();
		const fan = await aPerson(site.owner, 'meanwhile', { earned: 70_000 });
		const body = { artist_id: content.monthly.artistIds[0], ticket_number: 6_543 };
		expect((await site.ask({ path: '/rankings/vote/november', token: fan.token, body })).status).toBe(200);
		release();
		await page.locator('#app[data-ready]').waitFor();
		await page
			.getByText(/6,\d{3}/)
			.first()
			.waitFor();
	});

	it.each<[string, () => void]>([
		[
			'a translation',
			() => {
				for (const part of document.querySelectorAll('main :is(h1, small, text-part)'))
					part.replaceChildren(Object.assign(document.createElement('font'), { textContent: 'translated' }));
			},
		],
		['an extension', () => document.querySelector('.podium-1')?.remove()],
		['another extension', () => document.querySelector('#app')?.prepend(document.createElement('div'))],
	])('is rendered again where %s has changed it, and works', async (_, change) => {
		const { page, release } = await open(true);
		await page.evaluate(change);
		release();
		await page.locator('#app[data-ready]').waitFor();
		// A press that meets the page before it is drawn anew is lost with it.
		const vote = page.locator('.podium-1').getByRole('button', { name: /^Vote for / });
		await expect
			.poll(async () => {
				await vote.click({ timeout: 1_000 }).catch(() => undefined);
				return page.url();
			})
			.toMatch(/\/login$/);
	});
});
