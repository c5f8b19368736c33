/** Sizes that a designer does not think of: words without an end, text at twice its size, low windows, paper. */
import type { Page } from '@playwright/test';
import { beforeAll, expect, it } from 'vitest';
import { aPerson } from '../../fixtures/accounts/people.ts';
import { ownBrowserSite } from '../../fixtures/browser/browser.ts';
import { textsThatDoNotFit } from '../../fixtures/browser/overflow.ts';
import { pages } from '#contract/pages.ts';
import { aContest } from '../../fixtures/voting/contests.ts';

const site = ownBrowserSite();
const WORDS = ['W'.repeat(120), '표'.repeat(120), 'a-b'.repeat(40)];
let artistIds: number[];

beforeAll(async () => {
	const artists = [...WORDS, 'Ayu Bara', ...Array.from({ length: 12 }, (_, index) => `Solo ${index}`)];
	({ artistIds } = await aContest(site.owner, 'november', { tab: 'solo', artists }));
});

it.each([320, 1440])('a name without a space fits the dialogs of a vote at %i pixels', async (width) => {
	const person = await aPerson(site.owner, `voter ${width}`, { earned: 1_000 });
	const { page, open } = await site.visitor({ as: person, width });
	for (const [index, name] of WORDS.entries()) {
		await open(`/leader-board?vote=${artistIds[index]}`);
		const dialog = page.getByRole('dialog', { name });
		await dialog.getByLabel('Votes').fill('1');
		const [heading, close] = [
			await dialog.getByRole('heading', { name }).boundingBox(),
			await dialog.getByRole('button', { name: 'Close' }).boundingBox(),
		];
		expect((heading?.x ?? 0) + (heading?.width ?? 0)).toBeLessThanOrEqual(close?.x ?? 0);
		expect(await textsThatDoNotFit(page)).toEqual([]);
		await dialog.getByRole('button', { name: 'Vote 1', exact: true }).click();
		await page.getByRole('dialog', { name: 'Vote Successful' }).waitFor();
		expect(await textsThatDoNotFit(page)).toEqual([]);
	}
});

it.each(['a fan', 'a visitor'])(
	'text at twice its size leaves everything within reach of a phone of %s',
	async (who) => {
		const as = who === 'a fan' ? await aPerson(site.owner, 'reader', { earned: 1_234_560 }) : undefined;
		const { page, open } = await site.visitor({ as, width: 390 });
		for (const pattern of Object.values(pages)) {
			const path = pattern.replace(':artist_id', `${artistIds[3]}`).replace(/:\w+/, '1');
			await open(path);
			await setRoot(page);
			const isTooWide = () => page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
			await expect.poll(isTooWide, { message: path }).toBe(false);
			const menu = page.getByRole('banner').getByRole('button', { name: 'Open menu' });
			const { x, width } = (await menu.isVisible())
				? ((await menu.boundingBox()) ?? { x: 999, width: 0 })
				: { x: 0, width: 0 };
			expect(x + width, path).toBeLessThanOrEqual(390);
		}
	},
);

const NARROW = [
	'/leader-board',
	'/my-account',
	'/edit-profile',
	'/my-artist',
	'/my-votes',
	'/gem-records',
	'/payment-method/1',
	'/status',
	'/login',
];

it.each(NARROW)('text at twice its size fits the narrowest phone at %s', async (path) => {
	const as = path === '/login' ? undefined : await aPerson(site.owner, `narrow ${path}`);
	const { page, open } = await site.visitor({ as, width: 320 });
	// Long words, and long ones that are many.
	for (const language of ['en', 'es', 'vi']) {
		await open(`${path}?lang=${language}`);
		await setRoot(page);
		const width = () => page.evaluate(() => document.documentElement.scrollWidth);
		await expect.poll(width, { message: language }).toBeLessThanOrEqual(320);
	}
});

/** The page's policy forbids styles of others, not a script's own. */
const setRoot = (page: Page) =>
	page.evaluate(() => document.documentElement.style.setProperty('font-size', '32px', 'important'));

it.each([
	[640, 400],
	[320, 256],
])('a dialog can be closed wherever a window of %i × %i has scrolled it', async (width, height) => {
	const person = await aPerson(site.owner, `low ${width}`, { earned: 1_000 });
	const { page, open } = await site.visitor({ as: person, width });
	await page.setViewportSize({ width, height });
	await open(`/leader-board?vote=${artistIds[3]}`);
	const dialog = page.getByRole('dialog', { name: 'Ayu Bara' });
	await dialog.getByLabel('Votes').waitFor();
	await dialog.evaluate((element) => element.scrollTo(0, element.scrollHeight));
	const close = dialog.getByRole('button', { name: 'Close' });
	const box = await close.boundingBox();
	expect(box?.y).toBeGreaterThanOrEqual(0);
	expect((box?.y ?? 999) + (box?.height ?? 0)).toBeLessThanOrEqual(height);
	await close.click();
	await dialog.waitFor({ state: 'hidden' });
});

it.each(['dark', 'light'] as const)(
	'a %s chart is printed as dark text on white, with its time and nothing to press',
	async (theme) => {
		const { page, open } = await site.visitor({ theme });
		await open('/leader-board');
		await page.getByRole('button', { name: 'Vote for Solo 1', exact: true }).waitFor();
		await page.emulateMedia({ media: 'print' });
		for (const hidden of [page.getByText('Skip to content'), page.getByRole('banner'), page.getByRole('contentinfo')])
			expect(await hidden.isVisible()).toBe(false);
		expect(await page.getByRole('button').count()).toBe(0);
		expect(await page.getByRole('tab').count()).toBe(0);
		await page.getByText(/^Numbers of /).waitFor();
		const inks = await page
			.locator('.rank-name, .rank-tickets b, h1')
			.evaluateAll((texts) => texts.map((text) => getComputedStyle(text).color));
		expect(new Set(inks)).toEqual(new Set(['rgb(0, 0, 0)']));
		const broken = await page
			.locator('.podium-card, .rank-row')
			.evaluateAll((parts) =>
				parts.map((part) => getComputedStyle(part).breakInside).filter((rule) => rule !== 'avoid'),
			);
		expect(broken).toEqual([]);
	},
);
