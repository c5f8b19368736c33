/**
 * Votes that wait: for a wallet that another transaction holds, while all other fans vote on; for a ranking that closes in
 * its last instant; and sent twice because no answer arrived, where the answer to the second request holds for the first too.
 */
import { afterAll, afterEach, expect, it } from 'vitest';
import { sql } from '#server/kernel/database.ts';
import { closeRanking } from '#server/rankings/closing/closing.ts';
import { adjustBy } from '../../../tests/fixtures/accounts/gems.ts';
import { aPerson } from '../../../tests/fixtures/accounts/people.ts';
import { expectBooksToBalance } from '../../../tests/fixtures/audit/books.ts';
import { beforeTests } from '../../../tests/fixtures/before-tests.ts';
import { ownDatabase } from '../../../tests/fixtures/database/database.ts';
import { waitingForLocks } from '../../../tests/fixtures/database/waiting.ts';
import { aContest, pauseContest } from '../../../tests/fixtures/voting/contests.ts';
import {
	aBallot,
	aBatchWaits,
	by,
	earnedOf,
	holdWallet,
	slugOf,
	withEngine,
} from '../../../tests/fixtures/voting/engine.ts';
import type { Engine } from './engine.ts';
import { castVotes, forgetRefusedKeys } from './sql.ts';

const database = ownDatabase();
const contest = beforeTests(() => aContest(database.owner, 'november'));
const ana = beforeTests(() => aPerson(database.owner, 'ana', { earned: 1_000_000 }));
const bea = beforeTests(() => aPerson(database.owner, 'bea', { earned: 10_000 }));
afterEach(() => database.clock.run());
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

