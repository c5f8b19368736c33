/** Concentration of votes: counted after voting, over many fans, without a full scan of a table of fans. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getDashboard } from '#contract/operator/dashboard.ts';
import type { CaseFilter } from '#contract/operator/voting/cases.ts';
import * as calls from '#contract/operator/voting/concentration.ts';
import type { Database, Statement, Tx } from '#server/kernel/database.ts';
import { listCaseVotes, listCases, openCase, previewCase } from '#server/voting/operator/cases/cases.ts';
import {
	countVotes,
	findUnusual,
	forgetNetworks,
	readConcentration,
} from '#server/voting/operator/concentration/concentration.ts';
import { aContest, type Contest } from '../../fixtures/voting/contests.ts';
import { aColleague, dataAs, type Colleague } from '../../fixtures/operators/operators.ts';
import { aKey } from '../../fixtures/accounts/people.ts';
import { openSite, type Site } from '../../fixtures/site/site.ts';

const FANS = 20_000;
const FARMED = 400;
const NETWORK = 'fa'.repeat(32);
const HOUR_MS = 3_600_000;

let site: Site;
let editor: Colleague;
let contest: Contest;

beforeAll(async () => {
	site = await openSite();
	editor = await aColleague(site.owner, 'editor');
	contest = await aContest(site.owner, 'crowded');
	const { rankingId, artistIds } = contest;
	// Most are old and live all over; the last four hundred were made an hour ago, sit in one network and love the second.
	const fill = [
		`insert into fan (bucket, fan_id, name, country, register_platform, registered_at)
			select bucket_of(id), id, 'fan ' || id, (array['KR', 'JP', 'BR', 'TH'])[1 + id % 4], 'google',
				lightstick_now() - case when id > ${FANS - FARMED} then interval '70 minutes' else interval '200 days' end
			from generate_series(1, ${FANS}) id`,
		`insert into wallet (bucket, fan_id, registered, last_seq) select bucket, fan_id, true, 1 from fan`,
		`insert into session (token_hash, bucket, fan_id, provider, browser_hash, created_at, activated_at, expires_at, network_hash)
			select sha256(fan_id::text::bytea), bucket, fan_id, 'google', '', registered_at, registered_at, lightstick_now(),
				case when fan_id > ${FANS - FARMED} then decode('${NETWORK}', 'hex') else sha256((fan_id / 3)::text::bytea) end
			from fan`,
		`insert into ledger_entry (bucket, fan_id, seq, kind, earned, purchased, earned_after, purchased_after, cause, created_at)
			select bucket, fan_id, 1, 'vote', -1, 0, 0, 0, md5(fan_id::text), lightstick_now() from fan`,
		`insert into vote (bucket, fan_id, idempotency_key, ranking_id, artist_id, tickets, cost_earned, cost_purchased,
				ledger_seq, artist_tickets, cast_at)
			select bucket, fan_id, md5(fan_id::text), ${rankingId},
				case when fan_id > ${FANS - FARMED} then ${artistIds[1]} else ${artistIds[0]} end,
				case when fan_id > ${FANS - FARMED} then 10 else 1 end, 1, 0, 1, 1,
				lightstick_now() - interval '5 minutes' - case when fan_id > ${FANS - FARMED} then interval '0' else
					make_interval(mins => (fan_id / 10)::int) end
			from fan order by fan_id`,
		'analyze',
	];
	for (const text of fill) await site.owner.query({ text });
	await Promise.all([countVotes(site.db), countVotes(site.db)]);
	await countVotes(site.db);
});
afterAll(() => site.close());

const read = (artist_id?: number) =>
	dataAs(site, editor, calls.readConcentration, {
		params: { ranking_key: 'crowded' },
		query: { artist_id },
	});

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
		const { attention } = await dataAs(site, editor, getDashboard, {});
		expect(attention).toContainEqual({
			about: null,
			kind: 'votes_unusual',
			target: 'crowded',
			text: expect.stringContaining('One network gave 17 %') as string,
		});
		expect(attention).toContainEqual(expect.objectContaining({ kind: 'sign_ups_unusual', target: NETWORK }));
		const asked = { ranking_key: 'crowded', reason: 'FARM' as const, statement: 'x', incident_url: null };
		const opening = { ...asked, filter: { network: NETWORK }, objection_hours: 24, idempotencyKey: aKey() };
		const { case: opened } = await openCase(site.db, editor, opening);
		expect(opened).toMatchObject({ votes: FARMED, tickets: 10 * FARMED });
		const left = (await findUnusual(site.db)).map(({ text }) => text);
		expect(left.filter((text) => text.includes('network gave'))).toEqual([]);
		expect((await read()).network[0]).toMatchObject({ case_ids: [opened.case_id] });
	});

	it('sees votes that were cast since, a minute later, and none twice', async () => {
		const votes = async () => (await readConcentration(site.db, 'crowded', null)).votes;
		const [fan] = await site.owner.query<{ bucket: number }>({ text: 'select bucket from fan where fan_id = 1' });
		await site.owner.query({
			text: `insert into vote values ($1, 1, $2, $3, $4, 5, 1, 0, 2, 1, lightstick_now())`,
			values: [fan?.bucket, aKey(), contest.rankingId, contest.artistIds[0]],
		});
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
		await aContest(site.owner, 'ending', { endsAt: new Date(noon + 120_000) });
		await site.owner.query({
			text: `insert into vote select bucket, fan_id, $1, $2, $3, 5, 1, 0, 2, 1, $4 from fan where fan_id = 2`,
			values: [aKey(), contest.rankingId, contest.artistIds[0], new Date(noon - 120_000)],
		});
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
			site.owner.query<{ hours: number }>({
				text: `select round(extract(epoch from lightstick_now() - counted_through) / 3600)::integer as hours from vote_counting`,
			});
		await site.owner.query({
			text: `update vote_counting set counted_through = lightstick_now() - interval '20 years'`,
		});
		const oldest = await site.owner.query<{ hours: number }>({
			text: `select round(extract(epoch from lightstick_now() - min(cast_at)) / 3600)::integer as hours from vote`,
		});
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

interface Plan {
	'Node Type': string;
	'Relation Name'?: string;
	Plans?: Plan[];
}

/** Does the work; gives the tables that any statement on the way reads whole. */
async function readWhole(work: (db: Database) => Promise<unknown>): Promise<string[]> {
	const whole = new Set<string>();
	const listening = (db: Pick<Tx, 'query'>) => ({
		async query(statement: Statement) {
			if (/^\s*(?:with|select|insert)\b/.test(statement.text)) {
				const { text, values = [] } = statement;
				const [row] = await db.query<{ 'QUERY PLAN': { Plan: Plan }[] }>({
					text: `explain (format json) ${text}`,
					values,
				});
				for (const node of nodesOf(row?.['QUERY PLAN'][0]?.Plan)) {
					if (node['Node Type'] === 'Seq Scan') whole.add(node['Relation Name'] ?? '');
				}
			}
			return db.query(statement);
		},
	});
	const db: Database = {
		...site.db,
		query: listening(site.db).query as Database['query'],
		transaction: (does) =>
			site.db.transaction((tx) => does({ inTransaction: true, query: listening(tx).query as Tx['query'] })),
	};
	await work(db);
	return [...whole];
}

