/**
 * Pages that the server has rendered, as the browser takes them over: what was painted stays in place, and nothing is
 * requested twice.
 */
import type { Page } from '@playwright/test';
import { beforeAll, describe, expect, it } from 'vitest';
import { build } from 'vite';
import { languages } from '#contract/values/languages.ts';
import { bundleOf } from '../../../vite.config.ts';
import { callsOf, holdBack, painted } from '../../../testkit/network.ts';
import { beforeTests } from '../../fixtures/before-tests.ts';
import { ownBrowserSite, type Visitor, type VisitorOptions } from '../../fixtures/browser/browser.ts';
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
				// A page loads it some thirty times.
				minify: true,
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

const artist = () => `/artist/${content.monthly.artistIds[0]}`;

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
	['a picture page', () => '/views/hall'],
	['log-in', () => '/login'],
	['a guarded page', () => '/store'],
	['my artist', () => '/my-artist'],
];

describe('React finds what it would have rendered', () => {
	const inDevelopment = (options: () => VisitorOptions | Promise<VisitorOptions>) =>
		beforeTests(async () => {
			const visitor = await site.visitor(await options());
			await visitor.context.route('**/assets/index-*.js', (route) =>
				route.fulfill({ body: script, contentType: 'text/javascript' }),
			);
			return visitor;
		});
	/** Two, each with its half of the pages: most of the time goes to waiting until a page is quiet. */
	const readers = [0, 1].map(() => inDevelopment(() => ({ width: 390, theme: 'light' })));
	const fan = inDevelopment(async () => ({ theme: 'light', as: await aPerson(site.owner, 'traveller') }));

	it('[S1-01, S1-02, S2-01] on every page, which a visitor sees without logging in', async () => {
		const walk = async ({ page, open, settled, complaints }: Visitor, half: number) => {
			for (const [name, path] of PAGES.filter((_, index) => index % 2 === half)) {
				await open(path());
				await settled();
				const place = new URL(path(), site.url).pathname;
				await expect
					.poll(() => new URL(page.url()).pathname, { message: name })
					.toBe(place === '/store' ? '/login' : place);
				await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' });
				expect(
					complaints.filter((text) => !/Failed to load resource/.test(text)),
					name,
				).toEqual([]);
			}
		};
		await Promise.all(readers.map(walk));
	});

	it('in every language, in another zone, for a fan in the light theme', async () => {
		const { page, context, open, complaints } = fan;
		const session = await context.newCDPSession(page);
		await session.send('Emulation.setTimezoneOverride', { timezoneId: 'America/St_Johns' });
		for (const [index, language] of Object.keys(languages).entries()) {
			await open(`${index % 2 === 0 ? '/leader-board' : artist()}?lang=${language}`);
			await page.locator('.gem-pill').waitFor();
			expect(complaints, language).toEqual([]);
		}
	});
});

it('public pages are whole without script, and the frame of a page for fans is there', async () => {
	const { page } = await site.visitor({ withoutScript: true });
	for (const [name, path] of PAGES.slice(0, 8)) {
		await page.goto(path());
		expect(await page.locator('main').innerText(), name).toMatch(/\w{3}/);
		expect(await page.locator('main .skeleton').count(), name).toBe(0);
	}
	await page.goto('/gem-records');
	await page.getByRole('heading', { level: 1, name: 'Gem Records' }).waitFor();
	await page.getByRole('contentinfo').waitFor();
});

it.each([
	['is what the system prefers, also without script', true, 'light', null],
	['is what was chosen, from the first paint on', false, 'dark', 'dark'],
	['is what the system prefers where nothing can be stored', false, 'light', 'forbidden'],
])('the theme %s', async (_, withoutScript, theme, choice) => {
	const { page, complaints } = await site.visitor({ withoutScript, theme: 'light' });
	await page.addInitScript((chosen) => {
		if (chosen === 'forbidden') Object.defineProperty(window, 'localStorage', { get: () => raise() });
		else if (chosen !== null) localStorage.setItem('theme', chosen);
		function raise(): never {
			throw new DOMException('', 'SecurityError');
		}
	}, choice);
	const release = await holdBack(page, '**/assets/index-*.js');
	await page.goto('/', { waitUntil: 'commit' });
	await page.locator('.hall-now').waitFor();
	await painted(page);
	const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
	const first = await ground();
	expect(first).toBe(theme === 'light' ? 'rgb(244, 243, 249)' : 'rgb(10, 11, 20)');
	release();
	if (!withoutScript) await page.locator('#app[data-ready]').waitFor();
	expect([await ground(), complaints]).toEqual([first, []]);
});

