/**
 * The engine against a real database: batches, poison, lost connections, two writers. Votes that wait: for a wallet that another
 * transaction holds, while all other fans vote on; for a ranking that closes in its last instant; and sent twice because no answer
 * arrived, where the answer to the second request holds for the first too. Long because all of them need the same database.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { VERSION_OF_NONE } from '#contract/values/chart-version.ts';
import { type Connection, sql } from '#server/kernel/database.ts';
import { closeRanking } from '#server/rankings/closing/closing.ts';
import { selectStandings } from '#server/rankings/sql.ts';
import { sumStandings } from '#server/rankings/standings/sql.ts';
import { aContest, type Contest, pauseContest } from '../../../tests/fixtures/voting/contests.ts';
import { beforeTests } from '../../../tests/fixtures/before-tests.ts';
import { ownDatabase } from '../../../tests/fixtures/database/database.ts';
import { expectBooksToBalance } from '../../../tests/fixtures/audit/books.ts';
import {
	ENGINE_SETTINGS,
	aBallot,
	aBatchWaits,
	anEngine,
	by,
	earnedOf,
	holdRankings,
	holdWallet,
	slugOf,
	withEngine,
} from '../../../tests/fixtures/voting/engine.ts';
import { adjustBy } from '../../../tests/fixtures/accounts/gems.ts';
import { aPerson, type Person } from '../../../tests/fixtures/accounts/people.ts';
import { waitingForLocks } from '../../../tests/fixtures/database/waiting.ts';
import type { Ballot } from '../ballot.ts';
import type { Engine } from './engine.ts';
import { castVotes, forgetRefusedKeys } from './sql.ts';

const database = ownDatabase();
const contest = beforeTests(() => aContest(database.owner, 'november'));
const ana = beforeTests(() => aPerson(database.owner, 'ana', { earned: 1_000_000 }));
const bea = beforeTests(() => aPerson(database.owner, 'bea', { earned: 10_000 }));
let crowd: Person[];

beforeAll(async () => {
	const aFan = (n: number) => aPerson(database.owner, `fan ${n}`, { earned: 1_000 });
	crowd = await Promise.all(Array.from({ length: 70 }, (_, n) => aFan(n)));
});
afterEach(() => database.clock.run());
afterAll(() => expectBooksToBalance(database.db));

const ballot = (more: Partial<Ballot> = {}) => aBallot(ana, contest, more);

const countVotes = () => sql`select count(*) from vote`.value<number>(database.db);

describe('a batch', () => {
	it('of many is followed by what gathers after it, also while the engine closes', async () => {
		const before = await countVotes();
		const engine = anEngine(database.db, { ...ENGINE_SETTINGS, batchMax: 20 });
		const cast = () => crowd.slice(0, 50).map((fan) => engine.cast(ballot(by(fan))));
		await Promise.all(cast());
		expect(await countVotes()).toBe(before + 50);
		const last = cast();
		await engine.close();
		expect(await countVotes()).toBe(before + 100);
		await Promise.all(last);
	});

	it('holds what gathered while the one before it committed; a large one is sent behind it', async () => {
		await withEngine(database.db, async (engine) => {
			const before = await countVotes();
			const release = await holdRankings(database.owner);
			const votes = [ana, bea].map((fan) => engine.cast(ballot(by(fan))));
			await aBatchWaits(database.owner);
			votes.push(...crowd.map((fan) => engine.cast(ballot(by(fan)))));
			await release();
			const done = await Promise.all(votes);
			expect(await countVotes()).toBe(before + 72);
			// Two came together, 64 were sent behind them, and the others gathered while these were under way.
			const batches = done.map(({ version }) => version);
			const sizes = [...Map.groupBy(batches, (version) => version).values()].map(({ length }) => length);
			expect(sizes).toEqual([2, 64, 6]);
			// Each was told the artist's votes with their own.
			expect(new Set(done.map(({ artistTickets }) => artistTickets)).size).toBe(72);
		});
	});

	it('holds one vote of a fan; the others come in their order, and what does not fit is refused alone', async () => {
		const cleo = await aPerson(database.owner, 'cleo', { earned: 30, purchased: 20 });
		await withEngine(database.db, async (engine) => {
			const cast = (tickets: number) => engine.cast(ballot({ ...by(cleo), tickets })).catch(slugOf);
			expect(await Promise.all([3, 9, 1, 2].map(cast))).toMatchObject([
				{ cost: { earned: 30, purchased: 0 }, ledgerSeq: 2 },
				'not_enough_gems',
				{ cost: { earned: 0, purchased: 10 }, balanceAfter: { earned: 0, purchased: 10 }, ledgerSeq: 3 },
				'not_enough_gems',
			]);
		});
	});

	it('with a vote that the database cannot take fails for that vote alone', async () => {
		await withEngine(database.db, async (engine) => {
			const release = await holdRankings(database.owner);
			// No caller can do it: no column holds such an id.
			const poisoned = engine.cast(ballot({ fanId: 2 ** 70 })).catch(slugOf);
			const neighbors = crowd.map((fan) => engine.cast(ballot(by(fan))));
			const late = engine.cast(ballot({ fanId: 2 ** 71 })).catch(slugOf);
			await release();
			expect(await Promise.all([poisoned, late])).toEqual(['internal', 'internal']);
			expect(new Set((await Promise.all(neighbors)).map(({ cost }) => cost.earned))).toEqual(new Set([10]));
		});
	});
});

it('a lost connection in the middle of a batch is taken up again: every vote counts once', async () => {
	await withEngine(database.db, async (engine) => {
		const before = await countVotes();
		await engine.cast(ballot());
		const release = await holdRankings(database.owner);
		const votes = Array.from({ length: 50 }, () => engine.cast(ballot()));
		await aBatchWaits(database.owner);
		const waiting = sql`datname = current_database() and wait_event_type = 'Lock' and query like '%cast_vote%'`;
		await sql`select pg_terminate_backend(pid) from pg_stat_activity where ${waiting}`.run(database.owner);
		await release();
		expect(await Promise.all(votes)).toHaveLength(50);
		expect(await countVotes()).toBe(before + 51);
	});
});

describe('two writers', () => {
	/** Both send their vote before either is committed. */
	async function meet(one: Ballot, other: Ballot): Promise<unknown[]> {
		const engines = [0, 1].map(() => anEngine(database.db));
		// Seated first: a new connection would be late.
		await Promise.all(engines.map((engine) => engine.cast(ballot())));
		const release = await holdRankings(database.owner);
		const votes = engines.map((engine, n) => engine.cast(n === 0 ? one : other).catch(slugOf));
		await aBatchWaits(database.owner, 2);
		await release();
		const outcomes = await Promise.all(votes);
		await Promise.all(engines.map((engine) => engine.close()));
		return outcomes;
	}

	it('that get the same vote count it once and answer it twice', async () => {
		const eli = await aPerson(database.owner, 'eli', { earned: 100 });
		const same = ballot({ ...by(eli), tickets: 2 });
		const before = await countVotes();
		const [first, second] = await meet(same, same);
		expect(first).toMatchObject({ balanceAfter: { earned: 80, purchased: 0 } });
		expect({ ...(second as object), version: '' }).toEqual({ ...(first as object), version: '' });
		expect(await countVotes()).toBe(before + 3);
		expect(await earnedOf(database.db, eli)).toBe(80);
	});

	it('that get two votes of one fan do not give more than the ranking’s cap', async () => {
		const capped = await aContest(database.owner, 'capped', { cap: 5 });
		const fay = await aPerson(database.owner, 'fay', { earned: 100 });
		const of = { ...by(fay), rankingKey: capped.key, artistId: capped.artistIds[0] ?? 0, tickets: 3 };
		const outcomes = await meet(ballot(of), ballot(of));
		expect(outcomes).toContain('vote_cap_reached');
		expect(await earnedOf(database.db, fay)).toBe(70);
	});

	it('share a fan, an artist and the last gems without waiting in a circle or spending one twice', async () => {
		const bo = await aPerson(database.owner, 'bo', { earned: 500 });
		const open = () => anEngine(database.db, { ...ENGINE_SETTINGS, batchMax: 7 });
		const [first, second] = [open(), open()];
		const votes = Array.from({ length: 200 }, (_, n) => {
			const fan = n % 2 === 0 ? bo : ana;
			return (n % 3 === 0 ? first : second).cast(ballot(by(fan))).then(() => fan.name, slugOf);
		});
		const outcomes = await Promise.all(votes);
		expect(outcomes.filter((outcome) => outcome === 'bo')).toHaveLength(50);
		expect(outcomes.filter((outcome) => outcome === 'ana')).toHaveLength(100);
		const slots = await database.db.query({ text: 'select distinct slot from tally where slot < 2' });
		expect(slots).toHaveLength(2);
		await Promise.all([first.close(), second.close()]);
	});
});

