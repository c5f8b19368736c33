/** Charts that move by themselves, how they moved before, what fans share of them, and charts of every size. */
import { sumStandings } from '#server/rankings/standings/sql.ts';
import { sql } from '#server/kernel/database.ts';
import { describe, expect, it } from 'vitest';
import type { Page } from '@playwright/test';
import { aContest, type Contest } from '../../fixtures/voting/contests.ts';
import { aPerson } from '../../fixtures/accounts/people.ts';
import { beforeTests } from '../../fixtures/before-tests.ts';
import { ownBrowserSite } from '../../fixtures/browser/browser.ts';
import { step } from '../../fixtures/browser/step.ts';
import { ownProcessClock } from '../../fixtures/process-clock.ts';
import { callsOf } from '../../../testkit/network.ts';

const site = ownBrowserSite();

const voter = beforeTests(() => aPerson(site.owner, 'voter', { earned: 10_000_000 }));

const clock = ownProcessClock();

let months = 0;
/** A chart that is the only one from now on: of several, the one that begins last is the current one. */
async function aMonth(artists?: string[]): Promise<Contest> {
	const contest = await newMonth(artists);
	// Pages are kept for a second: what they showed before is gone then.
	clock.pass(1_100);
	return contest;
}

async function newMonth(artists?: string[]): Promise<Contest> {
	months += 1;
	await site.owner.query({ text: 'delete from rank_entry_config' });
	const startsIn = -10 + months / 10;
	return aContest(site.owner, `month-${months}`, { tab: 'solo', startsIn, ...(artists && { artists }) });
}

const vote = async (contest: Contest, artist: number, tickets: number) =>
	expect((await site.castVote(voter, contest, { artist, tickets })).status).toBe(200);

describe('a fan who only looks', () => {
	/** Looks at a page until its stream is open. */
	async function atPage(path: string) {
		const visitor = await site.visitor();
		const calls = callsOf(visitor.page);
		const asked = (what: string) => calls.filter((call) => call.startsWith(`GET /rankings/${what}`)).length;
		await visitor.open(path);
		await expect.poll(() => asked('live')).toBe(1);
		return { page: visitor.page, asked };
	}

	it.each<[string, (contest: Contest) => string]>([
		['the leaderboard', () => '/leader-board'],
		['home', () => '/'],
		['the page of an artist', ({ artistIds }) => `/artist/${artistIds[3]}`],
	])('sees votes of others on %s without asking for them', async (_, path) => {
		const contest = await aMonth();
		const { page, asked } = await atPage(path(contest));
		await vote(contest, 3, 4_321);
		await page.getByText('4,321').first().waitFor();
		// Live by now: a page that still asked would ask within two seconds.
		const before = asked('detail');
		await vote(contest, 3, 4_321);
		await page.getByText('8,642').first().waitFor();
		expect(asked('detail')).toBe(before);
	});

	it('reads a number as text, whose digits roll when it changes', async () => {
		const contest = await aMonth();
		await vote(contest, 0, 1_000);
		// The page begins with these votes.
		await sumStandings(site.db);
		const { page } = await atPage('/leader-board');
		const leader = page.locator('.podium-1 .rank-tickets > b');
		const digits = leader.locator('.count-roll-digit');
		await expect.poll(() => leader.innerText()).toBe('1,000');
		expect(await digits.count()).toBe(0);
		await vote(contest, 0, 76_543);
		await expect
			.poll(() =>
				digits.evaluateAll((all) => all.map((one) => getComputedStyle(one).getPropertyValue('--digit')).join('')),
			)
			.toBe('77543');
		await expect.poll(() => leader.innerText()).toBe('77,543');
	});

	it('sees only those move who change places, and only what is in sight is styled anew', async () => {
		// In the first place it makes the podium higher, and all others stand lower.
		const long = 'Artist 1 and the Orchestra of Midnight Lanterns of the City';
		const names = Array.from({ length: 60 }, (_, index) => `Artist ${index}`).with(1, long);
		const contest = await aMonth(names);
		await vote(contest, 0, 10);
		await vote(contest, 1, 9);
		await sumStandings(site.db);
		const { page } = await atPage('/leader-board');
		await page.locator('.podium-1').getByText('Artist 0', { exact: true }).waitFor();
		await page.evaluate(async () => {
			const moved = Object.assign(globalThis, { moved: new Set() }).moved;
			const { animate } = Element.prototype;
			Element.prototype.animate = function note(...how) {
				if (this.matches('[data-flip]')) moved.add(this.textContent?.match(/Artist \d+/)?.[0]);
				return animate.apply(this, how);
			};
			await document.fonts.ready;
		});
		const most = await mostRestyled(page, async () => {
			await vote(contest, 1, 2);
			await page.locator('.hall-change-words').waitFor();
			await page.locator('.podium-1').getByText(long, { exact: true }).waitFor();
		});
		expect(await page.evaluate('[...moved].toSorted()')).toEqual(['Artist 0', 'Artist 1']);
		expect(most).toBeLessThan((await page.locator('body *').count()) / 2);
	});
});

