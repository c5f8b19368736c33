/** How a chart moved, as a visitor sees it, and what a fan shares of it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from '@playwright/test';
import { openBrowserSite, type BrowserSite } from '../../fixtures/browser/browser.ts';
import { aPerson, type Person } from '../../fixtures/accounts/people.ts';
import { aContest, type Contest } from '../../fixtures/voting/contests.ts';

let site: BrowserSite;
let contest: Contest;
let fan: Person;

beforeAll(async () => {
	site = await openBrowserSite();
	contest = await aContest(site.owner, 'november', { tab: 'solo' });
	await aContest(site.owner, 'songs', { tab: 'music', type: 'theme', artists: ['Low Tide'] });
	fan = await aPerson(site.owner, 'fan', { earned: 10_000 });
	const [ayu, bex, cleo] = contest.artistIds;
	for (const [artistId, votes] of [
		[ayu, 9],
		[bex, 5],
		[cleo, 2],
	]) {
		const body = { artist_id: artistId, ticket_number: votes };
		expect((await site.ask({ path: '/rankings/vote/november', token: fan.token, body })).status).toBe(200);
	}
	// Bex led until two days ago, and nobody had voted for Cleo.
	await site.owner.query({
		text: `insert into standing_hour values ($1, date_trunc('hour', lightstick_now()) - interval '49 hours', $2, '{5,4}'),
			($1, date_trunc('hour', lightstick_now()) - interval '48 hours', $2, '{5,4}')`,
		values: [contest.rankingId, [bex, ayu]],
	});
});
afterAll(() => site.close());

const race = (page: Page) => page.locator('.race');
const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

async function visitor(as?: Person, width = 1440) {
	const found = await site.visitor({ width, ...(as ? { as } : {}) });
	await found.context.grantPermissions(['clipboard-read', 'clipboard-write']);
	return found;
}

describe('the race', () => {
	it('marks how far artists have moved today, and who is new', async () => {
		const { page, open } = await visitor();
		await open('/leader-board');
		const card = (name: string) =>
			page.getByRole('listitem').filter({ has: page.getByRole('button', { name: `Vote for ${name}` }) });
		await card('Ayu Bara').getByText('Up 1 place today').waitFor();
		await card('Bex Corran').getByText('Down 1 place today').waitFor();
		await card('Cleo Dastan').getByText('New', { exact: true }).waitFor();
		expect(await card('Dov Elling').locator('.move-mark').count()).toBe(0);
	});

	it('opens below the hall: lines, the order of a moment, and a table', async () => {
		const { page, open, expectAccessibleInBothThemes, complaints } = await visitor(undefined, 390);
		await open('/leader-board');
		await page.getByText('The race', { exact: true }).click();
		await expect.poll(() => race(page).locator('.race-order li').allInnerTexts()).toHaveLength(2);
		expect(await race(page).locator('.race-line').count()).toBe(2);
		await page.getByRole('slider', { name: 'Time' }).press('ArrowLeft');
		expect(await race(page).locator('.race-order li').first().innerText()).toContain('Bex Corran');
		await page.getByRole('tab', { name: 'Ranks' }).click();
		await race(page).getByText('#1', { exact: true }).waitFor();
		await page.getByText('Show as a table').click();
		await page.getByRole('table', { name: 'The race as a table' }).getByRole('cell', { name: 'Ayu Bara' }).waitFor();
		await expectAccessibleInBothThemes();
		expect(complaints).toEqual([]);
	});

	it('says so where nobody has voted yet', async () => {
		const { page, open } = await visitor();
		await open('/leader-board?main_tab=music');
		await page.getByText('The race', { exact: true }).click();
		await page.getByText('The race begins with the first full hour of votes.').waitFor();
	});

	it("stands on an artist's page", async () => {
		const { page, open, expectAccessible } = await visitor(undefined, 390);
		await open(`/artist/${contest.artistIds[0]}`);
		await page.getByRole('heading', { name: 'The race' }).scrollIntoViewIfNeeded();
		await race(page).locator('.race-name').getByText('Ayu Bara').waitFor();
		await expectAccessible();
	});
});

describe('sharing', () => {
	it('copies the link where the system has no sheet for it', async () => {
		const { page, open } = await visitor();
		await open('/leader-board?main_tab=solo');
		await page.getByRole('button', { name: 'Share' }).click();
		await page.getByText('Link copied').waitFor();
		expect(await copied(page)).toBe(`${site.url}/leader-board?main_tab=solo`);
	});

	it('offers a vote that was just cast', async () => {
		const { page, open, expectAccessible } = await visitor(fan, 390);
		await open('/leader-board?main_tab=solo');
		await page.getByRole('button', { name: 'Vote for Bex Corran' }).click();
		await page.getByRole('dialog', { name: 'Bex Corran' }).getByRole('textbox').fill('1');
		await page.getByRole('dialog', { name: 'Bex Corran' }).getByRole('button', { name: /^Vote/ }).click();
		const success = page.getByRole('dialog', { name: 'Vote Successful' });
		await success.getByRole('button', { name: 'Share your vote' }).click();
		await success.getByText('Link copied').waitFor();
		expect(await copied(page)).toBe(`${site.url}/leader-board?main_tab=solo&voted=${contest.artistIds[1]}`);
		await expectAccessible();
	});

	it('hands the link to the system, and copies nothing when the fan closes the sheet', async () => {
		const { page, context, open } = await visitor();
		await context.addInitScript(() => {
			const shared: unknown[] = [];
			Object.assign(window, { shared });
			Object.assign(navigator, {
				canShare: () => true,
				share(data: unknown) {
					shared.push(data);
					return shared.length === 1 ? Promise.resolve() : Promise.reject(new DOMException('closed', 'AbortError'));
				},
			});
		});
		await open(`/artist/${contest.artistIds[0]}`);
		const shared = () =>
			page.evaluate(() => (window as unknown as { shared: { url: string }[] }).shared.map(({ url }) => url));
		const link = `${site.url}/artist/${contest.artistIds[0]}`;
		await page.getByRole('button', { name: 'Share' }).click();
		await expect.poll(shared).toEqual([link]);
		await page.getByRole('button', { name: 'Share' }).click();
		await expect.poll(shared).toEqual([link, link]);
		expect(await page.getByText('Link copied').count()).toBe(0);
	});
});
