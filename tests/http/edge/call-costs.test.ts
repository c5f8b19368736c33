/**
 * What each call of the contract reads in the database, over a crowd of fans: rows that plans read, and blocks of 8 kB. Time is
 * not measured. A few fans who repeat one expensive call take all connections from everybody else. And lists of operators: what is
 * read is what is shown, on the first page and on the last.
 */
import { describe, expect, it } from 'vitest';
import { createHash } from 'node:crypto';
import { hashSecret, newSecret } from '#server/kernel/caller.ts';
import { openApiDocument, operatorsDocument } from '#server/http/openapi/routes.ts';
import { listFans, readFan, readFanVotes, readLedger } from '#server/accounts/operator/accounts.ts';
import { type Database, sql } from '#server/kernel/database.ts';
import { readTrail } from '#server/audit-trail/audit-trail.ts';
import { encodeCursor } from '#server/kernel/paging.ts';
import { listOrders, readOrdersOf } from '#server/orders/operator/orders.ts';
import { searchEverything } from '#server/search/search.ts';
import { listCaseVotes } from '#server/voting/operator/cases/cases.ts';
import { readMyTotals } from '#server/voting/my-totals.ts';
import { makePushKeys } from '../../../scripts/lib/push-keys.ts';
import { copyDatabase } from '../../fixtures/database/database.ts';
import { type Document, type Target, targetsOf } from '../../fixtures/fuzz/requests.ts';
import { aSession } from '../../fixtures/operators/operators.ts';
import { openShop } from '../../fixtures/orders/shop.ts';
import { aWholeSite } from '../../fixtures/site/whole-site.ts';
import { costing, readsOf } from '../../fixtures/statements/costs.ts';
import { plantCrowd } from '../../fixtures/statements/crowd.ts';
import { aContest } from '../../fixtures/voting/contests.ts';
import { aKey, beforeTests } from '../../fixtures/site/site.ts';

/** `many`: votes and orders of the fan who asks. */
const CROWD = { fans: 30_000, entries: 20_000, many: 3_000 };
const BUSY = 9;
/** A page of fifty with what belongs to it. A table of fans, or PostgreSQL's list of zones, is more. */
const ROWS_MAX = 600;
const BLOCKS_MAX = 2_000;
/** Calls that read more, and why that is right. Fans' calls among them are bounded by what one fan has done. */
const LARGE: Record<string, string> = {
	getGemLogs: 'lists all moves of 90 days, as the page shows them',
	getMyData: 'a fan’s whole record, a few times a minute',
	exportFanData: 'a fan’s whole record, for an owner',
	getMyTotals: 'adds each vote once, at the first look after it was cast',
	getAuditTrail: 'names of the fans on a page, for operators',
	getDashboard: 'counts of a week, for operators',
	readOrderTotals: 'adds up ten thousand orders at most, for operators',
	readReport: 'counts of two months, for operators',
	exportReport: 'counts of two months, for operators',
	listFans: 'sorts by a column that the operator chose',
	exportCaseVotes: 'a file of all votes of a case',
	openCase: 'marks all votes of a case',
	previewVoid: 'sums all votes of a case',
	readVoteTimeline: 'a point for each quarter of an hour and artist, for operators',
	readConcentration: 'counts votes once, for operators',
	listTopFans: 'counts votes once, for operators',
};

const database = beforeTests(copyDatabase);
const crowd = beforeTests(async () => {
	const { rankingId, artistIds } = await aContest(database.owner, 'crowded');
	await plantCrowd(database.owner, { rankingId, artistId: artistIds[0] ?? 0 }, CROWD);
	return { ...costing(database), artistIds };
});

/** Has voted by a program, and no case was about it. */
const DILIGENT = { fanId: 11 };
const VERY_MANY = 12_000;

const LIMIT = 50;
const deep = encodeCursor([LIMIT * 20]);
const old = encodeCursor([(Date.now() - 8 * 3_600_000) * 1_000, '']);
const md5 = (text: string) => createHash('md5').update(text).digest('hex');
const addressOfEight = `mail${md5('8')}@fans.example`;
const orderOfEight = md5('order8-1').slice(0, 22);
const paidOfEight = md5('order8-2').slice(0, 22);
const reader = { operatorId: 1, readsPersonalData: true };
const found = (text: string) => (db: Database) => searchEverything(db, reader, text);
const everything = { search: '', operatorId: null, target: null };

