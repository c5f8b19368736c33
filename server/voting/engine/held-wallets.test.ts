/** A wallet held by another transaction: its fan waits, and all other fans vote on. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isDatabaseLost } from '#server/db/lost.ts';
import { closeRanking, shareRanking } from '#server/rankings/closing/closing.ts';
import { sql } from '#server/kernel/database.ts';
import { expectBooksToBalance } from '../../../tests/fixtures/audit/books.ts';
import { aContest, pauseContest, type Contest } from '../../../tests/fixtures/voting/contests.ts';
import { ownDatabase } from '../../../tests/fixtures/database/database.ts';
import { aBallot, by, earnedOf, holdWallet, slugOf, withEngine } from '../../../tests/fixtures/voting/engine.ts';
import { aPerson, type Person } from '../../../tests/fixtures/accounts/people.ts';
import type { Engine } from './engine.ts';

const database = ownDatabase();
let contest: Contest;
let ana: Person;
let bea: Person;

beforeAll(async () => {
	contest = await aContest(database.owner, 'november');
	ana = await aPerson(database.owner, 'ana', { earned: 10_000 });
	bea = await aPerson(database.owner, 'bea', { earned: 10_000 });
});
afterAll(() => expectBooksToBalance(database.db));

/** Records the outcome of a vote so far. */
function watched(vote: Promise<unknown>) {
	const seen: { outcome: unknown } = { outcome: 'none yet' };
	void vote.then(
		() => (seen.outcome = 'cast'),
		(error: unknown) => (seen.outcome = slugOf(error)),
	);
	return seen;
}

it('another fan votes on, and the one who waited is counted when the wallet is free', async () => {
	await withEngine(database.db, async (engine) => {
		const release = await holdWallet(database.owner, ana);
		const waiting = watched(engine.cast(aBallot(ana, contest)));
		for (let n = 0; n < 20; n += 1) await engine.cast(aBallot(bea, contest));
		expect(waiting.outcome).toBe('none yet');
		await release();
		await expect.poll(() => waiting.outcome).toBe('cast');
	});
});

it('others who are in one batch with the fan are counted, also when the wallet is the first that is held', async () => {
	await withEngine(database.db, async (engine) => {
		const release = await holdWallet(database.owner, ana);
		const [waiting, ...others] = [ana, bea].map((person) => watched(engine.cast(aBallot(person, contest))));
		await expect.poll(() => others.map(({ outcome }) => outcome)).toEqual(['cast']);
		expect(waiting?.outcome).toBe('none yet');
		await release();
		await expect.poll(() => waiting?.outcome).toBe('cast');
	});
});

it('the votes that the fan sends meanwhile wait behind the first, and are counted in their order', async () => {
	const cleo = await aPerson(database.owner, 'cleo', { earned: 60 });
	const vote = (engine: Engine, tickets: number) => engine.cast(aBallot(cleo, contest, { tickets })).catch(slugOf);
	await withEngine(database.db, async (engine) => {
		const release = await holdWallet(database.owner, cleo);
		const first = vote(engine, 3);
		// Behind it in the same writer: the first has found the wallet held when this is counted.
		await engine.cast(aBallot(bea, contest));
		const others = [2, 4, 1].map((tickets) => vote(engine, tickets));
		await release();
		expect(await Promise.all([first, ...others])).toMatchObject([
			{ ledgerSeq: 2, balanceAfter: { earned: 30 } },
			{ ledgerSeq: 3, balanceAfter: { earned: 10 } },
			'not_enough_gems',
			{ ledgerSeq: 4, balanceAfter: { earned: 0 } },
		]);
	});
});

it('the fan is told to try again when it stays held, and the same key counts later, once', async () => {
	const dov = await aPerson(database.owner, 'dov', { earned: 100 });
	const vote = aBallot(dov, contest);
	await withEngine(database.db, async (engine) => {
		const release = await holdWallet(database.owner, dov);
		expect(await engine.cast(vote).catch(slugOf)).toBe('busy');
		await release();
		expect(await engine.cast({ ...vote, isRetry: true })).toMatchObject({ balanceAfter: { earned: 90 } });
	});
});

it('the ranking is paused and closed all the same, and the vote that waited is told so', async () => {
	const ending = await aContest(database.owner, 'ending');
	await withEngine(database.db, async (engine) => {
		const release = await holdWallet(database.owner, ana);
		const waiting = watched(engine.cast(aBallot(ana, ending)));
		await engine.cast(aBallot(bea, ending));
		await pauseContest(database.db, ending);
		expect(await closeRanking(database.db, ending.rankingId)).toBe(true);
		await release();
		await expect.poll(() => waiting.outcome).toBe('ranking_closed');
	});
});

it('the ranking is paused although a program has stopped with its lock in hand', async () => {
	const paused = await aContest(database.owner, 'paused');
	const locked = Promise.withResolvers<void>();
	const silence = Promise.withResolvers<void>();
	const stopped = database.db
		.transaction(async (tx) => {
			await shareRanking(tx, paused.rankingId);
			locked.resolve();
			await silence.promise;
			await tx.query({ text: 'select 1' });
		})
		.catch((error: unknown) => error);
	await locked.promise;
	await pauseContest(database.db, paused);
	silence.resolve();
	expect(isDatabaseLost(await stopped)).toBe(true);
});

it('a vote that waited is not counted on a session that ended meanwhile', async () => {
	const eli = await aPerson(database.owner, 'eli', { earned: 100 });
	await withEngine(database.db, async (engine) => {
		const release = await holdWallet(database.owner, eli);
		const waiting = watched(engine.cast(aBallot(eli, contest)));
		await engine.cast(aBallot(bea, contest));
		await sql`update session set revoked_at = lightstick_now() where token_hash = ${eli.tokenHash}`.run(database.db);
		await release();
		await expect.poll(() => waiting.outcome).toBe('sign_in_required');
		expect(await earnedOf(database.db, eli)).toBe(100);
	});
});

it('a cap beyond what an integer holds is a cap like any other', async () => {
	const capped = await aContest(database.owner, 'capped', { cap: 3_000_000_000 });
	const fay = await aPerson(database.owner, 'fay', { earned: 100_000_000_000 });
	const of = (tickets: number) => ({ ...aBallot(fay, capped, { tickets }), ...by(fay) });
	await withEngine(database.db, async (engine) => {
		await engine.cast(of(2_999_999_999));
		expect(await engine.cast(of(2)).catch(slugOf)).toBe('vote_cap_reached');
		expect(await engine.cast(of(1))).toMatchObject({ cost: { earned: 10 } });
	});
});
