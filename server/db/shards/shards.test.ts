/** Which bucket and which shard a fan is in. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { copyDatabase, type TestDatabase } from '../../../tests/fixtures/database/database.ts';
import { bucketOf, isShardCount, shardOf } from './shards.ts';

const FANS = 200;

let database: TestDatabase;

beforeAll(async () => {
	database = await copyDatabase();
});
afterAll(() => database.drop());

it('a fan has the bucket that the database computes', async () => {
	const fans = [...Array(FANS).keys(), Number.MAX_SAFE_INTEGER];
	const rows = await database.db.query<{ bucket: number }>({
		text: 'select bucket_of(fan_id) as bucket from unnest($1::bigint[]) with ordinality as fan (fan_id, n) order by n',
		values: [fans],
	});
	expect(fans.map(bucketOf)).toEqual(rows.map(({ bucket }) => bucket));
});

it('shards have equally many buckets, and there is one shard on one server', () => {
	const counts = Array.from({ length: 130 }, (_, shards) => shards).filter(isShardCount);
	expect(counts).toEqual([1, 2, 4, 8, 16, 32, 64]);
	for (const shards of counts) {
		const sizes = Map.groupBy([...Array(64).keys()], (bucket) => shardOf({ bucket }, shards));
		expect([...sizes.values()].map(({ length }) => length)).toEqual(Array(shards).fill(64 / shards));
		expect([...sizes.keys()].every((shard) => shard >= 0 && shard < shards)).toBe(true);
	}
});
