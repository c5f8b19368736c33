/** Concentration of votes: counted after voting, over many fans, without a full scan of a table of fans. */
import { beforeAll, describe, expect, it } from 'vitest';
import { type Database, sql } from '#server/kernel/database.ts';
import { listCaseVotes, listCases, openCase, previewCase } from '#server/voting/operator/cases/cases.ts';
import { countVotes, findUnusual, readConcentration } from '#server/voting/operator/concentration/concentration.ts';
import {
	countFans,
	forgetCounts,
	listTopFans as readTopFans,
	readTimeline,
} from '#server/voting/operator/top-fans/top-fans.ts';
import { readsOf } from '../../fixtures/statements/costs.ts';
import { aKey, beforeTests, openSite, type Operator } from '../../fixtures/site/site.ts';
import * as calls from '../../fixtures/site/calls.ts';

const FANS = 20_000;
const FARMED = 400;
const NETWORK = 'fa'.repeat(32);
const HOUR_MS = 3_600_000;
/** Fans kept of each artist: so few that most of them are given up again. */
const KEPT = 10;
const STEADY = 6_000;
const WHALE = 5_002;

const site = beforeTests(openSite);
const editor = beforeTests(() => site.operator('editor'));
const contest = beforeTests(() => site.contest('crowded'));
beforeAll(async () => {
	const { rankingId, artistIds } = contest;
	const carried = await site.contest('carried');
	// Most are old and live all over; the last four hundred were made an hour ago, sit in one network and love the second.
	const fill = [
		`insert into fan (fan_id, name, country, register_platform, registered_at)
			select id, 'fan ' || id, (array['KR', 'JP', 'BR', 'TH'])[1 + id % 4], 'google',
				lightstick_now() - case when id > ${FANS - FARMED} then interval '70 minutes' else interval '200 days' end
			from generate_series(1, ${FANS}) id`,
		`insert into wallet (fan_id, registered, last_seq) select fan_id, true, 1 from fan`,
		`insert into session (token_hash, fan_id, provider, browser_hash, created_at, activated_at, expires_at, network_hash)
			select sha256(fan_id::text::bytea), fan_id, 'google', '', registered_at, registered_at, lightstick_now(),
				case when fan_id > ${FANS - FARMED} then decode('${NETWORK}', 'hex') else sha256((fan_id / 3)::text::bytea) end
			from fan`,
		`insert into ledger_entry (fan_id, seq, kind, earned, purchased, earned_after, purchased_after, cause, created_at)
			select fan_id, 1, 'vote', -1, 0, 0, 0, md5(fan_id::text), lightstick_now() from fan`,
		`insert into vote (fan_id, idempotency_key, ranking_id, artist_id, tickets, cost_earned, cost_purchased,
				ledger_seq, artist_tickets, cast_at)
			select fan_id, md5(fan_id::text), ${rankingId},
				case when fan_id > ${FANS - FARMED} then ${artistIds[1]} else ${artistIds[0]} end,
				case when fan_id > ${FANS - FARMED} then 10 else 1 end, 1, 0, 1, 1,
				lightstick_now() - interval '5 minutes' - case when fan_id > ${FANS - FARMED} then interval '0' else
					make_interval(mins => (fan_id / 40)::int) end
			from fan order by fan_id`,
		// One fan gave a little every minute, another nearly everything at once; three hundred gave one vote each.
		`insert into vote (fan_id, idempotency_key, ranking_id, artist_id, tickets, cost_earned, cost_purchased,
				ledger_seq, artist_tickets, cast_at)
			select fan, md5('carried' || fan || '-' || minute), ${carried.rankingId}, ${carried.artistIds[0]},
				tickets, 0, tickets, 1, 1, lightstick_now() - make_interval(mins => 5 + minute)
			from (
				select ${STEADY} as fan, 2 as tickets, minute from generate_series(0, 59) minute
				union all select ${WHALE}, 5000, 30
				union all select n, 1, n % 60 from generate_series(1, 300) n
			) given`,
		'analyze',
	];
	for (const text of fill) await site.owner.query({ text });
	await Promise.all([countVotes(site.db), countVotes(site.db)]);
	await Promise.all([countFans(site.db, undefined, KEPT), countFans(site.db, undefined, KEPT)]);
	// A run ends after some seconds: a busy machine needs several.
	while (await isBehind('vote_counting')) await countVotes(site.db);
	while (await isBehind('vote_fan_counting')) await countFans(site.db, undefined, KEPT);
});

