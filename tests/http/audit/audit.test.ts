/** Breaks every rule of the audit once, with full rights, and checks that the audit names it. */
import { expect, it } from 'vitest';
import { auditAfter } from '../../fixtures/audit/books.ts';
import { pauseContest, resumeContest } from '../../fixtures/voting/contests.ts';
import { aSiteWithEverything } from '../../fixtures/audit/tampering.ts';
import { beforeTests } from '../../fixtures/site/site.ts';

const shop = beforeTests(aSiteWithEverything);

const DELETED = 'somebody who has left';

/** The owner of a database can switch off foreign keys and triggers. */
const reportAfter = (...statements: string[]) =>
	auditAfter(shop.owner, ['set local session_replication_role = replica', ...statements]);

async function brokenBy(...statements: string[]): Promise<string[]> {
	const { findings } = await reportAfter(...statements);
	return findings.filter(({ broken }) => broken > 0).map(({ rule }) => rule);
}

const fanOf = (name: string) =>
	`(select fan_id from fan where ${name === DELETED ? 'erased_at is not null' : `name = '${name}'`})`;

const someVote = `(select idempotency_key from vote join ranking using (ranking_id)
	where ranking_key = 'november' and fan_id = ${fanOf('ana')} order by tickets desc limit 1)`;
const someOrder = `(select trade_no from gem_order join fan using (fan_id) where name = 'content')`;
const partly = `(select trade_no from gem_order join fan using (fan_id) where name = 'partly refunded')`;
const october = `(select ranking_id from ranking where ranking_key = 'october')`;
const entryOf = (name: string, kind: string) => `fan_id = ${fanOf(name)} and kind = '${kind}'`;
/** Gems that come or go in entry, later balances and wallet alike: only what caused them is missing. */
const postTo = (kind: string, earned: number, purchased: number, name = 'content') => [
	`insert into ledger_entry (fan_id, seq, kind, earned, purchased, earned_after, purchased_after, cause, created_at)
		select fan_id, last_seq + 1, '${kind}', ${earned}, ${purchased}, earned + ${earned}, purchased + ${purchased}, 'x',
			lightstick_now() from wallet where fan_id = ${fanOf(name)}`,
	`update wallet set earned = earned + ${earned}, purchased = purchased + ${purchased}, last_seq = last_seq + 1
		where fan_id = ${fanOf(name)}`,
];

/** A make-good that is said to have been decided, with one grant that is not given yet. */
const aMakeGood = (perFan: number, fans: number, gems: number) =>
	`with told as (
		insert into incident (title, parts, state, started_at)
		values ('A fault', '{voting}', 'identified', lightstick_now()) returning incident_id
	), decided as (
		insert into make_good (incident_id, span_start, span_end, gems_per_fan_max, fans, gems, asked_by)
		select incident_id, lightstick_now(), lightstick_now(), ${perFan}, ${fans}, ${gems}, (select min(operator_id) from operator)
		from told returning make_good_id, incident_id
	)
	insert into make_good_grant (fan_id, incident_id, make_good_id, votes, gems)
	select fan_id, incident_id, make_good_id, 1, 5 from decided cross join fan where fan_id = ${fanOf('ana')}`;

