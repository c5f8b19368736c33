/** The operators' pop-up: once a day, until it is closed. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from '@playwright/test';
import { openBrowserSite, type BrowserSite, type Visitor } from '../../fixtures/browser/browser.ts';
import { aPopUp, aWholeSite } from '../../fixtures/site/whole-site.ts';

let site: BrowserSite;
let uuid: string;

beforeAll(async () => {
	site = await openBrowserSite();
	await aWholeSite(site);
	uuid = await aPopUp(site.owner, '/rank_rewards');
});
afterAll(() => site.close());

const popUp = (page: Page) => page.getByRole('dialog', { name: 'A night for two fandoms' });
const remembered = (page: Page) => page.evaluate(() => localStorage.getItem('popup_dismissed'));
const dayOfMonth = (page: Page) => page.evaluate(() => new Date().getDate());

/** Comes with what an earlier visit left in storage. */
async function aVisit(earlier?: string): Promise<Visitor> {
	const visitor = await site.visitor({ width: 390 });
	if (earlier !== undefined) {
		await visitor.context.addInitScript((text) => {
			if (!localStorage.getItem('popup_dismissed')) localStorage.setItem('popup_dismissed', text);
		}, earlier);
	}
	await visitor.open('/news');
	await visitor.page.getByRole('heading', { name: 'News', level: 1 }).waitFor();
	return visitor;
}

describe('the pop-up', () => {
	it('[S2-115, S4-05, S3-11] shows its picture and View to who dismissed nothing, and the page behind stands still', async () => {
		const visitor = await aVisit();
		const { page } = visitor;
		await popUp(page).getByRole('img', { name: 'A night for two fandoms' }).waitFor();
		await popUp(page).getByRole('button', { name: 'View' }).waitFor();
		await visitor.expectAccessible();
		const overflow = () => page.evaluate(() => getComputedStyle(document.documentElement).overflow);
		expect(await overflow()).toBe('hidden');
		await popUp(page).getByRole('button', { name: 'Close' }).click();
		await popUp(page).waitFor({ state: 'hidden' });
		expect(await overflow()).not.toBe('hidden');
		await visitor.leave();
	});

	it('[S4-07, S3-24] that was closed is remembered by its uuid with the day of the month, and stays away', async () => {
		const visitor = await aVisit();
		const { page } = visitor;
		await popUp(page).getByRole('button', { name: 'Close' }).click();
		await popUp(page).waitFor({ state: 'hidden' });
		expect(JSON.parse((await remembered(page)) ?? '')).toEqual({ [uuid]: await dayOfMonth(page) });
		await page.reload();
		await page.getByRole('heading', { name: 'News', level: 1 }).waitFor();
		await page.getByRole('link', { name: /Article 01/ }).waitFor();
		expect(await popUp(page).isVisible()).toBe(false);
		await visitor.leave();
	});

	it('[S4-08] leads on by View, is hidden, and remembered', async () => {
		const visitor = await aVisit();
		const { page } = visitor;
		await popUp(page).getByRole('button', { name: 'View' }).click();
		await page.waitForURL('**/rank_rewards');
		await popUp(page).waitFor({ state: 'hidden' });
		expect(await remembered(page)).toContain(uuid);
		await visitor.leave();
	});

	it('[S4-08] without a link only goes away by View', async () => {
		await site.owner.query({ text: 'update pop_up set link_url = null' });
		const visitor = await aVisit();
		const { page } = visitor;
		await popUp(page).getByRole('button', { name: 'View' }).click();
		await popUp(page).waitFor({ state: 'hidden' });
		expect(new URL(page.url()).pathname).toBe('/news');
		await visitor.leave();
	});

	it('[S4-06] comes again on another day of the month, and beside another one that was dismissed', async () => {
		const other = new Date().getDate() === 1 ? 2 : 1;
		for (const earlier of [JSON.stringify({ [uuid]: other }), JSON.stringify({ another: new Date().getDate() })]) {
			const visitor = await aVisit(earlier);
			await popUp(visitor.page).waitFor();
			await visitor.leave();
		}
	});
});
