/** The engine against a real database: batches, poison, full queues, lost connections, the exact cut-off. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeRanking } from '#server/rankings/closing.ts';
import { lockRankingAlone } from '#server/rankings/lock.ts';
import { aContest, type Contest } from '../../tests/world/contests.ts';
import { copyDatabase, type TestDatabase } from '../../tests/world/database.ts';
import { expectBooksToBalance } from '../../tests/world/books.ts';
import { aKey, aPerson, type Person } from '../../tests/world/people.ts';
import { openEngine, type Engine } from './engine.ts';
import type { Ballot } from './rules.ts';

const quiet = {
	error: (...a: unknown[]) => process.stderr.write('E ' + JSON.stringify(a).slice(0, 300) + '\n'),
	warn: (...a: unknown[]) => process.stderr.write('W ' + JSON.stringify(a).slice(0, 300) + '\n'),
};
const settings = { lanes: 1, batchMax: 300, queueMax: 10_000, requestsPerSecond: 1, requestsBurst: 1 };

let database: TestDatabase;
let contest: Contest;
let ana: Person;

beforeAll(async () => {
	database = await copyDatabase();
	contest = await aContest(database.owner, 'november');
	ana = await aPerson(database.owner, 'ana', { earned: 1_000_000 });
});
afterAll(async () => {
	await expectBooksToBalance(database.db);
	await database.drop();
});

async function withEngine(work: (engine: Engine) => Promise<void>, config = settings): Promise<void> {
	const engine = openEngine({ db: database.db, config, log: quiet });
	try {
		await work(engine);
	} finally {
		await engine.close();
	}
}

function ballot(more: Partial<Ballot> = {}): Ballot {
	return {
		fan: { bucket: ana.bucket, fanId: ana.fanId },
		key: aKey(),
		rankingKey: contest.key,
		artistId: contest.artistIds[0] ?? 0,
		tickets: 1,
		expectedCost: null,
		...more,
	};
}

const slugOf = (error: unknown) => (error as { slug?: string }).slug;

async function countVotes(): Promise<number> {
	const [row] = await database.db.query<{ votes: number }>({ text: 'select count(*) as votes from vote' });
	return row?.votes ?? -1;
}

/** Holds every wallet, so that batches wait; gives what lets them go. */
async function holdWallets(): Promise<() => Promise<void>> {
	let release: () => void = () => undefined;
	const held = new Promise<void>((resolve) => (release = resolve));
	let taken: () => void = () => undefined;
	const ready = new Promise<void>((resolve) => (taken = resolve));
	const holding = database.owner.transaction(async (tx) => {
		await tx.query({ text: 'select from wallet for update' });
		taken();
		await held;
	});
	await ready;
	return async () => {
		release();
		await holding;
	};
}

describe('a batch', () => {
	it('holds what gathered while the one before it committed', async () => {
		await withEngine(async (engine) => {
			const before = await countVotes();
			const release = await holdWallets();
			const votes = Array.from({ length: 200 }, () => engine.cast(ballot()));
			await release();
			const done = await Promise.all(votes);
			expect(await countVotes()).toBe(before + 200);
			// The first vote went alone; all that came meanwhile share one transaction.
			expect(new Set(done.map(({ transaction }) => transaction)).size).toBe(2);
			expect(new Set(done.map(({ ledgerSeq }) => ledgerSeq)).size).toBe(200);
		});
	});

	it('with a vote that the database cannot take fails for that vote alone', async () => {
		await withEngine(async (engine) => {
			const release = await holdWallets();
			const poisoned = engine.cast(ballot({ artistId: 99_999_999_999 })).catch(slugOf);
			const neighbours = Array.from({ length: 20 }, () => engine.cast(ballot()));
			const late = engine.cast(ballot({ artistId: 99_999_999_998 })).catch(slugOf);
			await release();
			expect(await poisoned).toBe('internal');
			expect(await late).toBe('internal');
			expect((await Promise.all(neighbours)).every(({ tickets }) => tickets === 1)).toBe(true);
		});
	});
});

describe('a full queue', () => {
	it('takes nothing and says so; the same key counts once there is room', async () => {
		await withEngine(
			async (engine) => {
				const before = await countVotes();
				const release = await holdWallets();
				const taken = Array.from({ length: 6 }, () => engine.cast(ballot()));
				const turnedAway = ballot();
				expect(await engine.cast(turnedAway).catch(slugOf)).toBe('busy');
				await release();
				await Promise.all(taken);
				expect(await countVotes()).toBe(before + 6);
				await engine.cast(turnedAway);
				expect(await countVotes()).toBe(before + 7);
			},
			{ ...settings, batchMax: 1, queueMax: 5 },
		);
	});
});