const nodesOf = (plan: Plan | undefined): Plan[] => (plan ? [plan, ...(plan.Plans ?? []).flatMap(nodesOf)] : []);
const preview = (filter: CaseFilter) => (db: Database) => previewCase(db, 'crowded', filter);
const soon = () => site.clock.set(new Date(Date.now() + HOUR_MS));

it.each([
	['the concentration of a ranking', (db: Database) => readConcentration(db, 'crowded', null)],
	['that of an artist', (db: Database) => readConcentration(db, 'crowded', contest.artistIds[0] ?? 0)],
	['what needs attention', (db: Database) => findUnusual(db)],
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
		async (db: Database) => {
			await soon();
			await countVotes(db);
			await site.clock.run();
		},
	],
	[
		'opening a case',
		(db: Database) =>
			openCase(db, editor, {
				ranking_key: 'crowded',
				reason: 'BOT',
				statement: 'x',
				incident_url: null,
				objection_hours: 24,
				filter: { country: 'KR' },
				idempotencyKey: aKey(),
			}),
	],
	['cases', (db: Database) => listCases(db, { limit: 50 })],
	['the votes of a case', (db: Database) => listCaseVotes(db, 1, { limit: 50 })],
])('%s: no table of fans is read whole', async (_, work) => {
	const whole = await readWhole(work);
	expect(whole.filter((table) => /^(?:fan|wallet|ledger_entry|vote|session|vote_case_vote)$/.test(table))).toEqual([]);
});

it('forgets networks when their keys are gone', async () => {
	await site.clock.set(new Date(Date.now() + 101 * 24 * HOUR_MS));
	await forgetNetworks(site.db);
	await site.clock.run();
	const seen = await read();
	expect(seen.network).toEqual([]);
	expect(seen.country).toHaveLength(4);
});