const page = { limit: LIMIT };
const atDeep = { ...page, cursor: deep };
const looks: [string, (db: Database) => Promise<unknown>, number][] = [
	['the latest fans', (db) => listFans(db, page), 3 * (LIMIT + 1)],
	['fans far down the list', (db) => listFans(db, atDeep), 3 * (LIMIT + 1)],
	['the first fans', (db) => listFans(db, { ...page, order: 'asc', cursor: deep }), 3 * (LIMIT + 1)],
	['a whole name', (db) => listFans(db, { ...page, search: 'fanc4ca4238a0' }), 10],
	['a whole address', (db) => listFans(db, { ...page, search: 'mailc4ca4238a0' }), 10],
	['a fan by id', (db) => listFans(db, { ...page, search: '4711' }), 3],
	['one fan', (db) => readFan(db, 7), 5],
	['the ledger', (db) => readLedger(db, 7, page), LIMIT + 3],
	['the end of the ledger', (db) => readLedger(db, 7, atDeep), LIMIT + 3],
	['votes', (db) => readFanVotes(db, 8, page), 10],
	// Of each vote: the entry, the row, its ranking and artist once, and what a case did to it.
	['many votes', (db) => readFanVotes(db, 9, atDeep), 4 * (LIMIT + 1)],
	['a fan’s orders', (db) => readOrdersOf(db, { fanId: BUSY }, { ...page, cursor: old }), 3 * (LIMIT + 1)],
	['the latest orders', (db) => listOrders(db, page), 3 * (LIMIT + 1)],
	['orders far down the list', (db) => listOrders(db, { ...page, cursor: old }), 3 * (LIMIT + 1)],
	['the first orders', (db) => listOrders(db, { ...page, order: 'asc', cursor: old }), 3 * (LIMIT + 1)],
	['orders of a status', (db) => listOrders(db, { ...page, status: 'refunded' }), 3 * (LIMIT + 1)],
	['orders of a day', (db) => listOrders(db, { ...page, from: '2026-01-01', until: '2026-01-02' }), 3 * (LIMIT + 1)],
	['orders of one fan', (db) => listOrders(db, { ...page, search: '9', cursor: old }), 3 * (LIMIT + 1)],
	['orders of an address', (db) => listOrders(db, { ...page, search: addressOfEight }), 12],
	['an order by its number', (db) => listOrders(db, { ...page, search: orderOfEight }), 3],
	['an order by its payment', (db) => listOrders(db, { ...page, search: `pi_${paidOfEight}` }), 10],
	['the audit trail', (db) => readTrail(db, everything, page), 3 * (LIMIT + 1)],
	['the first of the audit trail', (db) => readTrail(db, { ...everything, order: 'asc' }, atDeep), 3 * (LIMIT + 1)],
	['reads of personal data', (db) => readTrail(db, { ...everything, what: 'reads' }, page), 200],
	['the end of the audit trail', (db) => readTrail(db, everything, atDeep), 200],
	['the trail of a fan', (db) => readTrail(db, { ...everything, target: 'fan:3' }, page), 200],
	// Of each vote of the case: the vote, the fan, and what became of it.
	['the votes of a case', (db) => listCaseVotes(db, 1, page), 5 * (LIMIT + 1)],
	// Of each way to a fan, five keys; then the five fans, their wallets, and what is on record of earlier reads.
	['the search: a beginning that every fan has', found('fan'), 60],
	['the search: one fan', found('fanc4ca4238a0'), 60],
	['the search: an address', found('mailc4ca4238a0'), 60],
	['the search: a number', found('4711'), 60],
	['the search: an order', found(orderOfEight.slice(0, 9)), 60],
	['the search: a payment', found(`pi_${paidOfEight}`), 60],
];

it.each(looks)('%s: no table of fans is read whole, and few rows more than shown', async (_, work, most) => {
	const { rows, whole } = await readsOf(database.db, work);
	expect(whole).toEqual([]);
	expect(rows).toBeLessThanOrEqual(most);
});

it('the planner knows how rare an address is: among a million fans, a guess of one in 200 would read them all', async () => {
	const [row] = await database.owner.query<{ 'QUERY PLAN': { Plan: { 'Plan Rows': number } }[] }>({
		text: `explain (format json) select from fan_identity
			where folded(login_email) like 'mailc4%' and login_email is not null`,
	});
	expect(row?.['QUERY PLAN'][0]?.Plan['Plan Rows']).toBeLessThan(CROWD.fans / 1_000);
});

