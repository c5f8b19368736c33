/** The engine of an installation with 16 shards: a queue a shard, and no shard waits for another. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '#server/kernel/database.ts';
import { shardOf } from '#server/db/shards/shards.ts';
import { aPerson, type Person } from '../../../tests/fixtures/accounts/people.ts';
import { expectBooksToBalance } from '../../../tests/fixtures/audit/books.ts';
import { copyDatabase, type TestDatabase } from '../../../tests/fixtures/database/database.ts';
import { execute } from '../../../testkit/execute.ts';
import { installationOf } from '../../../tests/fixtures/database/server.ts';
import { aContest, type Contest } from '../../../tests/fixtures/voting/contests.ts';
import {
	aBallot,
	aBatchWaits,
	anEngine,
	ENGINE_SETTINGS,
	holdRankings,
	holdWallet,
	slugOf,
} from '../../../tests/fixtures/voting/engine.ts';

const SHARDS = 16;

let database: TestDatabase;
let contest: Contest;
/** Four of each shard. Fans have successive ids. */
let fans: Person[];

beforeAll(async () => {
	database = await copyDatabase();
	await execute(database.url, installationOf(SHARDS));
	contest = await aContest(database.owner, 'november');
	fans = await Promise.all(
		Array.from({ length: 4 * SHARDS }, (_, n) => aPerson(database.owner, `fan ${n}`, { earned: 10_000 })),
	);
});
afterAll(async () => {
	await expectBooksToBalance(database.db);
	await database.drop();
});

const open = (db: Database = database.db, config = ENGINE_SETTINGS) => anEngine(db, config, SHARDS);
const fansOf = (shard: number) => fans.filter((fan) => shardOf(fan, SHARDS) === shard) as [Person, Person, ...Person[]];

interface Call {
	shards: Set<number>;
	skipsHeld: boolean;
}

/** Records the calls of `cast_votes` and `cast_vote`, in their order. */
function recording(db: Database): { db: Database; calls: Call[] } {
	const calls: Call[] = [];
	const connection = (): ReturnType<Database['connection']> => {
		const own = db.connection();
		return {
			connect: () => own.connect(),
			end: () => own.end(),
			query(statement) {
				if (statement.name === 'cast_votes') calls.push(callOf(statement.values ?? []));
				if (statement.name === 'cast_vote') calls.push(callOfOne(statement.values ?? []));
				return own.query(statement);
			},
		};
	};
	return { db: { ...db, connection }, calls };
}

function callOf(values: readonly unknown[]): Call {
	const buckets = String(values[5]).slice(1, -1).split(',').map(Number);
	return { shards: new Set(buckets.map((bucket) => shardOf({ bucket }, SHARDS))), skipsHeld: values[13] === true };
}

const callOfOne = (values: readonly unknown[]): Call => ({
	shards: new Set([shardOf({ bucket: Number(values[4]) }, SHARDS)]),
	skipsHeld: false,
});

it('commits the votes of all shards, each in batches of its own shard', async () => {
	const { db, calls } = recording(database.db);
	const engine = open(db);
	const votes = [1, 2, 3].flatMap((tickets) => fans.map((fan) => engine.cast(aBallot(fan, contest, { tickets }))));
	expect(new Set((await Promise.all(votes)).map(({ ledgerSeq }) => ledgerSeq))).toEqual(new Set([2, 3, 4]));
	await engine.close();
	expect(calls.map(({ shards }) => shards.size)).toEqual(calls.map(() => 1));
	expect(new Set(calls.flatMap(({ shards }) => [...shards])).size).toBe(SHARDS);
});

it('a held wallet delays its own fan, and makes batches of no other shard look for held wallets', async () => {
	const { db, calls } = recording(database.db);
	const engine = open(db);
	const [held, neighbor] = fansOf(3);
	const release = await holdWallet(database.owner, held);
	let outcome: unknown = 'none yet';
	void engine.cast(aBallot(held, contest)).then(
		() => (outcome = 'cast'),
		(error: unknown) => (outcome = slugOf(error)),
	);
	await expect.poll(() => calls.some(({ skipsHeld }) => skipsHeld)).toBe(true);
	for (let turn = 0; turn < 5; turn += 1) {
		await Promise.all([neighbor, ...fansOf(4)].map((fan) => engine.cast(aBallot(fan, contest))));
	}
	expect(outcome).toBe('none yet');
	await release();
	await expect.poll(() => outcome).toBe('cast');
	await engine.close();
	expect(new Set(calls.filter(({ skipsHeld }) => skipsHeld).flatMap(({ shards }) => [...shards]))).toEqual(
		new Set([3]),
	);
	expect(calls.some(({ shards }) => shards.has(4))).toBe(true);
});

it('a full queue refuses votes of its own shard; closing the engine commits what all queues hold', async () => {
	const engine = open(database.db, { ...ENGINE_SETTINGS, batchMax: 1, queueMax: 3 * SHARDS });
	const release = await holdRankings(database.owner);
	const [first, ...others] = fansOf(5);
	const votes = [engine.cast(aBallot(first, contest))];
	await aBatchWaits(database.owner);
	votes.push(...others.map((fan) => engine.cast(aBallot(fan, contest))));
	expect(await engine.cast(aBallot(first, contest)).catch(slugOf)).toBe('busy');
	// The other queue has its own room: three, of which one is sent.
	votes.push(...others.map((_, n) => engine.cast(aBallot(fansOf(6)[n] as Person, contest))));
	await aBatchWaits(database.owner, 2);
	expect(engine.waiting()).toBe(3 + 2);
	const closed = engine.close();
	await release();
	expect((await Promise.all(votes)).every(({ version }) => version !== '0')).toBe(true);
	await closed;
	expect(engine.waiting()).toBe(0);
});
