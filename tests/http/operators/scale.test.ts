/** Lists of operators over many fans: what is read is what is shown, on the first page and on the last. */
import { createHash } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { listFans, readFan, readFanVotes, readLedger } from '#server/accounts/operator/accounts.ts';
import type { Database } from '#server/kernel/database.ts';
import { readTrail } from '#server/audit-trail/audit-trail.ts';
import { encodeCursor } from '#server/kernel/paging.ts';
import { listOrders, readOrdersOf } from '#server/orders/operator/orders.ts';
import { searchEverything } from '#server/search/search.ts';
import { listCaseVotes } from '#server/voting/operator/cases/cases.ts';
import { beforeTests } from '../../fixtures/before-tests.ts';
import { readsOf } from '../../fixtures/statements/explain.ts';
import { readMyTotals } from '#server/voting/my-totals.ts';
import { aContest } from '../../fixtures/voting/contests.ts';
import { copyDatabase } from '../../fixtures/database/database.ts';

const FANS = 30_000;
const ENTRIES = 20_000;
/** Number of votes and orders of the busiest fan. */
const MANY = 3_000;
const BUSY = { fanId: 9 };
/** Has voted by a program, and no case was about it. */
const DILIGENT = { fanId: 11 };
const VERY_MANY = 12_000;
let artists: number[];

const database = beforeTests(copyDatabase);
beforeAll(async () => {
	const { owner } = database;
	const { rankingId, artistIds } = await aContest(owner, 'crowded');
	const fill = [
		`insert into fan (fan_id, name, email, register_platform, registered_at)
			select id, 'fan' || md5(id::text), 'mail' || md5(id::text) || '@fans.example', 'google', lightstick_now()
			from generate_series(1, ${FANS}) id`,
		`insert into wallet (fan_id, registered) select fan_id, true from fan`,
		`insert into fan_identity (provider, subject, fan_id, login_email)
			select 'google', fan_id::text, fan_id, email from fan`,
		`insert into ledger_entry (fan_id, seq, kind, earned, purchased, earned_after, purchased_after, cause, created_at)
			select 7, seq, 'check_in', 1, 0, seq, 0, 'a day', lightstick_now() from generate_series(1, ${ENTRIES}) seq`,
		`insert into session (token_hash, fan_id, provider, browser_hash, expires_at)
			select sha256(fan_id::text::bytea), fan_id, 'google', '', lightstick_now() from fan`,
		`insert into ledger_entry (fan_id, seq, kind, earned, purchased, earned_after, purchased_after, cause, created_at)
			select fan_id, 1, 'vote', -1, 0, 0, 0, md5(fan_id::text), lightstick_now() from fan where fan_id <> 7`,
		`insert into vote (fan_id, idempotency_key, ranking_id, artist_id, tickets, cost_earned, cost_purchased,
				ledger_seq, artist_tickets, cast_at)
			select fan_id, md5(fan_id::text), ${rankingId}, ${artistIds[0]}, 1, 1, 0, 1, 1, lightstick_now()
			from fan where fan_id <> 7`,
		`insert into ledger_entry (fan_id, seq, kind, earned, purchased, earned_after, purchased_after, cause, created_at)
			select 9, 1 + n, 'vote', -1, 0, 0, 0, md5('busy' || n), lightstick_now() from generate_series(1, ${MANY}) n`,
		`insert into vote (fan_id, idempotency_key, ranking_id, artist_id, tickets, cost_earned, cost_purchased,
				ledger_seq, artist_tickets, cast_at)
			select 9, md5('busy' || n), ${rankingId}, ${artistIds[0]}, 1, 1, 0, 1 + n, 1, lightstick_now()
			from generate_series(1, ${MANY}) n`,
		`insert into goods (position, gems, price_minor, currency) values (1, 550, 499, 'USD')`,
		`insert into gem_order (fan_id, trade_no, goods_id, gems, bonus_gems, price_minor, currency, currency_symbol,
				status, created_at, expires_at)
			select fan_id, left(md5('order' || fan_id || '-' || n), 22), 1, 550, 50, 499, 'USD', 'US$',
				case when n = 2 then 'refunded' else 'expired' end,
				lightstick_now() - fan_id * interval '1 hour' - n * interval '1 second', lightstick_now()
			from fan cross join lateral generate_series(1, case fan_id when 9 then ${MANY} else 2 end) n`,
		`insert into payment (payment_id, trade_no, amount_minor, currency, received_at, role)
			select 'pi_' || trade_no, trade_no, 499, 'USD', lightstick_now(), 'order' from gem_order where status = 'refunded'`,
		`insert into checkout (trade_no, attempt, session_id, status, expires_at, checked_at)
			select trade_no, 1, 'cs_' || trade_no, 'complete', lightstick_now(), lightstick_now() from payment`,
		`insert into payment_refund (refund_id, payment_id, amount_minor, status, gems_taken, heard_at)
			select 're_' || trade_no, payment_id, 499, 'succeeded', 600, lightstick_now() from payment`,
		`insert into payment_dispute (dispute_id, payment_id, amount_minor, status, heard_at)
			select 'du_' || trade_no, payment_id, 499, 'won', lightstick_now() from payment`,
		`insert into payment_event (event_id, type, occurred_at, received_at, trade_no)
			select 'evt_' || trade_no, 'checkout.session.completed', lightstick_now(), lightstick_now(), trade_no from payment`,
		`insert into deletion_request (fan_id, requested_at, erase_at, cancelled_at)
			select fan_id, lightstick_now(), lightstick_now(), lightstick_now() from fan`,
		`insert into operator (issuer, subject, email, role) values ('https://idp.example', 'one', 'one@team.example', 'viewer')`,
		`insert into vote_case (ranking_id, reason, statement, filter, votes, tickets, opened_by, opened_at, objections_until)
			select ${rankingId}, 'FARM', 'a farm', '{}', 1, 1, operator_id, lightstick_now(), lightstick_now() from operator`,
		`insert into vote_case_vote (case_id, fan_id, idempotency_key, artist_id, tickets, cost_earned, cost_purchased)
			select case_id, fan_id, idempotency_key, artist_id, 1, 1, 0 from vote cross join vote_case`,
		`insert into vote_void (case_id, fan_id, idempotency_key, ranking_id, artist_id, tickets, earned, purchased,
				voided_at)
			select case_id, fan_id, idempotency_key, ${rankingId}, artist_id, 1, 0, 0, lightstick_now()
			from vote_case_vote where idempotency_key < '5'`,
		`insert into vote_restore (case_id, fan_id, idempotency_key, tickets, earned, purchased, restored_at)
			select case_id, fan_id, idempotency_key, 1, 0, 0, lightstick_now() from vote_void where idempotency_key < '2'`,
		`insert into audit_entry (operator_id, action, target)
			select operator_id, 'fan.suspend', 'fan:' || n % 500 from operator cross join generate_series(1, 10000) n`,
		// Later than all changes, and more than are shown.
		`insert into audit_entry (operator_id, action, target)
			select operator_id, 'fan.read', 'fan:' || n % 500 from operator cross join generate_series(1, 5000) n`,
		'analyze',
	];
	for (const text of fill) await owner.query({ text });
	artists = artistIds;
});

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