/** What a chart of some version includes, also when writers share a slot. */
describe('the version of a vote', () => {
	let writers: [Connection, Connection];
	beforeAll(async () => {
		writers = [database.db.connection(), database.db.connection()];
		for (const writer of writers) {
			await writer.connect();
			// On a busy machine, whoever looks for the waiting batch may come later than the site would wait.
			await writer.query({ text: `set lock_timeout = '30s'` });
		}
	});
	afterAll(async () => {
		for (const writer of writers) await writer.end();
	});

	/** Locks the wallets first, so that a batch waits for a slot as long as the connection allows. */
	async function cast(writer: Connection, fan: Person, of: Contest, slot: number): Promise<string> {
		const [decision] = await castVotes(writer, [aBallot(fan, of)], { slot, skipHeld: true });
		if (typeof decision !== 'object' || !('cast' in decision)) throw new Error('The vote was refused');
		return decision.cast.version;
	}

	async function versionOf({ rankingId }: Contest): Promise<string | null> {
		await sumStandings(database.db);
		return (await selectStandings(database.db, rankingId))[0]?.version ?? null;
	}

	it('is committed after all smaller ones, also if two writers share a slot', async () => {
		const shared = await aContest(database.owner, 'shared-slot');
		const [first, second] = writers;
		await first.query({ text: 'begin' });
		expect(await cast(first, ana, shared, 0)).toBe('0.1');
		const waiting = cast(second, bea, shared, 0);
		await aBatchWaits(database.owner);
		expect(await versionOf(shared)).toBe(VERSION_OF_NONE);
		await first.query({ text: 'commit' });
		expect(await waiting).toBe('0.2');
		expect(await versionOf(shared)).toBe('0.2');
	});
});

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
	const capped = await aContest(database.owner, 'hardly-capped', { cap: 3_000_000_000 });
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