async function isBehind(table: 'vote_counting' | 'vote_fan_counting'): Promise<boolean> {
	const text = `select counted_through < lightstick_now() - interval '2 minutes' as behind from ${table}`;
	return (await site.owner.query<{ behind: boolean }>({ text }))[0]?.behind ?? true;
}

const read = (artist_id?: number) =>
	editor.data(calls.readConcentration, { params: { ranking_key: 'crowded' }, query: { artist_id } });
const inCase = { reason: 'BOT' as const, statement: 'x', incident_url: null, objection_hours: 24 };
/** Opens a case without a request. */
const open = (db: Database, ranking_key: string, filter: calls.CaseFilter) =>
	openCase(db, editor, { ...inCase, ranking_key, filter, idempotencyKey: aKey() });
async function aLateVote(fan: number, at = sql`lightstick_now()`): Promise<void> {
	const { rankingId, artistIds } = contest;
	await sql`insert into vote (fan_id, idempotency_key, ranking_id, artist_id, tickets, cost_earned, cost_purchased,
			ledger_seq, artist_tickets, cast_at)
		values (${fan}, ${aKey()}, ${rankingId}, ${artistIds[0]}, 5, 1, 0, 2, 1, ${at})`.run(site.owner);
}

describe('an operator who looks at a ranking', () => {
	it('sees every vote counted once, by age, country, network and hour, and what stands out', async () => {
		const seen = await read();
		expect(seen).toMatchObject({ votes: FANS, tickets: FANS - FARMED + 10 * FARMED });
		for (const kind of ['age', 'country', 'hour'] as const) {
			expect([kind, seen[kind].reduce((sum, { votes }) => sum + votes, 0)]).toEqual([kind, FANS]);
		}
		expect(seen.country).toHaveLength(4);
		expect(seen.age.map(({ value }) => value)).toEqual(['older', 'day']);
		expect(seen.hour.map(({ value }) => value)).toEqual(seen.hour.map(({ value }) => value).toSorted());
		expect(seen.network[0]).toMatchObject({ value: NETWORK, votes: FARMED, accounts: FARMED, case_ids: [] });
		expect(seen.network[0]?.unusual).toBe('One network gave 17 % of all votes');
		expect(seen.network.slice(1).filter(({ unusual }) => unusual !== null)).toEqual([]);
		const [first, second] = seen.artists;
		expect([first?.unusual, second?.unusual]).toEqual([0, 2]);
	});

	it('sees for one artist what is unlike the others', async () => {
		const seen = await read(contest.artistIds[1]);
		expect(seen).toMatchObject({ votes: FARMED, artist_id: contest.artistIds[1] });
		expect(seen.age).toMatchObject([{ value: 'day', unusual: 'Accounts of less than a day gave 100 % of all votes' }]);
		expect(seen.country.filter(({ unusual }) => unusual !== null)).toEqual([]);
	});

	it('is told on the dashboard until a case takes it up', async () => {
		const { attention } = await editor.data(calls.getDashboard);
		expect(attention).toContainEqual({
			about: null,
			kind: 'votes_unusual',
			target: 'crowded',
			text: expect.stringContaining('One network gave 17 %') as string,
		});
		expect(attention).toContainEqual(expect.objectContaining({ kind: 'sign_ups_unusual', target: NETWORK }));
		const { case: opened } = await open(site.db, 'crowded', { network: NETWORK });
		expect(opened).toMatchObject({ votes: FARMED, tickets: 10 * FARMED });
		const left = (await findUnusual(site.db)).map(({ text }) => text);
		expect(left.filter((text) => text.includes('network gave'))).toEqual([]);
		expect((await read()).network[0]).toMatchObject({ case_ids: [opened.case_id] });
	});

	it('sees all votes cast, and that the sources of some are not counted yet', async () => {
		const text = `insert into tally (ranking_id, slot, artist_id, tickets, last_vote_at) values ($1, 0, $2, 70000, lightstick_now())`;
		await site.owner.query({ text, values: [contest.rankingId, contest.artistIds[0]] });
		const seen = await read();
		expect(seen).toMatchObject({ tickets: FANS - FARMED + 10 * FARMED, cast_tickets: 70_000 + 10 * FARMED });
		expect(seen.artists[0]).toMatchObject({ tickets: FANS - FARMED, cast_tickets: 70_000 });
		await site.owner.query({ text: 'delete from tally where ranking_id = $1', values: [contest.rankingId] });
	});

	it('sees votes that were cast since, a minute later, and none twice', async () => {
		const votes = async () => (await readConcentration(site.db, 'crowded', null)).votes;
		await aLateVote(1);
		await countVotes(site.db);
		expect(await votes()).toBe(FANS);
		await site.clock.set(new Date(Date.now() + 120_000));
		await countVotes(site.db);
		await countVotes(site.db);
		expect(await votes()).toBe(FANS + 1);
		await site.clock.run();
	});

	it('sees none of the minutes around the end of a ranking counted before they are over', async () => {
		const votes = async () => (await readConcentration(site.db, 'crowded', null)).votes;
		const before = await votes();
		const noon = Date.now() + HOUR_MS;
		const at = (seconds: number) => site.clock.set(new Date(noon + seconds * 1000));
		await site.contest('ending', { endsAt: new Date(noon + 120_000) });
		await aLateVote(2, sql`${new Date(noon - 120_000)}`);
		for (const seconds of [5, 119, 175]) {
			await at(seconds);
			await countVotes(site.db);
			expect(await votes()).toBe(before);
		}
		await at(190);
		await countVotes(site.db);
		expect(await votes()).toBe(before + 1);
		await site.clock.run();
	});

	it('has a past without votes skipped: from the first ranking to the next vote in one step', async () => {
		const counting = () =>
			sql`select round(extract(epoch from lightstick_now() - counted_through) / 3600)::integer as hours
				from vote_counting`.all<{ hours: number }>(site.owner);
		await sql`update vote_counting set counted_through = lightstick_now() - interval '20 years'`.run(site.owner);
		const oldest = await sql`select round(extract(epoch from lightstick_now() - min(cast_at)) / 3600)::integer as hours
				from vote`.all<{ hours: number }>(site.owner);
		const statements: string[] = [];
		const stopping: Database = {
			...site.db,
			transaction: (work) => {
				if (statements.push('transaction') > 1) throw new Error('stopped');
				return site.db.transaction(work);
			},
		};
		await expect(countVotes(stopping)).rejects.toThrow('stopped');
		expect(await counting()).toEqual(oldest);
	});
});

