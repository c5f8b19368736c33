/** The chart screen: tabs, search, break site, champions. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Locator, Page } from '@playwright/test';
import { closeAndCertify } from '#server/rankings/closing/closing.ts';
import { aPerson, type PersonTraits } from '../../fixtures/accounts/people.ts';
import { aContest } from '../../fixtures/voting/contests.ts';
import { openBrowserSite, type BrowserSite } from '../../fixtures/browser/browser.ts';

let site: BrowserSite;

beforeAll(async () => {
	site = await openBrowserSite();
	await aContest(site.owner, 'november', { tab: 'solo' });
	await aContest(site.owner, 'songs', { tab: 'music', type: 'theme', artists: ['Low Tide', 'Glasshouse', 'Encore'] });
	const past = await aContest(site.owner, 'october', {
		startsIn: -40,
		endsIn: 10,
		artists: ['Ayu Bara', 'Bex Corran', 'Cleo Dastan', 'Dov Elling', 'Eun Farrow'],
	});
	const fan = await aPerson(site.owner, 'past voter', { earned: 10_000 });
	for (const [index, artistId] of past.artistIds.entries()) {
		const body = { artist_id: artistId, ticket_number: 50 - index * 10 };
		expect((await site.ask({ path: '/rankings/vote/october', token: fan.token, body })).status).toBe(200);
	}
	// The month is over: its votes stay, its window has passed.
	await site.owner.query({
		text: `update ranking set starts_at = starts_at - interval '30 days', ends_at = lightstick_now(), review_hours = 0
			where ranking_key = 'october'`,
	});
	await closeAndCertify(site.db);
});
afterAll(() => site.close());

const names = (page: Page): Locator => page.getByRole('button', { name: /^Vote for/ });

describe('the ongoing chart', () => {
	it('[S2-48, S2-49, S5-21] filters by name in any case, keeps the keyword in the address over a reload, and says No Data', async () => {
		const { page, open, expectAccessible } = await site.visitor();
		await open('/leader-board');
		await page.getByRole('heading', { name: 'Solo Chart' }).waitFor();
		await expect.poll(() => names(page).count()).toBe(4);
		await page.getByPlaceholder('Search for artists').fill('COR');
		await expect.poll(() => names(page).count()).toBe(1);
		await expect.poll(() => new URL(page.url()).searchParams.get('keyword')).toBe('COR');
		await page.reload();
		await expect.poll(() => names(page).count()).toBe(1);
		await expect.poll(() => page.getByPlaceholder('Search for artists').inputValue()).toBe('COR');
		await page.getByPlaceholder('Search for artists').fill('이름');
		await expect.poll(() => names(page).count()).toBe(4);
		await page.getByPlaceholder('Search for artists').fill('zzyx');
		await page.getByText('No Data', { exact: true }).waitFor();
		await expectAccessible();
	});

	it('[S4-18] shows songs without a way to an artist page', async () => {
		const { page, open } = await site.visitor();
		await open('/leader-board?main_tab=music');
		await page.getByRole('heading', { name: 'Music Chart' }).waitFor();
		await page.getByText('Low Tide').first().waitFor();
		await page.getByText('The Singers').first().waitFor();
		expect(await page.locator('a[href*="/artist/"]').count()).toBe(0);
	});

	it('[S2-46, S4-17, S1-10] renames itself Break Stage and hides every Vote button when voting is not open', async () => {
		await aContest(site.owner, 'resting', { tab: 'rest', type: 'birthday', startsIn: 1, endsIn: 5 });
		const { page, open } = await site.visitor();
		await open('/leader-board?main_tab=rest');
		await page.getByRole('tab', { name: 'Break Stage' }).waitFor();
		await page.getByText('Ayu Bara').first().waitFor();
		expect(await names(page).count()).toBe(0);
	});
});

describe('champions', () => {
	it('[S2-46, S2-47, S4-19, S4-20] load their full list once, on the first Show More', async () => {
		const { page, open, expectAccessible } = await site.visitor({ width: 390 });
		const asked: string[] = [];
		page.on('request', (request) => {
			if (request.url().includes('/rankings/detail?ranking_key=october')) asked.push(request.url());
		});
		await open('/leader-board?main_tab=solo');
		await page.getByRole('tab', { name: 'Champion' }).click();
		const card = page.getByRole('heading', { name: 'The october ranking' }).locator('xpath=ancestor::section');
		await card.getByText('Cleo Dastan').waitFor();
		expect(await card.getByText('Eun Farrow').isVisible()).toBe(false);
		expect(asked).toEqual([]);
		await card.getByRole('button', { name: 'Show More' }).click();
		await card.getByText('Eun Farrow').waitFor();
		await expectAccessible();
		await card.getByRole('button', { name: 'Show Less' }).click();
		await card.getByText('Eun Farrow').waitFor({ state: 'hidden' });
		await card.getByRole('button', { name: 'Show More' }).click();
		await card.getByText('Eun Farrow').waitFor();
		expect(asked).toHaveLength(1);
		await card.getByRole('link', { name: /Cleo Dastan/ }).click();
		await page.getByRole('heading', { name: 'Cleo Dastan', level: 1 }).waitFor();
		await page.getByRole('main').getByRole('link', { name: 'LeaderBoard' }).click();
		await page.getByRole('tab', { name: 'Champion', selected: true }).waitFor();
	});

	it('show the votes of every rank on a phone, however long one name is', async () => {
		const long = 'The Extraordinarily Long Named Orchestra of Midnight Lanterns';
		const { page, open } = await site.visitor({ width: 390 });
		await page.route(/ranking_key=october/, async (route) => {
			const response = await route.fetch();
			await route.fulfill({ response, body: (await response.text()).replaceAll('Eun Farrow', long) });
		});
		await open('/leader-board?main_tab=solo');
		await page.getByRole('tab', { name: 'Champion' }).click();
		const card = page.getByRole('heading', { name: 'The october ranking' }).locator('xpath=ancestor::section');
		await card.getByRole('button', { name: 'Show More' }).click();
		const rows = card.locator('.champion-others li');
		await rows.filter({ hasText: long }).waitFor();
		const right = (all: Element[]) => all.map((one) => one.getBoundingClientRect().right);
		const [edge = 0] = await card.evaluateAll(right);
		for (const end of await card.locator('.champion-others-tickets').evaluateAll(right)) expect(end).toBeLessThan(edge);
	});
});

describe('a vote for which the fan cannot pay', () => {
	async function atTheDialog(name: string, traits: PersonTraits) {
		const visitor = await site.visitor({ as: await aPerson(site.owner, name, traits), width: 390 });
		await visitor.open('/leader-board?main_tab=solo');
		await visitor.page.getByRole('button', { name: 'Vote for Bex Corran' }).click();
		return { visitor, dialog: visitor.page.getByRole('dialog', { name: 'Bex Corran' }) };
	}

	it('because of a suspension fails and says why', async () => {
		const { visitor, dialog } = await atTheDialog('suspended', { earned: 100, suspended: true });
		await dialog.getByLabel('Votes').fill('1');
		await dialog.getByRole('button', { name: 'Vote 1' }).click();
		const alert = visitor.page.getByRole('alert');
		await alert.getByText('failed to vote', { exact: true }).waitFor();
		await alert.getByText('This account is suspended', { exact: true }).waitFor();
	});

	it('because of a debt tells what to do first, and shows every digit', async () => {
		const { visitor, dialog } = await atTheDialog('debtor', { debt: 120 });
		await dialog.getByText('−120 gems. Settle this before voting').waitFor();
		const field = dialog.getByLabel('Votes');
		await field.fill('12345678');
		expect(await field.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)).toBe(false);
	});
});

describe('two charts of one type', () => {
	it('go by the names of their cards, so that fans can tell them apart', async () => {
		await aContest(site.owner, 'more-songs', { tab: 'more-music', type: 'theme', artists: ['First Snow'] });
		const { page, open } = await site.visitor();
		const tabs = async () => {
			await open('/leader-board');
			await page.getByRole('tab').first().waitFor();
			return page.getByRole('tab').allInnerTexts();
		};
		await expect.poll(tabs).toEqual(expect.arrayContaining(['Vote for songs', 'Vote for more-songs']));
		expect(await tabs()).toContain('Solo');
	});
});