it('others vote on, in the same batch and in later ones, and the fan who waited is counted when the wallet is free', async () => {
	await withEngine(database.db, async (engine) => {
		const release = await holdWallet(database.owner, ana);
		// The wallet that is held is the first of the batch.
		const [waiting, other] = [ana, bea].map((person) => watched(engine.cast(aBallot(person, contest))));
		await expect.poll(() => other?.outcome).toBe('cast');
		for (let n = 0; n < 20; n += 1) await engine.cast(aBallot(bea, contest));
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

const inAMinute = () => new Date(Date.now() + 60_000);

const aRankingIsWaitedFor = () => expect.poll(() => waitingForLocks(database.owner)).toHaveLength(1);

it('refuses a vote whose wallet was held until its ranking had ended, and charges nothing', async () => {
	const endsAt = inAMinute();
	const brief = await aContest(database.owner, 'brief', { endsAt });
	const dov = await aPerson(database.owner, 'dov', { earned: 100 });
	await withEngine(database.db, async (engine) => {
		const release = await holdWallet(database.owner, dov);
		const outcome = engine.cast(aBallot(dov, brief)).catch(slugOf);
		// Behind it in the same writer: the first has found the wallet held when this is counted.
		await engine.cast(aBallot(ana, brief));
		await database.clock.set(endsAt);
		await release();
		expect(await outcome).toBe('ranking_closed');
		expect(await earnedOf(database.db, dov)).toBe(100);
	});
});

it('aborts a batch that was let in before the end and waited for a wallet until after it', async () => {
	const endsAt = inAMinute();
	const ending = await aContest(database.owner, 'waits', { endsAt });
	const eve = await aPerson(database.owner, 'eve', { earned: 100 });
	const ballots = [eve, await aPerson(database.owner, 'flo', { earned: 100 })].map((fan) => aBallot(fan, ending));
	const release = await holdWallet(database.owner, eve);
	const outcome = database.db
		.transaction(async (tx) => {
			// A writer's connection gives up sooner, and only what waits can be late.
			await tx.query({ text: `set local lock_timeout = '30s'` });
			return castVotes(tx, ballots, { slot: 15, skipHeld: false });
		})
		.catch((error: unknown) => (error as { code?: string }).code);
	await expect.poll(() => waitingForLocks(database.owner, 'cast_vote')).toHaveLength(1);
	await database.clock.set(endsAt);
	await release();
	expect(await outcome).toBe('40001');
	expect(await earnedOf(database.db, eve)).toBe(100);
});

it('tells nobody that it is over while the same vote, accepted in time elsewhere, is not committed yet', async () => {
	const endsAt = inAMinute();
	const last = await aContest(database.owner, 'last', { endsAt });
	const gil = await aPerson(database.owner, 'gil', { earned: 100 });
	const same = aBallot(gil, last, { tickets: 3 });
	await withEngine(database.db, async (engine) => {
		const outcomes = await database.db.transaction(async (tx) => {
			const [accepted] = await castVotes(tx, [same], { slot: 15, skipHeld: true });
			expect(accepted).toMatchObject({ cast: { balanceAfter: { earned: 70 } } });
			await database.clock.set(endsAt);
			const told = engine.cast(same).catch(slugOf);
			const late = engine.cast(aBallot(ana, last)).catch(slugOf);
			await aRankingIsWaitedFor();
			return { told, late };
		});
		expect(await outcomes.told).toMatchObject({ balanceAfter: { earned: 70 }, version: '0' });
		expect(await outcomes.late).toBe('ranking_closed');
		expect(await earnedOf(database.db, gil)).toBe(70);
	});
});

it('refused as a retry, the first sending that wakes up later is refused too', async () => {
	const uma = await aPerson(database.owner, 'uma');
	const first = aBallot(uma, contest);
	// Two processes: one that is stopped with the first sending in its hands, and one that hears the second.
	await withEngine(database.db, async (stopped) => {
		await withEngine(database.db, async (awake) => {
			expect(await awake.cast({ ...first, isRetry: true }).catch(slugOf)).toBe('not_enough_gems');
		});
		const gift = { earned: 50, purchased: 0 };
		await database.owner.transaction((tx) => adjustBy(tx, uma, gift, 'opening gems'));
		expect(await stopped.cast(first).catch(slugOf)).toBe('not_enough_gems');
		// The fan votes again with a key of its own.
		expect(await stopped.cast(aBallot(uma, contest))).toMatchObject({ balanceAfter: { earned: 40 } });
	});
});

it('refused as a retry while the first sending waits for the wallet, the first is refused too', async () => {
	const eli = await aPerson(database.owner, 'eli', { earned: 100 });
	const first = aBallot(eli, contest);
	const setHidden = (at: string) =>
		database.owner.query({ text: `update ranking_entry set hidden_at = ${at} where artist_id = ${first.artistId}` });
	await withEngine(database.db, async (engine) => {
		const told = await database.db.transaction(async (tx) => {
			await setHidden('lightstick_now()');
			const retry = { ...first, isRetry: true };
			expect(await castVotes(tx, [retry], { slot: 15, skipHeld: true })).toEqual([{ refused: 'artist_not_listed' }]);
			await setHidden('null');
			const waiting = engine.cast(first).catch(slugOf);
			await aBatchWaits(database.owner);
			return { waiting };
		});
		expect(await told.waiting).toBe('artist_not_listed');
		expect(await earnedOf(database.db, eli)).toBe(100);
	});
});

it('a kept refusal is forgotten when no sending can be on its way any more', async () => {
	const dov = await aPerson(database.owner, 'dov');
	await withEngine(database.db, async (engine) => {
		await engine.cast({ ...aBallot(dov, contest), isRetry: true }).catch(slugOf);
	});
	const kept = () => database.db.query({ text: 'select from refused_key where fan_id = $1', values: [dov.fanId] });
	await forgetRefusedKeys(database.db);
	expect(await kept()).toHaveLength(1);
	await database.owner.query({ text: `update refused_key set refused_at = lightstick_now() - interval '25 hours'` });
	await forgetRefusedKeys(database.db);
	expect(await kept()).toEqual([]);
});
