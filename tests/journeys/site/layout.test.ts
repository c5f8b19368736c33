/** Sizes that a designer does not think of: words without an end, low windows, paper. Text at twice its size is in every-page.test.ts. */
import { beforeAll, expect, it } from 'vitest';
import { aPerson } from '../../fixtures/accounts/people.ts';
import { ownBrowserSite } from '../../fixtures/browser/browser.ts';
import { textsThatDoNotFit } from '../../fixtures/browser/overflow.ts';
import { aContest } from '../../fixtures/voting/contests.ts';

const site = ownBrowserSite();
const WORDS = ['W'.repeat(120), '표'.repeat(120), 'a-b'.repeat(40)];
let artistIds: number[];

beforeAll(async () => {
	const artists = [...WORDS, 'Ayu Bara', ...Array.from({ length: 12 }, (_, index) => `Solo ${index}`)];
	({ artistIds } = await aContest(site.owner, 'november', { tab: 'solo', artists }));
});

it('a name without a space fits the dialogs of a vote, the narrowest too', async () => {
	const person = await aPerson(site.owner, 'voter', { earned: 1_000 });
	const { page, open } = await site.visitor({ as: person });
	for (const [index, name] of WORDS.entries()) {
		await page.setViewportSize({ width: index === 0 ? 1440 : 320, height: 844 });
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

it('in a low window, a dialog can be closed wherever it is scrolled, keeps room for a name in text of twice the size, and shows the amount that is typed', async () => {
	const [width, height] = [320, 256];
	const person = await aPerson(site.owner, 'low', { earned: 1_000 });
	const { page, open } = await site.visitor({ as: person, width });
	await page.setViewportSize({ width, height });
	await open(`/leader-board?vote=${artistIds[3]}`);
	const dialog = page.getByRole('dialog', { name: 'Ayu Bara' });
	await dialog.getByLabel('Votes').waitFor();
	await dialog.evaluate((element) => element.scrollTo(0, element.scrollHeight));
	const close = dialog.getByRole('button', { name: 'Close' });
	// The sheet may still be rising.
	await expect.poll(async () => ((await close.boundingBox())?.y ?? 999) + 44).toBeLessThanOrEqual(height);
	await expect.poll(async () => (await close.boundingBox())?.y).toBeGreaterThanOrEqual(0);
	await page.evaluate(() => document.documentElement.style.setProperty('font-size', '32px', 'important'));
	const room = async () => (await dialog.getByRole('heading').boundingBox())?.width;
	await expect.poll(room).toBeGreaterThanOrEqual(100);
	await close.click();
	await dialog.waitFor({ state: 'hidden' });
	// An amount that is typed on a phone on its side is in sight.
	await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));
	await page.setViewportSize({ width: 480, height: 320 });
	await page.getByRole('button', { name: 'Vote for Ayu Bara' }).click();
	const votes = dialog.getByLabel('Votes');
	await votes.pressSequentially('12');
	const isSeen = (field: Element) => {
		const box = field.getBoundingClientRect();
		return document.elementFromPoint(box.x + 8, box.y + box.height / 2) === field;
	};
	await expect.poll(() => votes.evaluate(isSeen)).toBe(true);
});

it('a chart in either theme is printed as dark text on white, with its time and nothing to press', async () => {
	const { page } = await site.visitor({ at: '/leader-board' });
	await page.getByRole('button', { name: 'Vote for Solo 1', exact: true }).waitFor();
	await page.emulateMedia({ media: 'print' });
	for (const hidden of [page.getByText('Skip to content'), page.getByRole('banner'), page.getByRole('contentinfo')])
		await hidden.waitFor({ state: 'hidden' });
	await expect.poll(() => page.getByRole('button').or(page.getByRole('tab')).count()).toBe(0);
	await page.getByText(/^Numbers of /).waitFor();
	for (const colorScheme of ['dark', 'light'] as const) {
		await page.emulateMedia({ media: 'print', colorScheme });
		const inks = () =>
			page
				.locator('.rank-name, .rank-tickets b, h1')
				.evaluateAll((texts) => texts.map((text) => getComputedStyle(text).color));
		await expect.poll(async () => [...new Set(await inks())]).toEqual(['rgb(0, 0, 0)']);
	}
	const broken = await page
		.locator('.podium-card, .rank-row')
		.evaluateAll((parts) => parts.map((part) => getComputedStyle(part).breakInside).filter((rule) => rule !== 'avoid'));
	expect(broken).toEqual([]);
});
