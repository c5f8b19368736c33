/** Charts of every size, names of every length, numbers of every height: nothing breaks, nothing sticks out. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aPerson } from '../../fixtures/accounts/people.ts';
import { openBrowserSite, type BrowserSite, type Visitor } from '../../fixtures/browser/browser.ts';
import { aContest } from '../../fixtures/voting/contests.ts';

let site: BrowserSite;

beforeAll(async () => {
	site = await openBrowserSite();
});
afterAll(() => site.close());

/** The chart of this moment: the one that begins last is the current one. */
let months = 0;
async function aMonth(artists: string[]): Promise<{ key: string; artistIds: number[] }> {
	months += 1;
	await site.owner.query({ text: 'delete from rank_entry_config' });
	return aContest(site.owner, `month-${months}`, { tab: 'solo', artists, startsIn: -10 + months / 10 });
}

const named = (count: number) => Array.from({ length: count }, (_, index) => `Artist ${index + 1}`);

async function expectNothingSticksOut({ page }: Visitor): Promise<void> {
	const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
	expect(sideways, page.url()).toBeLessThanOrEqual(0);
}

describe.each([390, 1440])('at %i pixels', (width) => {
	it.each([
		['[S2-14] 1 artist', 1],
		['[S2-14] 3 artists', 3],
		['[S2-14] 4 artists', 4],
		['5 artists', 5],
		['101 artists', 101],
	])('a chart of %s stands, on home and on the leaderboard', async (_, count) => {
		await aMonth(named(count));
		const visitor = await site.visitor({ width, reducedMotion: true });
		const { page } = visitor;
		await visitor.open('/');
		const chips = page.getByRole('list', { name: 'Top artists' });
		await expect.poll(() => chips.getByRole('listitem').count()).toBe(Math.min(count, 20));
		await expect.poll(() => page.locator('.marquee').getAttribute('data-moving')).toBe(String(count >= 5));
		await expectNothingSticksOut(visitor);
		await visitor.open('/leader-board');
		await expect.poll(() => page.getByRole('button', { name: /^Vote for/ }).count()).toBe(count);
		await expectNothingSticksOut(visitor);
		expect(visitor.complaints).toEqual([]);
	});

	it('a name of sixty characters, one in Korean only, and more votes than 32 bits hold fit everywhere', async () => {
		const long = 'The Extraordinarily Long Named Orchestra of Midnight Lanterns';
		const { artistIds } = await aMonth([
			long,
			'밤하늘의별빛아래서노래하는사람들',
			'Cleo Dastan',
			'Dov Elling',
			long.toUpperCase(),
		]);
		await site.owner.query({
			text: `insert into tally (ranking_id, artist_id, slot, tickets, last_vote_at)
				select ranking_id, artist_id, 0, 3250000000 - artist_id, lightstick_now()
				from ranking_entry where artist_id = any($1)`,
			values: [artistIds],
		});
		const visitor = await site.visitor({ width, reducedMotion: true });
		const { page } = visitor;
		for (const path of ['/', '/leader-board', `/artist/${artistIds[0]}`, `/artist/${artistIds[1]}`]) {
			await visitor.open(path);
			await page
				.getByText(/3,24\d,\d{3},\d{3}/)
				.first()
				.waitFor();
			await expectNothingSticksOut(visitor);
			await visitor.expectAccessible();
		}
		expect(visitor.complaints).toEqual([]);
	});

	it('a picture that is gone leaves a stand-in, and an artist without one is as good', async () => {
		const { artistIds } = await aMonth(named(5));
		const missing = 'f'.repeat(32);
		await site.owner.query({
			text: 'insert into media (media_id, width, height) values ($1, 640, 640) on conflict do nothing',
			values: [missing],
		});
		await site.owner.query({
			text: 'update artist set avatar_media_id = $1 where artist_id = any($2)',
			values: [missing, artistIds.slice(0, 4)],
		});
		const visitor = await site.visitor({ width, reducedMotion: true });
		const { page } = visitor;
		for (const path of ['/', '/leader-board', `/artist/${artistIds[0]}`]) {
			await visitor.open(path);
			await page.getByText('Artist 1').first().waitFor();
			const broken = () =>
				page.evaluate(
					() => Array.from(document.images).filter((image) => image.complete && image.naturalWidth === 0).length,
				);
			await expect.poll(broken).toBe(0);
			await expectNothingSticksOut(visitor);
		}
	});
});

it('a vote that a fan came back for opens at its row, far down a chart that has just opened', async () => {
	const { artistIds } = await aMonth(named(60));
	const fan = await aPerson(site.owner, 'came-back', { earned: 50 });
	const { page, open } = await site.visitor({ as: fan, width: 390, reducedMotion: true });
	await open(`/leader-board?vote=${artistIds[59]}`);
	await page.getByRole('dialog', { name: 'Artist 60' }).waitFor();
	await expect.poll(() => page.evaluate(() => scrollY > innerHeight)).toBe(true);
});