/** The most elements whose style the browser computes at once while `act` runs. */
async function mostRestyled(page: Page, act: () => Promise<unknown>): Promise<number> {
	const browser = page.context().browser();
	await browser?.startTracing(page, { categories: ['devtools.timeline'] });
	await act().catch(async (error: unknown) => {
		await browser?.stopTracing();
		throw error;
	});
	const { traceEvents } = JSON.parse(String(await browser?.stopTracing())) as {
		traceEvents: { name: string; args: { elementCount?: number } }[];
	};
	return Math.max(...traceEvents.map(({ name, args }) => (name === 'UpdateLayoutTree' && args.elementCount) || 0));
}

it('the race marks who has moved today, opens below the hall with lines, the order of a moment and a table, and stands on an artist’s page', async () => {
	const contest = await aMonth();
	await aContest(site.owner, `songs-${months}`, { tab: 'music', type: 'theme', artists: ['Low Tide'] });
	for (const [artist, votes] of [9, 5, 2].entries()) await vote(contest, artist, votes);
	// Bex led until two days ago, and nobody had voted for Cleo.
	await site.owner.query({
		text: `insert into standing_hour values ($1, date_trunc('hour', lightstick_now()) - interval '49 hours', $2, '{5,4}'),
			($1, date_trunc('hour', lightstick_now()) - interval '48 hours', $2, '{5,4}')`,
		values: [contest.rankingId, [contest.artistIds[1], contest.artistIds[0]]],
	});
	const { page, open, goTo, expectAccessible, expectAccessibleInBothThemes, complaints } = await site.visitor({
		width: 390,
	});
	const race = page.locator('.race');
	await open('/leader-board');
	const card = (name: string) =>
		page.getByRole('listitem').filter({ has: page.getByRole('button', { name: `Vote for ${name}` }) });
	await card('Ayu Bara').getByText('Up 1 place today').waitFor();
	await card('Bex Corran').getByText('Down 1 place today').waitFor();
	await card('Cleo Dastan').getByText('New', { exact: true }).waitFor();
	expect(await card('Dov Elling').locator('.move-mark').count()).toBe(0);
	await page.getByText('The race', { exact: true }).click();
	await expect.poll(() => race.locator('.race-order li').allInnerTexts()).toHaveLength(2);
	await expect.poll(() => race.locator('.race-line').count()).toBe(2);
	// The standing of now, and before it the last one that was recorded.
	await expect.poll(() => race.locator('.race-order li').first().innerText()).toContain('Ayu Bara');
	await page.getByRole('slider', { name: 'Time' }).press('ArrowLeft');
	await expect.poll(() => race.locator('.race-order li').first().innerText()).toContain('Bex Corran');
	await page.getByRole('tab', { name: 'Ranks' }).click();
	await race.getByText('#1', { exact: true }).waitFor();
	await page.getByText('Show as a table').click();
	await page
		.getByRole('table', { name: 'The race as a table' })
		.getByRole('cell', { name: 'Ayu Bara' })
		.first()
		.waitFor();
	await expectAccessibleInBothThemes();
	await goTo(`/artist/${contest.artistIds[0]}`);
	await page.getByRole('heading', { name: 'The race' }).scrollIntoViewIfNeeded();
	await race.locator('.race-name').getByText('Ayu Bara').waitFor();
	await expectAccessible();
	await goTo('/leader-board?main_tab=music');
	await page.getByText('The race', { exact: true }).click();
	await page.getByText('The race begins with the first full hour of votes.').waitFor();
	expect(complaints).toEqual([]);
});