describe('the fans who gave most', () => {
	const ask = (colleague: Operator, ranking_key: string, artist_id?: number) =>
		colleague.data(calls.listTopFans, { params: { ranking_key }, query: { artist_id } });

	it('are found, whether they gave much at once or a little every minute', async () => {
		const { list } = await ask(editor, 'carried');
		expect(list).toHaveLength(KEPT);
		expect(list[0]).toMatchObject({
			fan_id: WHALE,
			name: `fan ${WHALE}`,
			tickets: 5_000,
			missed: 0,
			purchased: 5_000,
			artist_tickets_all: 5_420,
			unusual: 'One fan gave 92 % of all votes',
		});
		expect(list[1]).toMatchObject({ fan_id: STEADY, votes: 60, tickets: 120, missed: 0, unusual: null });
		// Rows of fans who came late lack votes: these are counted again, by key.
		for (const { tickets, missed } of list.slice(2)) expect([tickets, missed]).toEqual([1, 0]);
		const texts = (await findUnusual(site.db)).map(({ text }) => text);
		expect(texts).toContain('The carried ranking: One fan gave 92 % of all votes');
	});

	it('come with the accounts that share their network, and hide their names from a viewer', async () => {
		const [farmed] = (await ask(editor, 'crowded', contest.artistIds[1])).list;
		expect(farmed).toMatchObject({ tickets: 10, network: NETWORK, network_accounts: FARMED });
		const viewer = await site.operator('viewer');
		const [masked] = (await ask(viewer, 'crowded', contest.artistIds[1])).list;
		expect([masked?.fan_id, masked?.name]).toEqual([farmed?.fan_id, 'f•••']);
	});

	it('make their artist stand out, until a case takes them up', async () => {
		const unusual = async () =>
			(await readConcentration(site.db, 'carried', null)).artists.map((artist) => artist.unusual)[0];
		const before = (await unusual()) ?? 0;
		const { case: opened } = await open(site.db, 'carried', { fan_ids: [WHALE] });
		expect((await ask(editor, 'carried')).list[0]?.case_ids).toEqual([opened.case_id]);
		expect(await unusual()).toBe(before - 1);
	});

	it('signed up in hours that are seen beside the race of the chart', async () => {
		const taken = new Date(Math.floor(Date.now() / HOUR_MS) * HOUR_MS);
		const [first = 0, second = 0] = contest.artistIds;
		await sql`insert into standing_hour (ranking_id, taken_at, artist_ids, tickets)
			values (${contest.rankingId}, ${taken}, ${[second, first]}, ${[9, 5]})`.run(site.owner);
		const input = { params: { ranking_key: 'crowded' }, query: { artist_id: second } };
		const timeline = await editor.data(calls.readVoteTimeline, input);
		expect(timeline.sign_ups.reduce((sum, { votes }) => sum + votes, 0)).toBe(FARMED);
		expect(timeline.race_times).toEqual([taken.getTime() / 1000]);
		expect(timeline.race.map(({ artist_id, ranks }) => [artist_id, ranks])).toEqual([
			[second, [1]],
			[first, [2]],
		]);
	});
});

