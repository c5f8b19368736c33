/** Charts that move by themselves, in a real browser. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aContest, type Contest } from '../../fixtures/voting/contests.ts';
import { aPerson, type Person } from '../../fixtures/accounts/people.ts';
import { openBrowserSite, type BrowserSite, type Visitor } from '../../fixtures/browser/browser.ts';

let site: BrowserSite;
let contest: Contest;
let voter: Person;

beforeAll(async () => {
	site = await openBrowserSite();
	contest = await aContest(site.owner, 'november', { tab: 'solo' });
	voter = await aPerson(site.owner, 'voter', { earned: 10_000_000 });
});
afterAll(() => site.close());

async function vote(artist: number, votes: number): Promise<void> {
	const body = { artist_id: contest.artistIds[artist], ticket_number: votes };
	expect((await site.ask({ path: '/rankings/vote/november', token: voter.token, body })).status).toBe(200);
}

/** Collects the URLs that the page requests from now on. */
function asked(visitor: Visitor, part: string): string[] {
	const urls: string[] = [];
	visitor.page.on('request', (request) => {
		if (request.url().includes(part)) urls.push(request.url());
	});
	return urls;
}

describe('a fan who only looks', () => {
	it.each([
		['the leaderboard', '/leader-board', 0],
		['home', '/', 1],
	])('sees votes of others on %s without asking for them', async (_, path, artist) => {
		const visitor = await site.visitor();
		const streams = asked(visitor, '/rankings/live');
		await visitor.open(path);
		await expect.poll(() => streams.length).toBe(1);
		await vote(artist, 4_321);
		await visitor.page.getByText('4,321').first().waitFor();
		// Live by now: whoever still asked would ask within two seconds.
		const reads = asked(visitor, '/rankings/detail');
		await vote(artist, 4_321);
		await visitor.page.getByText('8,642').first().waitFor();
		expect(reads).toEqual([]);
	});

	it('reads a number as text, whose digits roll when it changes', async () => {
		const visitor = await site.visitor();
		const streams = asked(visitor, '/rankings/live');
		await visitor.open('/leader-board');
		await expect.poll(() => streams.length).toBe(1);
		const leader = visitor.page.locator('.podium-1 .podium-tickets');
		const digits = leader.locator('.count-roll-digit');
		await leader.waitFor();
		const before = Number((await leader.innerText()).replaceAll(',', ''));
		expect(await digits.count()).toBe(0);
		await vote(0, 76_543);
		const after = before + 76_543;
		await expect
			.poll(() =>
				digits.evaluateAll((all) => all.map((one) => getComputedStyle(one).getPropertyValue('--digit')).join('')),
			)
			.toBe(String(after));
		expect(await leader.innerText()).toBe(after.toLocaleString('en'));
	});

	it("sees an artist's place move on the artist's page", async () => {
		const visitor = await site.visitor();
		const streams = asked(visitor, '/rankings/live');
		await visitor.open(`/artist/${contest.artistIds[3]}`);
		await expect.poll(() => streams.length).toBe(1);
		await vote(3, 54_321);
		await visitor.page.getByText('54,321').first().waitFor();
	});

	it('lets go of the stream while the page is hidden, and has it again afterwards', async () => {
		const visitor = await site.visitor();
		const streams = asked(visitor, '/rankings/live');
		const ended: string[] = [];
		visitor.page.on('requestfailed', (request) => ended.push(request.url()));
		visitor.page.on('requestfinished', (request) => ended.push(request.url()));
		await visitor.open('/leader-board');
		await expect.poll(() => streams.length).toBe(1);
		await turn(visitor, 'hidden');
		await expect.poll(() => ended.some((url) => url.includes('/rankings/live'))).toBe(true);
		await turn(visitor, 'visible');
		await expect.poll(() => streams.length).toBe(2);
	});

	it('still sees votes where streams do not get through', async () => {
		const visitor = await site.visitor();
		await visitor.page.route('**/rankings/live**', (route) => route.abort());
		const reads = asked(visitor, '/rankings/detail');
		await visitor.open('/leader-board');
		await expect.poll(() => reads.length, { timeout: 15_000 }).toBeGreaterThan(2);
		await vote(2, 77_777);
		await visitor.page.getByText('77,777').first().waitFor();
	});
});

/** As a phone in a pocket does it. */
async function turn({ page }: Visitor, state: 'hidden' | 'visible'): Promise<void> {
	await page.evaluate((to) => {
		Object.defineProperty(document, 'visibilityState', { value: to, configurable: true });
		document.dispatchEvent(new Event('visibilitychange'));
	}, state);
}