describe('a page whose script comes late', () => {
	const open = async (path = '/leader-board', first = '.podium-1 button', complains = false) => {
		const visitor = await site.visitor({ width: 390, complains });
		const release = await holdBack(visitor.page, '**/assets/index-*.js');
		await visitor.page.goto(path, { waitUntil: 'commit' });
		await visitor.page.locator(first).first().waitFor();
		await painted(visitor.page);
		return { ...visitor, release };
	};
	/** Parts far below are not laid out at first, and are when the browser rests, so that all is captured. */
	const expectLaidOut = async (page: Page, parts: string, release: () => void) => {
		const skipped = () =>
			page
				.locator(parts)
				.evaluateAll((all) => all.filter((part) => getComputedStyle(part).contentVisibility === 'auto').length);
		expect(await skipped()).toBeGreaterThan(0);
		release();
		await expect.poll(skipped).toBe(0);
	};

	it('keeps what was typed before', async () => {
		const { page, release } = await open('/news', '.search-field input');
		await page.locator('.search-field input').pressSequentially('Article 01');
		release();
		await page.waitForURL(/keyword=Article/);
		await expect.poll(() => page.locator('.search-field input').inputValue()).toBe('Article 01');
		await page.getByText('Article 02').waitFor({ state: 'detached' });
	});

	it('loads no banner of home but the first, and lays out what is far below later', async () => {
		const { page, release } = await open('/', '.posters img');
		const shown = () =>
			page.locator('.posters img').evaluateAll((pictures) => pictures.filter((one) => one.checkVisibility()).length);
		expect(await shown()).toBe(1);
		await expectLaidOut(page, '.home-later', release);
		await expect.poll(shown).toBeGreaterThan(1);
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
		const { page, release } = await open('/leader-board', '.leaderboard-bar [role=tab]');
		await page.evaluate(() => {
			const seen = Object.assign(window, { presses: 0 });
			document.addEventListener('click', () => (seen.presses += 1));
			const press = () => document.querySelector<HTMLElement>('.leaderboard-bar [role=tab]:last-of-type')?.click();
			new MutationObserver((_, watching) => (watching.disconnect(), press())).observe(document.querySelector('#app')!, {
				attributeFilter: ['data-ready'],
			});
			addEventListener('ready', () => requestAnimationFrame(() => document.body.classList.add('told')));
		});
		release();
		await page.waitForURL(/sub_tab=champion/);
		await page.locator('body.told').waitFor();
		expect(await page.evaluate(() => (window as unknown as { presses: number }).presses)).toBe(1);
	});

	it('moves nothing that is pressed: what the device adds has its place', async () => {
		const { page, release } = await open('/leader-board?main_tab=birthday', '.leaderboard-bar [role=tab]');
		const tab = page.getByRole('tab', { name: 'Champion' });
		const before = await tab.boundingBox();
		release();
		await page.getByText('your time').waitFor();
		expect(await tab.boundingBox()).toEqual(before);
	});

	it('goes on from the chart that it shows to the one of now, and lays out what is far below later', async () => {
		const { page, release } = await open();
		const fan = await aPerson(site.owner, 'meanwhile', { earned: 70_000 });
		expect((await site.castVote(fan, content.monthly, { tickets: 6_543 })).status).toBe(200);
		await expectLaidOut(page, '.chart-list > *', release);
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
		const { page, release } = await open('/leader-board', '.podium-1 button', true);
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

/** The box of an element that is there. Found and measured in one step: a skeleton may be replaced at any moment. */
const boxOf = (page: Page, selector: string) =>
	page.evaluate((selected) => {
		const element = document.querySelector(selected);
		if (!element) throw new Error(`There is no ${selected}`);
		const { x, y, width, height } = element.getBoundingClientRect();
		return [x, y + window.scrollY, width, height].map(Math.round);
	}, selector);

it.each([
	[
		'home',
		1440,
		() => '/',
		'.poster',
		['.hall-now', '.podium-1', '.section-head', '.entry-cards'],
		['/configurations/banners', '/rankings/detail'],
	],
	[
		'leaderboard',
		390,
		() => '/leader-board',
		'.chart-head-cover',
		['.countdown', '.leaderboard-bar', '.podium-1', '.rank-row'],
		['/rankings/detail'],
	],
	['artist', 1440, artist, '.portrait', [], ['/artists/detail']],
	['article', 390, () => `/news/${content.articles[0]}`, '.article > .cover', ['.article-text'], ['/news/detail']],
])(
	'the first screen of %s at %i pixels keeps its picture and blocks in place, asks for nothing that came with it, and names each script once',
	async (...given) => {
		const [name, width, path, place, blocks, came] = given;
		const { page, complaints } = await site.visitor({ width });
		const calls = callsOf(page);
		const scripts = await holdBack(page, '**/assets/index-*.js');
		await page.goto(site.url + path(), { waitUntil: 'commit' });
		await page.locator(`${place} img`).first().waitFor();
		await painted(page);
		const boxes = () => Promise.all([place, '.home-link svg', ...blocks].map((block) => boxOf(page, block)));
		await page.evaluate(() => document.querySelector('main')?.setAttribute('data-from-server', ''));
		const before = await boxes();
		scripts();
		await page.locator('#app[data-ready]').waitFor();
		expect(await boxes()).toEqual(before);
		// Sooner than a live chart is read again.
		const twice = ['/configurations/site', ...came].filter((call) =>
			calls.some((made) => made.startsWith(`GET ${call}`)),
		);
		expect(twice).toEqual([]);
		// Taken over, and not drawn once more.
		expect(await page.locator('main[data-from-server]').count()).toBe(1);
		expect(complaints).toEqual([]);
		const named = await page
			.locator('link[rel=modulepreload]')
			.evaluateAll((links) => links.map((link) => link.getAttribute('href')));
		if (name === 'leaderboard') expect(named.filter((href) => /leaderboard/.test(href ?? ''))).toHaveLength(1);
		expect(new Set(named).size).toBe(named.length);
		expect(await page.locator('link[rel=stylesheet]').count()).toBe(1);
	},
);