const preview = (filter: calls.CaseFilter) => (db: Database) =>
	db.transaction((tx) => previewCase(tx, 'crowded', filter));
const soon = () => site.clock.set(new Date(Date.now() + HOUR_MS));

const looks: [string, (db: Database) => Promise<unknown>][] = [
	['the concentration of a ranking', (db) => readConcentration(db, 'crowded', null)],
	['that of an artist', (db) => readConcentration(db, 'crowded', contest.artistIds[0] ?? 0)],
	['the fans who gave most', (db) => readTopFans(db, 'crowded', null)],
	['sign-ups and ranks by the hour', (db) => readTimeline(db, 'crowded', null)],
	['what needs attention', (db) => findUnusual(db)],
	['votes of some fans', preview({ fan_ids: [1, 2, 3] })],
	['votes of a network', preview({ network: NETWORK })],
	[
		'votes of accounts made at a time',
		preview({ joined_from_local: '2026-01-01T00:00', joined_to_local: '2027-01-01T00:00' }),
	],
	['votes of a country', preview({ country: 'JP' })],
	['votes of an hour', preview({ cast_from_local: '2026-01-01T00:00', cast_to_local: '2026-01-01T01:00' })],
	[
		'counting',
		async (db) => {
			await soon();
			await countVotes(db);
			await countFans(db);
			await site.clock.run();
		},
	],
	['opening a case', (db) => open(db, 'crowded', { country: 'KR' })],
	['cases', (db) => listCases(db, { limit: 50 })],
	['the votes of a case', (db) => listCaseVotes(db, 1, { limit: 50 })],
];

it.each(looks)('%s: no table of fans is read whole', async (_, work) => {
	const { whole } = await readsOf(site.db, work);
	expect(whole.filter((table) => /^(?:fan|wallet|ledger_entry|vote|session|vote_case_vote)$/.test(table))).toEqual([]);
});

it('forgets networks when their keys are gone, and who gave most', async () => {
	await site.clock.set(new Date(Date.now() + 101 * 24 * HOUR_MS));
	await forgetCounts(site.db);
	await site.clock.run();
	expect((await readTopFans(site.db, 'crowded', null)).list).toEqual([]);
	const seen = await read();
	expect(seen.network).toEqual([]);
	expect(seen.country).toHaveLength(4);
});