it('a fan’s sums count every vote once, whoever looks at once, and later looks do not read the votes again', async () => {
	const { db, owner } = database;
	const sums = async () => (await readMyTotals(db, DILIGENT)).totals.map((total) => [total.artist_id, total.tickets]);
	/** Votes for one artist after the other, the first of them with this number. */
	const plant = async (first: number, count: number, tickets: number, of: number[]) => {
		await sql`insert into ledger_entry (fan_id, seq, kind, earned, purchased, earned_after, purchased_after, cause, created_at)
			select 11, n, 'vote', -${tickets}::integer, 0, 0, 0, md5('diligent' || n), lightstick_now()
			from generate_series(${first}::integer, ${first + count - 1}) n`.run(owner);
		await sql`insert into vote (fan_id, idempotency_key, ranking_id, artist_id, tickets, cost_earned, cost_purchased,
				ledger_seq, artist_tickets, cast_at)
			select 11, md5('diligent' || n), ranking_id, (${of}::integer[])[1 + (n - 1) % cardinality(${of}::integer[])],
				${tickets}, ${tickets}, 0, n, 1, lightstick_now()
			from ranking cross join generate_series(${first}::integer, ${first + count - 1}) n`.run(owner);
	};
	await plant(2, VERY_MANY, 1, crowd.artistIds.slice(0, 2));
	const half = VERY_MANY / 2;
	const planted = [
		[crowd.artistIds[0], half + 1],
		[crowd.artistIds[1], half],
	];
	expect(await Promise.all([sums(), sums(), sums()])).toEqual([planted, planted, planted]);
	const { rows } = await readsOf(db, (counted) => readMyTotals(counted, DILIGENT));
	expect(rows).toBeLessThanOrEqual(20);

	await plant(2 + VERY_MANY, 1, 5, crowd.artistIds.slice(1, 2));
	expect(await sums()).toEqual([
		[crowd.artistIds[1], half + 5],
		[crowd.artistIds[0], half + 1],
	]);
});

// The last, as the site adds rankings and small tables, of which a plan reads all.
describe('a call', () => {
	const shop = beforeTests(() => openShop({ database: { ...database, db: crowd.db }, env: makePushKeys() }));
	const content = beforeTests(() => aWholeSite(shop));
	const operator = beforeTests(() => shop.operator('owner'));

	interface Example {
		name: string;
		in: string;
		required: boolean;
		example?: unknown;
	}

	/** Streams have no end; the chart that begins one is read by getChart too. */
	const isStream = (target: Target) => JSON.stringify(target).includes('text/event-stream');
	const targets = [openApiDocument(), operatorsDocument()]
		.flatMap((document) => targetsOf(document as Document))
		.filter((target) => !isStream(target));

	/** As the document's examples say, with what there is. @param full with all parameters, not only those that must be there */
	async function ask({ method, path, parameters, requestBody }: Target, full: boolean): Promise<number> {
		const known: Record<string, unknown> = {
			ranking_key: content.monthly.key,
			artist_id: content.monthly.artistIds[0],
			goods_id: shop.goods,
			news_id: content.articles[0],
			fan_id: BUSY,
		};
		const examples = parameters as Example[];
		const written = ({ name, example }: Example) => encodeURIComponent(String(known[name] ?? example));
		const inPath = new Map(examples.map((parameter) => [parameter.name, written(parameter)]));
		const query = examples
			.filter((parameter) => parameter.in === 'query' && (full || parameter.required))
			.map((parameter) => `${parameter.name}=${written(parameter)}`);
		const { example } = (requestBody?.content['application/json'] ?? {}) as { example?: object };
		const body =
			example && Object.fromEntries(Object.entries(example).map(([name, value]) => [name, known[name] ?? value]));
		// The call before may have ended the sessions.
		await database.owner.query({ text: 'delete from operator_session' });
		const token = newSecret();
		await database.owner.query({
			text: `insert into session (token_hash, fan_id, provider, browser_hash, activated_at, expires_at)
			values ($1, $2, 'google', '', lightstick_now(), lightstick_now() + interval '30 days')`,
			values: [hashSecret(token), BUSY],
		});
		const { status } = await shop.ask({
			method: method as 'GET',
			path: `${path.replaceAll(/\{([a-z_]+)\}/g, (_, name: string) => inPath.get(name) ?? '')}?${query.join('&')}`,
			token,
			headers: {
				cookie: await aSession(database.owner, operator.operatorId, { steppedUp: true }),
				'x-lightstick-console': '1',
				'idempotency-key': aKey(),
			},
			...(body ? { body } : {}),
		});
		return status;
	}

	const read = new Set<string>();

	it.each(targets.map((target) => [target.operationId, target] as const))('%s reads little', async (name, target) => {
		crowd.take();
		// With as little as it takes, and with everything.
		const isSame = (target.parameters as Example[]).every(
			(parameter) => parameter.in !== 'query' || parameter.required,
		);
		for (const full of isSame ? [true] : [false, true]) if ((await ask(target, full)) === 200) read.add(name);
		const dear = crowd.take().filter(({ rows, blocks }) => rows > ROWS_MAX || blocks > BLOCKS_MAX);
		expect(name in LARGE ? [] : dear).toEqual([]);
	});

	it('nearly all reads answered, so that they were counted', () => {
		const reading = targets.filter(({ method }) => method === 'GET').map(({ operationId }) => operationId);
		expect(reading.filter((name) => !read.has(name)).length).toBeLessThan(reading.length / 5);
	});
});
