/** The site in every language on a phone: the choice is kept, nothing is cut off, and no script is left out. */
import type { Page } from '@playwright/test';
import { beforeAll, expect, it } from 'vitest';
import { isLanguage, languages, SOURCE_LANGUAGE } from '#contract/values/languages.ts';
import { aPerson } from '../../fixtures/accounts/people.ts';
import { expectAccessible, ownBrowserSite, type Visitor } from '../../fixtures/browser/browser.ts';
import { textsThatDoNotFit } from '../../fixtures/browser/overflow.ts';
import { someGoods } from '../../fixtures/orders/shop.ts';
import { aWholeSite } from '../../fixtures/site/whole-site.ts';

/** The longest words, two scripts without spaces, and marks above and below letters. */
const LOOKED_AT_BY_AXE = ['es', 'ja', 'th'];

const site = ownBrowserSite();
let fan: Visitor;

interface Screen {
	path: string;
	/** Is there once the screen is complete. */
	ready: string;
	act?: (page: Page) => Promise<void>;
	axe?: true;
}

const SCREENS: Screen[] = [
	{ path: '/', ready: '.entry-card-time', axe: true },
	{ path: '/leader-board?main_tab=solo', ready: '.rank-row button' },
	{
		path: '/leader-board?main_tab=solo',
		ready: 'dialog[open] input',
		act: (page) => page.locator('.rank-row button').first().click(),
		axe: true,
	},
	{ path: '/store', ready: '.attendance .day' },
	{ path: '/my-account', ready: '.balance-card' },
	{ path: '/login', ready: '.login-form' },
];

beforeAll(async () => {
	await aWholeSite(site);
	await someGoods(site);
	fan = await site.visitor({
		width: 390,
		reducedMotion: true,
		as: await aPerson(site.owner, 'voter', { earned: 1_255 }),
	});
});

const translations = Object.keys(languages)
	.filter(isLanguage)
	.filter((language) => language !== SOURCE_LANGUAGE);

it.each(translations)('the screens of a phone fit in %s', async (language) => {
	await fan.context.addCookies([{ name: 'language', value: language, url: site.url }]);
	const misfits = await Promise.all(
		SCREENS.map(async ({ path, ready, act, axe }) => {
			const page = await fan.context.newPage();
			await page.goto(path);
			await page.locator(`html[lang="${language}"]`).waitFor();
			await act?.(page);
			await page.locator(ready).first().waitFor();
			const found = await textsThatDoNotFit(page);
			if (axe && LOOKED_AT_BY_AXE.includes(language)) await expectAccessible(page);
			await page.close();
			return found.map((text) => `${path}: ${text}`);
		}),
	);
	expect(misfits.flat()).toEqual([]);
});

it('a fan chooses a language in the menu, and every page keeps it', async () => {
	const { page, open, complaints } = await site.visitor({ width: 390 });
	await open('/news?lang=en');
	await page.getByRole('contentinfo').getByRole('button', { name: 'Language: English' }).click();
	await page.getByRole('button', { name: '日本語' }).click();
	await page.locator('html[lang="ja"]').waitFor();
	// The menu's own entry of the history is left first.
	await page.waitForFunction(() => document.querySelector('#app[data-ready]') && !history.state?.sheets);
	expect(new URL(page.url()).search).toBe('');
	await open('/leader-board');
	expect(await page.locator('html').getAttribute('lang')).toBe('ja');
	await page.getByRole('contentinfo').getByRole('button', { name: '日本語' }).waitFor();
	expect(complaints).toEqual([]);
});