const tamperings: Record<string, string | string[]> = {
	'every wallet is the sum of its ledger entries': `update wallet set earned = earned + 1 where fan_id = ${fanOf('ana')}`,
	'every ledger entry belongs to a wallet': `delete from wallet where fan_id = ${fanOf('content')}`,
	'ledger entries of a wallet are numbered without gaps': `delete from ledger_entry
			where fan_id = ${fanOf('bot')} and seq = 2`,
	'each balance in the ledger follows from the one before': `update ledger_entry set earned_after = earned_after + 7
			where ${entryOf('ana', 'check_in')}`,
	'every vote was paid by one ledger entry of its own cost, and every such entry paid for one vote': `update vote set cost_purchased = cost_purchased + 1, cost_earned = cost_earned - 1
			where idempotency_key = ${someVote}`,
	'only a charge-back, a refund or a restored vote takes a balance below zero': postTo('adjustment', 0, -5_000),
	'votes spend bought gems only where no earned ones are left': `update ledger_entry set purchased = -5, earned_after = 5
			where ${entryOf('ana', 'vote')} and seq = 2`,
	'entries of each kind move gems in the direction of their kind': postTo('vote', 50, 0),
	'a deleted account holds no gems': postTo('adjustment', 5, 0, DELETED),
	'every adjustment of gems was made by an operator, of that amount, and approved where it says so': postTo(
		'adjustment',
		1_000,
		0,
	),
	'gems are forfeited only with a deleted account': postTo('forfeit', 0, -10),
	'every check-in was given by one ledger entry, and every check-in entry belongs to a check-in': postTo(
		'check_in',
		10,
		0,
	),
	'check-ins of a fan follow each other by day and by time': `insert into check_in select (jsonb_populate_record(check_in, jsonb_build_object('day', day + 1))).*
			from check_in`,
	"every vote cost its ranking's price": `update ranking set gems_per_vote = 9 where ranking_key = 'november'`,
	'every vote was cast while its ranking was open': `update vote set cast_at = cast_at - interval '1 year'
			where idempotency_key = ${someVote}`,
	'every vote is for an artist that its ranking lists': `delete from ranking_entry
			where artist_id = (select artist_id from vote where idempotency_key = ${someVote})`,
	'the tally of every artist is the sum of the votes, less those voided, and those restored again': `update tally set tickets = tickets + 1 where ranking_id = ${october}
			and slot = (select min(slot) from tally where ranking_id = ${october})`,
	'every artist reached their number at their last vote, which decides ties': `update tally set last_vote_at = last_vote_at - interval '1 second'
			where tickets > 0 and ranking_id = ${october}`,
	'every vote was answered with as many tickets as the artist had, to a minute': `update vote set artist_tickets = 1000
			where idempotency_key = ${someVote}`,
	'no vote was cast while its ranking was paused': `insert into ranking_pause (ranking_id, paused_at, reason)
			select ranking_id, starts_at, 'x' from ranking where ranking_key = 'paused'`,
	'no fan gave more votes to a ranking than its limit': `update ranking set votes_per_fan_max = 24
			where ranking_key = 'november'`,
	'every certified total is the sum of its list': 'update ranking_result set total_tickets = total_tickets + 1',
	'every standing with the counters of its tallies is their sum, artist by artist': `update standing set tickets[1] = tickets[1] + 1, tickets[2] = tickets[2] - 1
			where ranking_id = ${october}`,
	'the race of every certified ranking ends with its result': `update standing_hour set tickets[1] = tickets[1] + 1
			where ranking_id = ${october}`,
	'no standing counts more batches than there were': 'update standing set batches = batches + 1',
	'every certified list has the tickets of the tally, in the order of tickets, time and number': [
		`update ranking_result_entry set rank = rank + 10 where rank in (1, 2)`,
		`update ranking_result_entry set rank = case rank when 11 then 2 else 1 end where rank in (11, 12)`,
	],
	'every vote of a case is a vote of its ranking, cast before, with its artist, tickets and cost': `update vote_case_vote set cost_purchased = cost_purchased + 1
			where fan_id = ${fanOf('bot')}`,
	'every case holds as many votes and tickets as it says': 'update vote_case set votes = votes + 1',
	'every void is of a vote of its case, with its artist and tickets, and gave back what its reason says': `update vote_void set purchased = purchased + 1
			where fan_id = ${fanOf('bot')}`,
	'at most one void of a vote stands': [
		`delete from vote_restore`,
		`insert into vote_void select max_case.case_id,
		fan_id, idempotency_key, ranking_id, artist_id, tickets, 0, 0, null, voided_at from vote_void
		cross join (select max(case_id) + 1 as case_id from vote_case) max_case`,
	],
	'every restore is of a void before it, with its tickets, and took back as many gems as it gave': [
		'update vote_restore set tickets = tickets + 1',
		'update vote_restore set earned = 0, purchased = 0, ledger_seq = null',
	],
	'a case that ended as voided has a void of each of its votes, a dropped one none': `delete from vote_void
			where idempotency_key = (select min(idempotency_key) from vote_void where fan_id = ${fanOf('bot')})`,
	'every case was voided because an operator decided it, and as far as the work says': 'delete from vote_case_work',
	'every gem that a void gave or a restore took is in the ledger, and every such entry belongs to one': postTo(
		'void_return',
		0,
		100,
	),
	'no vote is voided while objections are heard': `update vote_case
			set objections_until = objections_until + interval '1 day'`,
	'no vote is voided or restored once its ranking is certified': `insert into ranking_result (ranking_id, certified_at, total_tickets)
			select ranking_id, starts_at, 0 from ranking where ranking_key = 'november'`,
	'a wallet is locked exactly while a void for fraud stands': `update wallet set frozen = false
			where fan_id = ${fanOf('bot')}`,
	'every fulfilled order has one payment of exactly its price, and every such payment its fulfilled order': `update payment set amount_minor = 1
			where trade_no = ${someOrder}`,
	'every fulfilled order gave its gems by one purchase entry, and every purchase entry belongs to one': postTo(
		'purchase',
		0,
		600,
	),
	'every fulfilled order with a bonus gave it by one entry, and every bonus entry belongs to one': postTo(
		'bonus',
		0,
		50,
	),
	'every fulfilled order has a lot of its gems, from its purchase entry, and every lot its order': `update gem_lot set ledger_seq = ledger_seq + 1
			where trade_no = ${someOrder}`,
	'gems that refunds and disputes took are in the ledger, never more than the order gave, and of no other entry':
		postTo('chargeback', 0, 500),
	'an order has given gems exactly when its status says so': `update gem_order set status = 'expired'
			where trade_no = ${someOrder}`,
	'a disputed order has a dispute that was not won, and a refunded one a refund that did not fail': `update gem_order set status = 'refunded'
			where trade_no = ${someOrder}`,
	'every refund that operators wanted and got is one refund of its sum':
		'update refund_request set amount_minor = amount_minor + 1',
	'money that bought nothing goes back within a day': [
		`delete from payment_refund where payment_id in (select payment_id from payment where role = 'surplus')`,
		`update payment set received_at = received_at - interval '2 days'`,
	],
	'a refund that operators want is made or refused within a day': `update refund_request
			set status = 'asked', requested_at = requested_at - interval '2 days'`,
	'a payment that bought nothing took no gems back': `update payment_refund set gems_taken = 5
			where payment_id in (select payment_id from payment where role = 'surplus')`,
	'every partial refund took the gems that its part of the price had bought': [
		`update payment_refund set gems_taken = gems_taken - 20
			where payment_id = (select payment_id from payment where trade_no = ${partly})`,
		`update ledger_entry set purchased = purchased + 20, purchased_after = purchased_after + 20
			where ${entryOf('partly refunded', 'refund')}`,
		`update wallet set purchased = purchased + 20 where fan_id = ${fanOf('partly refunded')}`,
	],
	'every vote has a leaf in the log of its ranking, and every leaf of a vote has its vote': `update vote set place = place + 1
			where idempotency_key = ${someVote}`,
	'every grant of a make-good gave its gems by one ledger entry, within the limit per fan': aMakeGood(4, 1, 5),
	'every make-good gave what was decided, and was approved where it says so': aMakeGood(9, 2, 10),
	'the tickets and gems of logged votes are those of the votes':
		'update log_batch set gems_earned = gems_earned + 1 where vote_count > 0',
	"a log's tickets and gems are those of its leaves": 'update vote_log set tickets = tickets + 1',
	'the supply of the public log counts every ledger entry once': `insert into supply_change (kind, earned, purchased) values ('bonus', 0, 1)`,
	'every void has a leaf in the log of its ranking': 'update vote_void set batch_id = batch_id + 1000000',
	'the leaves of a log fill it without a gap': 'update vote_log set size = size + 1',
	'gems issued, less gems spent and taken back, are the gems in wallets: of the earned and of the bought': [
		'update wallet set purchased = purchased + 1',
	],
};