describe('a lost connection', () => {
	it('in the middle of a batch is taken up again: every vote counts once', async () => {
		await withEngine(async (engine) => {
			const before = await countVotes();
			await engine.cast(ballot());
			const release = await holdWallets();
			const votes = Array.from({ length: 50 }, () => engine.cast(ballot()));
			await expect
				.poll(async () => {
					const rows = await database.owner.query({
						text: `select pg_terminate_backend(pid) from pg_stat_activity
							where datname = current_database() and wait_event_type = 'Lock' and query like '%from wallet join%'`,
					});
					return rows.length;
				})
				.toBeGreaterThan(0);
			await release();
			expect(await Promise.all(votes)).toHaveLength(50);
			expect(await countVotes()).toBe(before + 51);
		});
	});
});

describe('the cut-off', () => {
	it('refuses a batch that was held at the lock while its ranking closed, and charges nothing', async () => {
		const closing = await aContest(database.owner, 'closing');
		await withEngine(async (engine) => {
			const of = { rankingKey: closing.key, artistId: closing.artistIds[0] ?? 0 };
			await engine.cast(ballot(of));
			const [balance] = await database.db.query({
				text: 'select earned from wallet where fan_id = $1',
				values: [ana.fanId],
			});
			const outcomes: Promise<unknown>[] = [];
			await database.owner.transaction(async (tx) => {
				await lockRankingAlone(tx, closing.rankingId);
				outcomes.push(...Array.from({ length: 20 }, () => engine.cast(ballot(of)).catch(slugOf)));
				await expect
					.poll(async () => {
						const rows = await database.db.query({
							text: `select from pg_locks where locktype = 'advisory' and not granted and database = (
								select oid from pg_database where datname = current_database())`,
						});
						return rows.length;
					})
					.toBe(1);
				await tx.query({
					text: 'insert into ranking_closing (ranking_id, closed_at) values ($1, lightstick_now())',
					values: [closing.rankingId],
				});
			});
			expect(new Set(await Promise.all(outcomes))).toEqual(new Set(['ranking_closed']));
			const after = await database.db.query({
				text: 'select earned from wallet where fan_id = $1',
				values: [ana.fanId],
			});
			expect(after).toEqual([balance]);
		});
	});

	it('lets a closing wait for the batch that was accepted before it', async () => {
		const ending = await aContest(database.owner, 'ending');
		await withEngine(async (engine) => {
			const votes = Array.from({ length: 100 }, () =>
				engine.cast(ballot({ rankingKey: ending.key, artistId: ending.artistIds[1] ?? 0 })).then(
					() => 'cast',
					(error: unknown) => slugOf(error),
				),
			);
			await closeRanking(database.db, ending.rankingId);
			const atClose = await database.db.query({
				text: 'select coalesce(sum(tickets), 0) as tickets from tally where ranking_id = $1',
				values: [ending.rankingId],
			});
			const outcomes = await Promise.all(votes);
			expect(atClose).toEqual([{ tickets: outcomes.filter((outcome) => outcome === 'cast').length }]);
		});
	});
});

describe('two lanes', () => {
	it('share a fan, an artist and the last gems without waiting in a circle or spending one twice', async () => {
		const bo = await aPerson(database.owner, 'bo', { earned: 500 });
		const open = () => openEngine({ db: database.db, config: { ...settings, batchMax: 7 }, log: quiet });
		const [first, second] = [open(), open()];
		const votes = Array.from({ length: 200 }, (_, n) => {
			const fan = n % 2 === 0 ? { bucket: bo.bucket, fanId: bo.fanId } : { bucket: ana.bucket, fanId: ana.fanId };
			const engine = n % 3 === 0 ? first : second;
			return engine.cast(ballot({ fan })).then(
				() => (n % 2 === 0 ? 'bo' : 'ana'),
				(error: unknown) => slugOf(error),
			);
		});
		const outcomes = await Promise.all(votes);
		expect(outcomes.filter((outcome) => outcome === 'bo')).toHaveLength(50);
		expect(outcomes.filter((outcome) => outcome === 'ana')).toHaveLength(100);
		const slots = await database.db.query({ text: 'select distinct slot from tally where slot < 2' });
		expect(slots).toHaveLength(2);
		await Promise.all([first.close(), second.close()]);
	});
});
