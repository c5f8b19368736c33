/**
 * A ranking is closed and paused between batches of votes: what was accepted is committed, and nothing comes after it.
 * Operators, closings and batches take the same locks.
 */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { castVotes } from '#server/voting/engine/sql.ts';
import { type Tx, sql } from '#server/kernel/database.ts';
import { aPerson, type Person } from '../../../tests/fixtures/accounts/people.ts';
import { expectBooksToBalance } from '../../../tests/fixtures/audit/books.ts';
import { ownDatabase } from '../../../tests/fixtures/database/database.ts';
import { waitingForLocks } from '../../../tests/fixtures/database/waiting.ts';
import { aContest, pauseContest, resumeContest, type Contest } from '../../../tests/fixtures/voting/contests.ts';
import { aBallot, slugOf, withEngine } from '../../../tests/fixtures/voting/engine.ts';
import { deleteRanking } from '../operator/sql.ts';
import {
	closeAndCertify,
	closeEnded,
	closeRanking,
	joinBatches,
	lockRanking,
	lockRankingAlone,
	pauseIn,
	shareRanking,
} from './closing.ts';

const database = ownDatabase();
let contest: Contest;
let fans: Person[];
let count = 0;

beforeAll(async () => {
	const aFan = (n: number) => aPerson(database.owner, `fan ${n}`, { earned: 1_000 });
	fans = await Promise.all(Array.from({ length: 16 }, (_, n) => aFan(n)));
});
afterAll(() => expectBooksToBalance(database.db));
beforeEach(async () => {
	await database.clock.run();
	count += 1;
	contest = await aContest(database.owner, `contest-${count}`, { endsAt: new Date(Date.now() + 3_600_000) });
});

const end = () => database.clock.set(new Date(Date.now() + 3_600_000));
const isClosed = () =>
	sql`select exists (select from ranking_closing where ranking_id = ${contest.rankingId})`.value<boolean>(database.db);

/** Everybody votes, each several times. Returns the outcomes. */
async function outcomes(times = 1, meanwhile = async () => undefined as unknown): Promise<unknown[]> {
	let seen: unknown[] = [];
	await withEngine(database.db, async (engine) => {
		const votes = fans.flatMap((fan) =>
			Array.from({ length: times }, () => engine.cast(aBallot(fan, contest)).then(() => 'cast', slugOf)),
		);
		await meanwhile();
		seen = await Promise.all(votes);
	});
	return seen;
}
const each = async () => new Set(await outcomes());

it('of several closings at once, one closes the ranking', async () => {
	const closings = await Promise.all([1, 2, 3].map(() => closeRanking(database.db, contest.rankingId)));
	expect(closings.filter((isFirst) => isFirst)).toHaveLength(1);
	expect(await closeRanking(database.db, contest.rankingId)).toBe(false);
	const told = sql`select operator_id, action from audit_entry where target = ${`ranking:${contest.key}`}`;
	expect(await told.all(database.db)).toEqual([{ operator_id: null, action: 'ranking.close' }]);
});

it('the first vote that is too late closes the ranking', async () => {
	await end();
	expect(await each()).toEqual(new Set(['ranking_closed']));
	expect(await isClosed()).toBe(true);
});

it('closing waits for the batches that were accepted', async () => {
	let atClose: unknown;
	const told = await outcomes(4, async () => {
		await closeRanking(database.db, contest.rankingId);
		const counted = sql`select coalesce(sum(tickets), 0) from tally where ranking_id = ${contest.rankingId}`;
		atClose = await counted.value(database.db);
	});
	expect(atClose).toBe(told.filter((outcome) => outcome === 'cast').length);
	expect(told.filter((outcome) => outcome !== 'cast' && outcome !== 'ranking_closed')).toEqual([]);
});

it('closing does not wait for an operator who holds the ranking, and votes go on meanwhile', async () => {
	await database.owner.transaction(async (tx) => {
		await sql`select from ranking where ranking_id = ${contest.rankingId} for no key update`.run(tx);
		expect(await each()).toEqual(new Set(['cast']));
		await end();
		await closeEnded(database.db);
	});
	expect(await isClosed()).toBe(true);
});