it('finds nothing in honest books, and has a tampering for each of its rules', async () => {
	const { findings } = await shop.balances();
	expect(Object.keys(tamperings).toSorted()).toEqual(findings.map(({ rule }) => rule).toSorted());
});

it.each(Object.keys(tamperings))('is told when somebody breaks the rule that %s', async (rule) => {
	expect(await brokenBy(...[tamperings[rule] ?? []].flat())).toContain(rule);
});

it('knows by the public log that the last vote of a fan was taken away with all other traces', async () => {
	const key = `(select idempotency_key from vote join ranking using (ranking_id) where ranking_key = 'paused')`;
	const statements = [
		`update wallet set earned = wallet.earned - entry.earned, purchased = wallet.purchased - entry.purchased,
			last_seq = last_seq - 1 from ledger_entry entry
			where entry.fan_id = wallet.fan_id and entry.cause = ${key}`,
		...['tally', 'tally_slot', 'standing'].map(
			(table) =>
				`delete from ${table} where ranking_id = (select ranking_id from ranking where ranking_key = 'paused')`,
		),
		`delete from ledger_entry where cause = ${key}`,
		`delete from vote where idempotency_key = ${key}`,
	];
	expect(await brokenBy(...statements)).toEqual([
		'every vote has a leaf in the log of its ranking, and every leaf of a vote has its vote',
		'the tickets and gems of logged votes are those of the votes',
		'the supply of the public log counts every ledger entry once',
	]);
});

it('the clock may be finer than the time of a vote: one cast in the millisecond in which a pause ended came after it', async () => {
	const contest = await shop.contest('resumed');
	const eli = await shop.fan('eli', { earned: 10 });
	const second = new Date().toISOString().slice(0, 19);
	await shop.clock.set(`${second}.100000Z`);
	await pauseContest(shop.db, contest);
	await shop.clock.set(`${second}.123456Z`);
	await resumeContest(shop.db, contest);
	expect((await shop.castVote(eli, contest, { tickets: 1 })).body.error).toBeUndefined();
	await shop.clock.run();
	await shop.balances();
	// As pauses were written down before.
	const before = `update ranking_pause set ended_at = ended_at + interval '456 microseconds'`;
	expect(await brokenBy(before)).toEqual([]);
});

it('the clock that was set back is told, for a rule about time may be broken by it alone', async () => {
	const entry = (seq: number, hour: number) =>
		`insert into ledger_entry (fan_id, seq, kind, earned, purchased, earned_after, purchased_after, cause, created_at)
			values (1000000, ${seq}, 'check_in', 1, 0, ${seq}, 0, 'x', '2026-11-20T0${hour}:00:00Z')`;
	expect((await reportAfter(entry(1, 2), entry(2, 3))).clock).toEqual({ steps: 0, longestMs: 0 });
	expect((await reportAfter(entry(1, 2), entry(2, 1))).clock).toEqual({ steps: 1, longestMs: 3_600_000 });
});
