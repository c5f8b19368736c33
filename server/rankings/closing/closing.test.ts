/** A ranking is closed and paused shard by shard, and it is closed or paused when all its shards are. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { shardOf } from '#server/db/shards/shards.ts';
import { castVotes } from '#server/voting/engine/sql.ts';
import { aPerson, type Person } from '../../../tests/fixtures/accounts/people.ts';
import { expectBooksToBalance } from '../../../tests/fixtures/audit/books.ts';
import { copyDatabase, type TestDatabase } from '../../../tests/fixtures/database/database.ts';
import { execute } from '../../../testkit/execute.ts';
import { installationOf } from '../../../tests/fixtures/database/server.ts';
import { aContest, pauseContest, resumeContest, type Contest } from '../../../tests/fixtures/voting/contests.ts';
import { aBallot, slugOf, withEngine } from '../../../tests/fixtures/voting/engine.ts';
import { closeEnded, closeEndedIn, closeRanking, pauseIn, startStopped } from './closing.ts';

describe.each([1, 16])('with %i shards', (shards) => {
	let database: TestDatabase;
	let contest: Contest;
	let fans: Person[];
	let count = 0;

	beforeAll(async () => {
		database = await copyDatabase();
		await execute(database.url, installationOf(shards));
		fans = await Promise.all(
			Array.from({ length: 16 }, (_, n) => aPerson(database.owner, `fan ${n}`, { earned: 1_000 })),
		);
	});
	afterAll(async () => {
		await expectBooksToBalance(database.db);
		await database.drop();
	});
	beforeEach(async () => {
		await database.clock.run();
		count += 1;
		contest = await aContest(database.owner, `contest-${count}`, { endsAt: new Date(Date.now() + 3_600_000) });
	});

	const ended = () => database.clock.set(new Date(Date.now() + 3_600_000));
	const closing = async () => {
		const [row] = await database.db.query<{ closed: string }>({
			text: 'select closed_at::text as closed from ranking_closing where ranking_id = $1',
			values: [contest.rankingId],
		});
		return row?.closed ?? null;
	};
	const ofShards = () =>
		database.db.query<{ shard: number; closed: string; server: string }>({
			text: `select shard, closed_at::text as closed, closed_by as server from ranking_closing_shard
				where ranking_id = $1 order by shard`,
			values: [contest.rankingId],
		});

	it('keeps which clock decided in each shard, and the last one is the closing of the ranking', async () => {
		expect(await closeRanking(database.db, contest.rankingId)).toBe(true);
		expect(await closeRanking(database.db, contest.rankingId)).toBe(false);
		const closed = await ofShards();
		expect(closed.map(({ shard }) => shard)).toEqual([...Array(shards).keys()]);
		expect(
			closed
				.map((row) => row.closed)
				.toSorted()
				.at(-1),
		).toBe(await closing());
		const [server] = await database.db.query<{ address: string }>({
			text: `select coalesce(host(inet_server_addr()) || ':' || inet_server_port(), 'its socket') as address`,
		});
		expect(new Set(closed.map((row) => row.server))).toEqual(new Set([server?.address]));
	});

	it('a vote that is too late closes its own shard, and waits for no batch of another', async () => {
		const [late, inFlight] = [fans[0], fans[1]] as [Person, Person];
		await withEngine(
			database.db,
			async (engine) => {
				const cast = async () => {
					if (shards === 1) return { accepted: null };
					// A batch of another shard that has been accepted and is not committed yet.
					return database.db.transaction(async (tx) => {
						const shard = shardOf(inFlight, shards);
						const [accepted] = await castVotes(tx, [aBallot(inFlight, contest)], { shard, slot: 15, skipHeld: true });
						await ended();
						expect(await engine.cast(aBallot(late, contest)).catch(slugOf)).toBe('ranking_closed');
						expect(await closing()).toBeNull();
						return { accepted };
					});
				};
				const { accepted } = await cast();
				await ended();
				expect(await engine.cast(aBallot(late, contest)).catch(slugOf)).toBe('ranking_closed');
				if (shards > 1) expect(accepted).toMatchObject({ cast: { cost: { earned: 10 } } });
				expect((await closing()) === null).toBe(shards > 1);
			},
			undefined,
			shards,
		);
		await closeEnded(database.db);
		expect(await closing()).not.toBeNull();
		expect(await ofShards()).toHaveLength(shards);
	});

	it('an interrupted closing is finished by the next one, and what is closed stays closed meanwhile', async () => {
		await ended();
		await closeEndedIn(database.db, 0);
		await database.owner.query({
			text: `update ranking set title = 'Another title' where ranking_id = $1`,
			values: [contest.rankingId],
		});
		const open = await database.db.query<{ shard: number }>({
			text: 'select shard from ranking_terms where ranking_id = $1 and not closed order by shard',
			values: [contest.rankingId],
		});
		expect(open.map(({ shard }) => shard)).toEqual(Array.from({ length: shards - 1 }, (_, n) => n + 1));
		await Promise.all([closeEnded(database.db), closeEnded(database.db), closeEndedIn(database.db, shards - 1)]);
		expect(await ofShards()).toHaveLength(shards);
		expect(await closing()).not.toBeNull();
	});

	it('closing waits for the batches that were accepted, in all shards', async () => {
		await withEngine(
			database.db,
			async (engine) => {
				const votes = fans.flatMap((fan) =>
					Array.from({ length: 4 }, () =>
						engine.cast(aBallot(fan, contest)).then(
							() => 'cast',
							(error: unknown) => slugOf(error),
						),
					),
				);
				await closeRanking(database.db, contest.rankingId);
				const [atClose] = await database.db.query<{ tickets: number }>({
					text: 'select coalesce(sum(tickets), 0) as tickets from tally where ranking_id = $1',
					values: [contest.rankingId],
				});
				const told = await Promise.all(votes);
				expect(atClose?.tickets).toBe(told.filter((outcome) => outcome === 'cast').length);
				expect(told.filter((outcome) => outcome !== 'cast' && outcome !== 'ranking_closed')).toEqual([]);
			},
			undefined,
			shards,
		);
	});

	/** Everybody votes once. Returns the outcomes, each once. */
	async function outcomes(): Promise<Set<unknown>> {
		const seen = new Set<unknown>();
		await withEngine(
			database.db,
			async (engine) => {
				const votes = fans.map((fan) =>
					engine.cast(aBallot(fan, contest)).then(
						() => 'cast',
						(error: unknown) => slugOf(error),
					),
				);
				for (const outcome of await Promise.all(votes)) seen.add(outcome);
			},
			undefined,
			shards,
		);
		return seen;
	}

	it('a pause stops all shards, and begins when the last of them has stopped', async () => {
		expect(await outcomes()).toEqual(new Set(['cast']));
		await pauseContest(database.db, contest);
		expect(await outcomes()).toEqual(new Set(['ranking_paused']));
		const [pause] = await database.db.query<{ after: boolean }>({
			text: `select paused_at >= (select max(cast_at) from vote where vote.ranking_id = pause.ranking_id) as after
				from ranking_pause pause where ranking_id = $1`,
			values: [contest.rankingId],
		});
		expect(pause).toEqual({ after: true });
		await resumeContest(database.db, contest);
		expect(await outcomes()).toEqual(new Set(['cast']));
	});

	it('a pause that fails when shards have stopped is undone, and leaves no trace', async () => {
		const failing = database.db.transaction(async (tx) => {
			await pauseIn(tx, database.db, contest.rankingId, 'x');
			throw new Error('the audit trail is full');
		});
		await expect(failing).rejects.toThrow('the audit trail is full');
		expect(await outcomes()).toEqual(new Set(['ranking_paused']));
		await startStopped(database.db);
		expect(await outcomes()).toEqual(new Set(['cast']));
		const pauses = await database.db.query({
			text: 'select from ranking_pause where ranking_id = $1',
			values: [contest.rankingId],
		});
		expect(pauses).toEqual([]);
	});

	it('a batch whose clock was read before the end of a pause takes no vote', async () => {
		await pauseContest(database.db, contest);
		await database.clock.set(new Date(Date.now() + 60_000));
		await resumeContest(database.db, contest);
		await database.clock.run();
		expect(await outcomes()).toEqual(new Set(['ranking_paused']));
		await database.clock.set(new Date(Date.now() + 120_000));
		expect(await outcomes()).toEqual(new Set(['cast']));
	});
});
