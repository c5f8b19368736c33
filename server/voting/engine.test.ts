/** The engine against a real database: batches, poison, full queues, lost connections, the exact cut-off. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeRanking } from '#server/rankings/closing.ts';
import { lockRankingAlone } from '#server/rankings/lock.ts';
import { aContest, type Contest } from '../../tests/world/contests.ts';
import { copyDatabase, type TestDatabase } from '../../tests/world/database.ts';
import { expectBooksToBalance } from '../../tests/world/books.ts';
import { aKey, aPerson, type Person } from '../../tests/world/people.ts';
import { openEngine, type Engine } from './engine.ts';
import type { Ballot } from './ballot.ts';
import { castVotes } from './sql.ts';

const quiet = { error: () => undefined, warn: () => undefined };
const settings = { lanes: 1, batchMax: 300, queueMax: 10_000, requestsPerSecond: 1, requestsBurst: 1 };

let database: TestDatabase;
let contest: Contest;
let ana: Person;
let bea: Person;
let crowd: Person[];

beforeAll(async () => {
	database = await copyDatabase();
	contest = await aContest(database.owner, 'november');
	ana = await aPerson(database.owner, 'ana', { earned: 1_000_000 });
	bea = await aPerson(database.owner, 'bea', { earned: 1_000 });
	crowd = await Promise.all(
		Array.from({ length: 70 }, (_, n) => aPerson(database.owner, `fan ${n}`, { earned: 1_000 })),
	);
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

const by = ({ bucket, fanId, tokenHash }: Person) => ({ fan: { bucket, fanId }, tokenHash });

function ballot(more: Partial<Ballot> = {}): Ballot {
	return {
		...by(ana),
		key: aKey(),
		rankingKey: contest.key,
		artistId: contest.artistIds[0] ?? 0,
		tickets: 1,
		expectedCost: null,
		...more,
	};
}

const slugOf = (error: unknown) => (error as { slug?: string }).slug;

async function earnedOf({ fanId }: Person): Promise<number | undefined> {
	const [wallet] = await database.db.query<{ earned: number }>({
		text: 'select earned from wallet where fan_id = $1',
		values: [fanId],
	});
	return wallet?.earned;
}

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

/** Until so many batches are held at a wallet. */
async function aBatchWaits(batches = 1): Promise<void> {
	await expect
		.poll(async () => {
			const rows = await database.owner.query({
				text: `select from pg_stat_activity
					where datname = current_database() and wait_event_type = 'Lock' and query like '%cast_votes%'`,
			});
			return rows.length;
		})
		.toBe(batches);
}

/** Until somebody waits for the lock on a ranking. */
async function aRankingIsWaitedFor(): Promise<void> {
	await expect
		.poll(() =>
			database.db.query({
				text: `select from pg_locks where locktype = 'advisory' and not granted and database = (
					select oid from pg_database where datname = current_database())`,
			}),
		)
		.toHaveLength(1);
}

async function itsEnd({ rankingId }: Contest): Promise<void> {
	const ended = () =>
		database.db.query({
			text: `select from ranking where ranking_id = $1 and ends_at <= lightstick_now()`,
			values: [rankingId],
		});
	await expect.poll(ended).toHaveLength(1);
}

describe('a batch', () => {
	it('holds what gathered while the one before it committed', async () => {
		await withEngine(async (engine) => {
			const before = await countVotes();
			const release = await holdWallets();
			const votes = [ana, bea].map((fan) => engine.cast(ballot(by(fan))));
			await aBatchWaits();
			votes.push(...crowd.slice(0, 40).map((fan) => engine.cast(ballot(by(fan)))));
			await release();
			const done = await Promise.all(votes);
			expect(await countVotes()).toBe(before + 42);
			// Two came together, all others while these two were under way.
			const transactions = done.map(({ transaction }) => transaction);
			expect(new Set(transactions.slice(0, 2)).size).toBe(1);
			expect(new Set(transactions.slice(2)).size).toBe(1);
			expect(new Set(transactions).size).toBe(2);
			// Each was told the artist's votes with their own.
			expect(new Set(done.map(({ artistTickets }) => artistTickets)).size).toBe(42);
		});
	});

	it('that is big is sent behind the one under way, and what comes then waits for the next', async () => {
		await withEngine(async (engine) => {
			const release = await holdWallets();
			const votes = [engine.cast(ballot())];
			await aBatchWaits();
			votes.push(...crowd.slice(0, 64).map((fan) => engine.cast(ballot(by(fan)))));
			votes.push(...crowd.slice(64).map((fan) => engine.cast(ballot(by(fan)))));
			await release();
			const transactions = (await Promise.all(votes)).map(({ transaction }) => transaction);
			const sizes = [...new Set(transactions)].map((of) => transactions.filter((each) => each === of).length);
			expect(sizes).toEqual([1, 64, 6]);
		});
	});

	it('holds one vote of a fan; the others come in their order, and what does not fit is refused alone', async () => {
		const cleo = await aPerson(database.owner, 'cleo', { earned: 30, purchased: 20 });
		await withEngine(async (engine) => {
			const outcomes = await Promise.all(
				[3, 9, 1, 2].map((tickets) => engine.cast(ballot({ ...by(cleo), tickets })).catch(slugOf)),
			);
			expect(outcomes[1]).toBe('not_enough_gems');
			expect(outcomes[3]).toBe('not_enough_gems');
			expect(outcomes[0]).toMatchObject({ cost: { earned: 30, purchased: 0 }, ledgerSeq: 2 });
			expect(outcomes[2]).toMatchObject({
				cost: { earned: 0, purchased: 10 },
				balanceAfter: { earned: 0, purchased: 10 },
				ledgerSeq: 3,
			});
		});
	});

	it('with a vote that the database cannot take fails for that vote alone', async () => {
		await withEngine(async (engine) => {
			const release = await holdWallets();
			const poisoned = engine.cast(ballot({ artistId: 99_999_999_999 })).catch(slugOf);
			const neighbours = crowd.map((fan) => engine.cast(ballot(by(fan))));
			const late = engine.cast(ballot({ artistId: 99_999_999_998 })).catch(slugOf);
			await release();
			expect(await poisoned).toBe('internal');
			expect(await late).toBe('internal');
			expect(new Set((await Promise.all(neighbours)).map(({ cost }) => cost.earned))).toEqual(new Set([10]));
		});
	});
});