it('a fan shares a chart or a vote by its link, which is copied or handed to the system, and nothing is copied when the sheet is closed', async () => {
	const { artistIds } = await aMonth();
	const { page, context, open } = await site.visitor({ as: voter, width: 390, at: '/leader-board?main_tab=solo' });
	await context.grantPermissions(['clipboard-read', 'clipboard-write']);
	const copied = () => page.evaluate(() => navigator.clipboard.readText());
	await step('a browser without a sheet', async () => {
		await page.getByRole('button', { name: 'Share' }).click();
		await page.getByText('Link copied').waitFor();
		expect(await copied()).toBe(`${site.url}/leader-board?main_tab=solo`);
		await page.getByRole('button', { name: 'Vote for Bex Corran' }).click();
		const dialog = page.getByRole('dialog', { name: 'Bex Corran' });
		await dialog.getByRole('textbox').fill('1');
		await dialog.getByRole('button', { name: /^Vote/ }).click();
		const success = page.getByRole('dialog', { name: 'Vote Successful' });
		await success.getByRole('button', { name: 'Share your vote' }).click();
		await success.getByText('Link copied').waitFor();
		// The message about the chart's link is still there.
		await expect.poll(copied).toBe(`${site.url}/leader-board?main_tab=solo&voted=${artistIds[1]}`);
		await page.keyboard.press('Escape');
		await success.waitFor({ state: 'hidden' });
	});
	await step('one with a sheet, which is closed the second time', async () => {
		await page.addInitScript(() => {
			const shared: string[] = [];
			Object.assign(navigator, {
				canShare: () => true,
				share({ url }: { url: string }) {
					shared.push(url);
					return shared.length === 1 ? Promise.resolve() : Promise.reject(new DOMException('closed', 'AbortError'));
				},
			});
			Object.assign(globalThis, { shared });
		});
		const link = `${site.url}/artist/${artistIds[0]}`;
		await open(`/artist/${artistIds[0]}`);
		for (const shared of [[link], [link, link]]) {
			await page.getByRole('button', { name: 'Share' }).click();
			await expect.poll(() => page.evaluate('shared')).toEqual(shared);
		}
		expect(await page.getByText('Link copied').count()).toBe(0);
	});
});

const named = (count: number) => Array.from({ length: count }, (_, index) => `Artist ${index + 1}`);

describe('a chart', () => {
	const visitor = beforeTests(() => site.visitor({ reducedMotion: true }));

	async function expectNothingSticksOut(): Promise<void> {
		const sideways = () => visitor.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
		await expect.poll(sideways, { message: visitor.page.url() }).toBeLessThanOrEqual(0);
	}

	it.each([
		['[S2-14] with 1 artist', 1, 390],
		['[S2-14] with 4 artists', 4, 390],
		['with 5 artists', 5, 1440],
		['with 101 artists', 101, 390],
	])('%s fits home and leaderboard', async (_, count, width) => {
		await aMonth(named(count));
		const { page, open, goTo } = visitor;
		await page.setViewportSize({ width, height: 900 });
		await open('/');
		const chips = page.getByRole('list', { name: 'Top artists' });
		await expect.poll(() => chips.getByRole('listitem').count()).toBe(Math.min(count, 20));
		await expect.poll(() => page.locator('.marquee').getAttribute('data-moving')).toBe(String(count >= 5));
		await expectNothingSticksOut();
		await goTo('/leader-board');
		await expect.poll(() => page.getByRole('button', { name: /^Vote for/ }).count()).toBe(count);
		await expectNothingSticksOut();
	});

	it('fits with a name of sixty characters, one in Korean only, more votes than 32 bits hold, and a picture that is gone', async () => {
		const long = 'The Extraordinarily Long Named Orchestra of Midnight Lanterns';
		const korean = '밤하늘의별빛아래서노래하는사람들';
		const { artistIds } = await newMonth([long, korean, 'Cleo Dastan', 'Dov Elling', long.toUpperCase()]);
		const missing = 'f'.repeat(32);
		await sql`insert into tally (ranking_id, artist_id, slot, tickets, last_vote_at)
			select ranking_id, artist_id, 0, 3250000000 - artist_id, lightstick_now()
			from ranking_entry where artist_id = any(${artistIds})`.run(site.owner);
		await sql`insert into media (media_id, width, height) values (${missing}, 640, 640)
			on conflict do nothing`.run(site.owner);
		await sql`update artist set avatar_media_id = ${missing} where artist_id = any(${artistIds.slice(0, 4)})`.run(
			site.owner,
		);
		clock.pass(1_100);
		const { page, open, goTo, expectAccessible } = visitor;
		const broken = () =>
			page.evaluate(
				() => Array.from(document.images).filter((image) => image.complete && image.naturalWidth === 0).length,
			);
		for (const path of ['/', '/leader-board', `/artist/${artistIds[0]}`, `/artist/${artistIds[1]}`]) {
			await (path === '/' ? open : goTo)(path);
			await page
				.getByText(/3,24\d,\d{3},\d{3}/)
				.first()
				.waitFor();
			// A stand-in is shown in its place.
			await expect.poll(broken).toBe(0);
			for (const width of [390, 1440]) {
				await page.setViewportSize({ width, height: 900 });
				await expectNothingSticksOut();
			}
			// Home and the hall look the same to its rules as with shorter names.
			if (path.startsWith('/artist')) await expectAccessible();
		}
	});
});

it('a vote that a fan came back for opens at its row, far down the chart', async () => {
	const { artistIds } = await aMonth(named(60));
	const fan = await aPerson(site.owner, 'came-back', { earned: 50 });
	const { page, open } = await site.visitor({ as: fan, width: 390, reducedMotion: true });
	await open(`/leader-board?vote=${artistIds[59]}`);
	await page.getByRole('dialog', { name: 'Artist 60' }).waitFor();
	await expect.poll(() => page.evaluate(() => scrollY > innerHeight)).toBe(true);
});