const looks: [string, (db: Database) => Promise<unknown>, number][] = [
	['the latest fans', (db: Database) => listFans(db, { limit: LIMIT }), 3 * (LIMIT + 1)],
	['fans far down the list', (db: Database) => listFans(db, { limit: LIMIT, cursor: deep }), 3 * (LIMIT + 1)],
	['the first fans', (db: Database) => listFans(db, { limit: LIMIT, order: 'asc', cursor: deep }), 3 * (LIMIT + 1)],
	['a whole name', (db: Database) => listFans(db, { limit: LIMIT, search: 'fanc4ca4238a0' }), 10],
	['a whole address', (db: Database) => listFans(db, { limit: LIMIT, search: 'mailc4ca4238a0' }), 10],
	['a fan by id', (db: Database) => listFans(db, { limit: LIMIT, search: '4711' }), 3],
	['one fan', (db: Database) => readFan(db, 7), 5],
	['the ledger', (db: Database) => readLedger(db, 7, { limit: LIMIT }), LIMIT + 3],
	['the end of the ledger', (db: Database) => readLedger(db, 7, { limit: LIMIT, cursor: deep }), LIMIT + 3],
	['votes', (db: Database) => readFanVotes(db, 8, { limit: LIMIT }), 10],
	// Of each vote: the entry, the row, its ranking and artist once, and what a case did to it.
	['many votes', (db: Database) => readFanVotes(db, 9, { limit: LIMIT, cursor: deep }), 4 * (LIMIT + 1)],
	['a fan’s orders', (db: Database) => readOrdersOf(db, BUSY, { limit: LIMIT, cursor: old }), 3 * (LIMIT + 1)],
	['the latest orders', (db: Database) => listOrders(db, { limit: LIMIT }), 3 * (LIMIT + 1)],
	['orders far down the list', (db: Database) => listOrders(db, { limit: LIMIT, cursor: old }), 3 * (LIMIT + 1)],
	['the first orders', (db: Database) => listOrders(db, { limit: LIMIT, order: 'asc', cursor: old }), 3 * (LIMIT + 1)],
	['orders of a status', (db: Database) => listOrders(db, { limit: LIMIT, status: 'refunded' }), 3 * (LIMIT + 1)],
	[
		'orders of a day',
		(db: Database) => listOrders(db, { limit: LIMIT, from: '2026-01-01', until: '2026-01-02' }),
		3 * (LIMIT + 1),
	],
	['orders of one fan', (db: Database) => listOrders(db, { limit: LIMIT, search: '9', cursor: old }), 3 * (LIMIT + 1)],
	['orders of an address', (db: Database) => listOrders(db, { limit: LIMIT, search: addressOfEight }), 12],
	['an order by its number', (db: Database) => listOrders(db, { limit: LIMIT, search: orderOfEight }), 3],
	['an order by its payment', (db: Database) => listOrders(db, { limit: LIMIT, search: `pi_${paidOfEight}` }), 10],
	['the audit trail', (db: Database) => readTrail(db, everything, { limit: LIMIT }), 3 * (LIMIT + 1)],
	[
		'the audit trail from its beginning',
		(db: Database) => readTrail(db, { ...everything, order: 'asc' }, { limit: LIMIT, cursor: deep }),
		3 * (LIMIT + 1),
	],
	['reads of personal data', (db: Database) => readTrail(db, { ...everything, what: 'reads' }, { limit: LIMIT }), 200],
	['the end of the audit trail', (db: Database) => readTrail(db, everything, { limit: LIMIT, cursor: deep }), 200],
	['the trail of a fan', (db: Database) => readTrail(db, { ...everything, target: 'fan:3' }, { limit: LIMIT }), 200],
	// Of each vote of the case: the vote, the fan, and what became of it.
	['the votes of a case', (db: Database) => listCaseVotes(db, 1, { limit: LIMIT }), 5 * (LIMIT + 1)],
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

it('a fan’s sums count every vote once, whoever looks at once, and later looks do not read the votes again', async () => {
	const { db, owner } = database;
	const sums = async () => (await readMyTotals(db, DILIGENT)).totals.map((total) => [total.artist_id, total.tickets]);
	await owner.query({
		text: `insert into ledger_entry (fan_id, seq, kind, earned, purchased, earned_after, purchased_after, cause, created_at)
			select 11, 1 + n, 'vote', -1, 0, 0, 0, md5('diligent' || n), lightstick_now() from generate_series(1, ${VERY_MANY}) n`,
	});
	await owner.query({
		text: `insert into vote (fan_id, idempotency_key, ranking_id, artist_id, tickets, cost_earned, cost_purchased,
				ledger_seq, artist_tickets, cast_at)
			select 11, md5('diligent' || n), ranking_id, ($1::integer[])[1 + n % 2], 1, 1, 0, 1 + n, 1, lightstick_now()
			from ranking cross join generate_series(1, ${VERY_MANY}) n`,
		values: [artists],
	});
	const half = VERY_MANY / 2;
	const planted = [
		[artists[0], half + 1],
		[artists[1], half],
	];
	expect(await Promise.all([sums(), sums(), sums()])).toEqual([planted, planted, planted]);
	const { rows } = await readsOf(db, () => readMyTotals(db, DILIGENT));
	expect(rows).toBeLessThanOrEqual(20);

	const next = 2 + VERY_MANY;
	await owner.query({
		text: `insert into ledger_entry (fan_id, seq, kind, earned, purchased, earned_after, purchased_after, cause, created_at)
			values (11, ${next}, 'vote', -5, 0, 0, 0, 'the-latest-vote-of-all', lightstick_now())`,
	});
	await owner.query({
		text: `insert into vote (fan_id, idempotency_key, ranking_id, artist_id, tickets, cost_earned, cost_purchased,
				ledger_seq, artist_tickets, cast_at)
			select 11, 'the-latest-vote-of-all', ranking_id, $1, 5, 5, 0, ${next}, 1, lightstick_now() from ranking limit 1`,
		values: [artists[1]],
	});
	expect(await sums()).toEqual([
		[artists[1], half + 5],
		[artists[0], half + 1],
	]);
});
