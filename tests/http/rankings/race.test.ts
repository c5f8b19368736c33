/** The race: what is recorded by the hour, what of it is served, and how ranks moved today. */
import { expect, it, onTestFinished } from 'vitest';
import { getMovement, getRace } from '#contract/race.ts';
import { sql } from '#server/kernel/database.ts';
import { closeAndCertify } from '#server/rankings/closing/closing.ts';
import { recordHours } from '#server/rankings/race/race.ts';
import { sumStandings } from '#server/rankings/standings/sql.ts';
import { beforeTests, type Contest, dataOf, openSite } from '../../fixtures/site/site.ts';

const HOUR_MS = 3_600_000;
/** A full hour, in the evening of the site's time zone. */
const TEN = Date.parse('2027-03-10T10:00:00Z');
const at = (hours: number) => new Date(TEN + hours * HOUR_MS);
const secondsAt = (hours: number) => at(hours).getTime() / 1000;

const site = beforeTests(() => openSite());

const aRace = (key: string, from = -30, to = 30) =>
	site.contest(key, { startsAt: at(from), endsAt: at(to), artists: ['Ayu Bara', 'Bex Corran', 'Cleo Dastan'] });

async function vote(contest: Contest, artist: number, tickets: number, hours: number): Promise<void> {
	await site.clock.set(at(hours));
	const fan = await site.fan('a voter', { earned: tickets * 10 });
	expect((await site.castVote(fan, contest, { artist, tickets })).body.message).toBe('ok');
}

async function record(hours: number): Promise<void> {
	await site.clock.set(at(hours));
	await sumStandings(site.db);
	await recordHours(site.db);
}

const raceOf = async ({ key }: Contest, query = '') =>
	dataOf(getRace, await site.ask({ path: `/rankings/race?ranking_key=${key}${query}` }));
const movementOf = async ({ key }: Contest) =>
	dataOf(getMovement, await site.ask({ path: `/rankings/movement?ranking_key=${key}` }));

it('has a standing for each hour with votes, recorded once, however many processes do it', async () => {
	const contest = await aRace('by-hour');
	const [a, b] = contest.artistIds;
	await vote(contest, 1, 5, 0.5);
	await site.clock.set(at(1.2));
	await sumStandings(site.db);
	await Promise.all([1, 2, 3].map(() => recordHours(site.db)));
	await record(2);
	await vote(contest, 0, 9, 2.5);
	await record(3);
	expect(await raceOf(contest)).toMatchObject({
		start_time: secondsAt(-30),
		times: [secondsAt(1), secondsAt(3)],
		lines: [
			{ artist_id: a, en_name: 'Ayu Bara', tickets: [0, 9], ranks: [null, 1] },
			{ artist_id: b, tickets: [5, 5], ranks: [1, 2] },
		],
	});
});

it('of one artist has the two ranks above and the two below, as far as there are any with votes', async () => {
	const names = ['Ayu Bara', 'Bex Corran', 'Cleo Dastan', 'Dov Elmar', 'Esi Farr', 'Fay Gant', 'Gus Holm'];
	const contest = await site.contest('around', { startsAt: at(-30), endsAt: at(30), artists: names });
	for (const place of [5, 4, 3, 2, 1, 0]) await vote(contest, place, 9 - place, 0.5);
	await record(1);
	const around = async (place: number) => {
		const { lines } = await raceOf(contest, `&artist_id=${contest.artistIds[place]}`);
		return lines.map(({ en_name }) => names.indexOf(en_name));
	};
	expect(await around(0)).toEqual([0, 1, 2]);
	expect(await around(2)).toEqual([0, 1, 2, 3, 4]);
	expect(await around(5)).toEqual([3, 4, 5]);
	expect(await around(6)).toEqual([]);
});

it('leaves a hidden artist out, and the others move up', async () => {
	const contest = await aRace('hidden');
	const [a, b] = contest.artistIds;
	await vote(contest, 1, 5, 0.5);
	await vote(contest, 0, 2, 0.6);
	await record(1);
	await sql`update ranking_entry set hidden_at = now() where ranking_id = ${contest.rankingId}
		and artist_id = ${b}`.run(site.owner);
	expect((await raceOf(contest)).lines).toMatchObject([{ artist_id: a, ranks: [1] }]);
});

it('ends with the certified result, which the audit compares', async () => {
	const contest = await aRace('to-the-end', -30, 0.75);
	await vote(contest, 2, 4, 0.7);
	await site.clock.set(at(0.8));
	await closeAndCertify(site.db);
	await record(0.9);
	expect((await raceOf(contest)).times).toEqual([secondsAt(0.75)]);
	await sql`update standing_hour set tickets[1] = 3 where ranking_id = ${contest.rankingId}`.run(site.owner);
	await site.clock.set(at(30));
	await closeAndCertify(site.db);
	await site.balances();
});

it('compares the ranks of now with those when today began; who came today is new', async () => {
	const contest = await aRace('moving');
	const [a, b] = contest.artistIds;
	await vote(contest, 0, 3, 0.5);
	await vote(contest, 1, 2, 0.6);
	// Midnight in Seoul is 15:00 UTC.
	await record(5);
	await vote(contest, 2, 20, 5.5);
	await record(6);
	expect(await movementOf(contest)).toEqual({
		since: secondsAt(5),
		ranks: [
			[a, 1],
			[b, 2],
		],
	});
});

it('says nothing of a ranking that opened today, of one without votes, and of one that has ended', async () => {
	const [opened, silent, ended] = [await aRace('opened', 5.2), await aRace('silent'), await aRace('ended', -30, 5.5)];
	await vote(ended, 0, 1, 4);
	await record(5);
	await vote(opened, 0, 1, 5.3);
	await record(6);
	for (const contest of [opened, silent, ended]) expect(await movementOf(contest)).toEqual({ since: null, ranks: [] });
	expect(await raceOf(silent)).toMatchObject({ times: [], lines: [] });
	expect((await site.ask({ path: '/rankings/race?ranking_key=nowhere' })).body.error).toBe('ranking_not_found');
	expect((await site.ask({ path: '/rankings/movement?ranking_key=nowhere' })).status).toBe(404);
});

it.each([
	['Asia/Kolkata', 8.5],
	['Asia/Kathmandu', 8.25],
])('has a standing of midnight in %s, which is no full hour elsewhere', async (zone, midnight) => {
	const live = (timezone: string) => sql`update site_setting set timezone = ${timezone}`.run(site.owner);
	onTestFinished(() => live('Asia/Seoul'));
	await live(zone);
	const contest = await aRace(`midnight-${zone.slice(5).toLowerCase()}`);
	await vote(contest, 0, 3, midnight - 0.1);
	await record(midnight + 0.1);
	await vote(contest, 1, 9, midnight + 0.2);
	await sumStandings(site.db);
	expect((await raceOf(contest)).times).toEqual([secondsAt(midnight)]);
	expect(await movementOf(contest)).toEqual({ since: secondsAt(midnight), ranks: [[contest.artistIds[0], 1]] });
});
