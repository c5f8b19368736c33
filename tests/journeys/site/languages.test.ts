/** The site in every language: the choice is kept, nothing is cut off at any width, and no script is left out. */
import type { Page } from '@playwright/test';
import { beforeAll, expect, it } from 'vitest';
import { isLanguage, languages } from '#contract/values/languages.ts';
import { aPerson } from '../../fixtures/accounts/people.ts';
import { expectAccessible, ownBrowserSite, type Visitor } from '../../fixtures/browser/browser.ts';
import { textsThatDoNotFit } from '../../fixtures/browser/overflow.ts';
import { someGoods } from '../../fixtures/orders/shop.ts';
import { aWholeSite } from '../../fixtures/site/whole-site.ts';

/** The longest words, two scripts without spaces, and marks above and below letters. */
const LOOKED_AT_BY_AXE = ['es', 'ja', 'th'];

const site = ownBrowserSite();
/** The last is a phone's, on which the rest is looked at. */
const WIDTHS = [320, 360, 820, 1440, 390];
let fan: Visitor;

const SCREENS: [path: string, ready: string, isLookedAt?: boolean][] = [
	['/', '.entry-card .row', true],
	['/leader-board?main_tab=solo', '.rank-row button'],
	['/store', '.attendance .day'],
	['/my-artist', '.pinned-artist'],
	['/my-account', '.balance-card'],
	['/artist/1', '.facts'],
	['/login', '.login-form'],
];

beforeAll(async () => {
	const { monthly } = await aWholeSite(site);
	await someGoods(site);
	const as = await aPerson(site.owner, 'voter', { earned: 1_255 });
	// A podium as the largest sites have it: an artist got 325 million votes in a day.
	const crowd = await aPerson(site.owner, 'crowd', { earned: 90_000_000_000 });
	for (const [artist, tickets] of [987_654_321, 654_321_098, 21_098_765].entries())
		expect((await site.castVote(crowd, monthly, { artist, tickets })).status).toBe(200);
	await site.ask({ path: '/user/me/favorites', token: as.token, body: { artist_ids: monthly.artistIds.slice(4, 5) } });
	fan = await site.visitor({ width: 390, reducedMotion: true, as });
});

/** The page's policy forbids styles of others, not a script's own. */
const setRoot = (page: Page, size: string) =>
	page.evaluate((to) => document.documentElement.style.setProperty('font-size', to, 'important'), size);

it.each(Object.keys(languages).filter(isLanguage))(
	'the screens of a fan fit at every width in %s, and on a phone at twice the size too',
	async (language) => {
		const { page, context, open, goTo } = fan;
		await context.addCookies([{ name: 'language', value: language, url: site.url }]);
		const misfits: string[] = [];
		const look = async (screen: string, isLookedAt = false) => {
			for (const width of WIDTHS) {
				await page.setViewportSize({ width, height: 844 });
				for (const text of await textsThatDoNotFit(page)) misfits.push(`${screen} at ${width}: ${text}`);
			}
			if (isLookedAt && LOOKED_AT_BY_AXE.includes(language)) await expectAccessible(page);
		};
		for (const [index, [path, ready, isLookedAt]] of SCREENS.entries()) {
			await (index === 0 ? open : goTo)(path);
			await page.locator(`html[lang="${language}"]`).waitFor();
			await page.locator(ready).first().waitFor();
			await look(path, isLookedAt);
			await page.setViewportSize({ width: 320, height: 640 });
			await setRoot(page, '32px');
			await expect.poll(() => textsThatDoNotFit(page), { message: `${path} at twice the size` }).toEqual([]);
			await setRoot(page, '');
			await page.setViewportSize({ width: 390, height: 844 });
			if (!ready.startsWith('.rank-row')) continue;
			await page.locator(ready).first().click();
			await page.locator('dialog[open] input').waitFor();
			await look('the dialog of a vote', true);
			await page.keyboard.press('Escape');
			await page.locator('dialog[open]').waitFor({ state: 'detached' });
		}
		expect(misfits).toEqual([]);
	},
);

it('a count stays whole in a browser that draws no text smaller than 24 px', async () => {
	const { page, open } = await site.visitor({ width: 390 });
	for (const path of ['/', '/leader-board?main_tab=solo']) {
		await open(path);
		await page.locator('.podium-card').first().waitFor();
		await page.evaluate(() => {
			const sheet = new CSSStyleSheet();
			sheet.replaceSync('* { font-size: 24px !important }');
			document.adoptedStyleSheets = [sheet];
		});
		await expect.poll(async () => (await textsThatDoNotFit(page)).filter((text) => /\d/.test(text))).toEqual([]);
	}
});

it('a device without a Thai face is given one', async () => {
	const { page } = await site.visitor({ at: '/' });
	// Throws if the file is not there, or if the page's policy forbids it.
	const count = await page.evaluate(async () => (await document.fonts.load("16px 'Lightstick Thai'", 'ไ')).length);
	expect(count).toBe(1);
});

it('a fan chooses a language in the menu, and every page keeps it', async () => {
	const { page, open, complaints } = await site.visitor({ width: 390, at: '/news?lang=en' });
	await page.getByRole('contentinfo').getByRole('button', { name: 'Language: English' }).click();
	await page.getByRole('button', { name: '日本語' }).click();
	await page.locator('html[lang="ja"]').waitFor();
	// The menu's own entry of the history is left first.
	await page.waitForFunction(() => document.querySelector('#app[data-ready]') && !history.state?.sheets);
	await expect.poll(() => new URL(page.url()).search).toBe('');
	await open('/leader-board');
	await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('ja');
	await page.getByRole('contentinfo').getByRole('button', { name: '日本語' }).waitFor();
	expect(complaints).toEqual([]);
});