describe('a full queue', () => {
	it('takes nothing and says so; the same key counts once there is room', async () => {
		await withEngine(
			async (engine) => {
				const before = await countVotes();
				const release = await holdWallets();
				const first = engine.cast(ballot());
				await aBatchWaits();
				const taken = [first, ...Array.from({ length: 5 }, () => engine.cast(ballot()))];
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
			await aBatchWaits();
			await database.owner.query({
				text: `select pg_terminate_backend(pid) from pg_stat_activity
					where datname = current_database() and wait_event_type = 'Lock' and query like '%cast_votes%'`,
			});
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
				await aRankingIsWaitedFor();
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

	it('refuses a batch that was held at a wallet until its ranking had ended, and charges nothing', async () => {
		const brief = await aContest(database.owner, 'brief', { endsAt: new Date(Date.now() + 1_000) });
		const dov = await aPerson(database.owner, 'dov', { earned: 100 });
		await withEngine(async (engine) => {
			const release = await holdWallets();
			const outcome = engine
				.cast(ballot({ ...by(dov), rankingKey: brief.key, artistId: brief.artistIds[0] ?? 0 }))
				.catch(slugOf);
			await aBatchWaits();
			await itsEnd(brief);
			await release();
			expect(await outcome).toBe('ranking_closed');
			expect(await earnedOf(dov)).toBe(100);
		});
	});

	it('is told to nobody while the same vote, accepted in time elsewhere, is not committed yet', async () => {
		const last = await aContest(database.owner, 'last', { endsAt: new Date(Date.now() + 1_000) });
		const gil = await aPerson(database.owner, 'gil', { earned: 100 });
		const same = ballot({ ...by(gil), rankingKey: last.key, artistId: last.artistIds[0] ?? 0, tickets: 3 });
		await withEngine(async (engine) => {
			const outcomes = await database.db.transaction(async (tx) => {
				const [accepted] = await castVotes(tx, [same], 15);
				expect(accepted).toMatchObject({ cast: { balanceAfter: { earned: 70 } } });
				await itsEnd(last);
				const told = engine.cast(same).catch(slugOf);
				const late = engine.cast({ ...same, ...by(bea), key: aKey() }).catch(slugOf);
				await aRankingIsWaitedFor();
				return { told, late };
			});
			expect(await outcomes.told).toMatchObject({ balanceAfter: { earned: 70 }, transaction: '0' });
			expect(await outcomes.late).toBe('ranking_closed');
			expect(await earnedOf(gil)).toBe(70);
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
	/** Both send their vote before either is committed. */
	async function meet(one: Ballot, other: Ballot): Promise<unknown[]> {
		const engines = [0, 1].map(() => openEngine({ db: database.db, config: settings, log: quiet }));
		// Seated first: a new connection would be late.
		await Promise.all(engines.map((engine) => engine.cast(ballot())));
		const release = await holdWallets();
		const votes = engines.map((engine, n) => engine.cast(n === 0 ? one : other).catch(slugOf));
		await aBatchWaits(2);
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
		expect({ ...(second as object), transaction: '' }).toEqual({ ...(first as object), transaction: '' });
		expect(await countVotes()).toBe(before + 3);
		expect(await earnedOf(eli)).toBe(80);
	});

	it('that get two votes of one fan do not give more than the ranking’s cap', async () => {
		const capped = await aContest(database.owner, 'capped', { cap: 5 });
		const fay = await aPerson(database.owner, 'fay', { earned: 100 });
		const of = { ...by(fay), rankingKey: capped.key, artistId: capped.artistIds[0] ?? 0, tickets: 3 };
		const outcomes = await meet(ballot(of), ballot(of));
		expect(outcomes).toContain('vote_cap_reached');
		expect(await earnedOf(fay)).toBe(70);
	});

	it('share a fan, an artist and the last gems without waiting in a circle or spending one twice', async () => {
		const bo = await aPerson(database.owner, 'bo', { earned: 500 });
		const open = () => openEngine({ db: database.db, config: { ...settings, batchMax: 7 }, log: quiet });
		const [first, second] = [open(), open()];
		const votes = Array.from({ length: 200 }, (_, n) => {
			const engine = n % 3 === 0 ? first : second;
			return engine.cast(ballot(by(n % 2 === 0 ? bo : ana))).then(
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