it('a clock of the database that jumped ahead closes no ranking', async () => {
	await end();
	const ahead = Object.create(database.db) as typeof database.db;
	ahead.query = async (statement) => {
		const isClock = statement.text.includes('clock_timestamp()');
		return isClock ? ([{ at: Date.now() + 7_200_000 }] as never) : database.db.query(statement);
	};
	await closeEnded(ahead);
	await expect(closeAndCertify(ahead)).rejects.toThrow('is ahead');
	expect(await isClosed()).toBe(false);
	await closeAndCertify(database.db);
	expect(await isClosed()).toBe(true);
});

it('a pause stops the votes, and begins after the last of them', async () => {
	expect(await each()).toEqual(new Set(['cast']));
	await pauseContest(database.db, contest);
	expect(await each()).toEqual(new Set(['ranking_paused']));
	const isAfter = sql`select paused_at >= (select max(cast_at) from vote where vote.ranking_id = pause.ranking_id)
		from ranking_pause pause where ranking_id = ${contest.rankingId}`;
	expect(await isAfter.value(database.db)).toBe(true);
	await resumeContest(database.db, contest);
	expect(await each()).toEqual(new Set(['cast']));
});

it('a pause that fails leaves no trace', async () => {
	const failing = database.db.transaction(async (tx) => {
		await pauseIn(tx, contest.rankingId, 'x');
		throw new Error('the audit trail is full');
	});
	await expect(failing).rejects.toThrow('the audit trail is full');
	expect(await each()).toEqual(new Set(['cast']));
	expect(await sql`select from ranking_pause where ranking_id = ${contest.rankingId}`.all(database.db)).toEqual([]);
});

it('a pause ends after the batches that read their clock within it', async () => {
	await pauseContest(database.db, contest);
	const ballot = aBallot(fans[0] as Person, contest);
	const { resumed } = await database.db.transaction(async (batch) => {
		expect(await castVotes(batch, [ballot], { slot: 15, skipHeld: true })).toEqual([{ refused: 'ranking_paused' }]);
		const resuming = resumeContest(database.db, contest);
		await expect.poll(() => waitingForLocks(database.owner, 'pg_advisory_xact_lock')).toHaveLength(1);
		return { resumed: resuming };
	});
	await resumed;
	expect(await each()).toEqual(new Set(['cast']));
});

const NOT_FREE = { code: '55P03' };
const locked = (work: (tx: Tx) => Promise<unknown>) => database.db.transaction(work);

it('a change of the ranking waits for a batch, and keeps it from closing until it is done', async () => {
	// The database would end it after a second and a half.
	const patient = { text: 'set local idle_in_transaction_session_timeout = 0' };
	await locked(async (batch) => {
		await joinBatches(batch, contest.rankingId);
		await batch.query(patient);
		await expect(locked((tx) => lockRankingAlone(tx, contest.rankingId))).rejects.toMatchObject(NOT_FREE);
	});
	await locked(async (tx) => {
		await lockRankingAlone(tx, contest.rankingId);
		await tx.query(patient);
		await expect(closeRanking(database.db, contest.rankingId)).rejects.toMatchObject(NOT_FREE);
	});
	expect(await closeRanking(database.db, contest.rankingId)).toBe(true);
});

it('two who open cases share the ranking, and nobody changes it meanwhile', async () => {
	await locked(async (tx) => {
		await shareRanking(tx, contest.rankingId);
		await locked((other) => shareRanking(other, contest.rankingId));
		const changing = locked(async (other) => {
			await other.query({ text: 'set local lock_timeout = 100' });
			await lockRanking(other, contest.rankingId);
		});
		await expect(changing).rejects.toMatchObject(NOT_FREE);
	});
	await locked((tx) => lockRanking(tx, contest.rankingId));
});

it('a deleted ranking is not locked, and whoever waited for it is told', async () => {
	const changing = Promise.withResolvers<boolean[]>();
	await database.owner.transaction(async (tx) => {
		await lockRanking(tx, contest.rankingId);
		const waiting = [lockRanking, lockRankingAlone].map((lock) =>
			database.db.transaction((other) => lock(other, contest.rankingId)),
		);
		changing.resolve(Promise.all(waiting));
		await expect.poll(() => waitingForLocks(database.owner, 'for no key update')).toHaveLength(2);
		await deleteRanking(tx, contest.rankingId);
	});
	expect(await changing.promise).toEqual([false, false]);
});
