/** Which shard a fan is in. */
import { expect, it } from 'vitest';
import { isShardCount, shardOf } from './shards.ts';

it('shards have equally many buckets, and there is one shard on one server', () => {
	const counts = Array.from({ length: 130 }, (_, shards) => shards).filter(isShardCount);
	expect(counts).toEqual([1, 2, 4, 8, 16, 32, 64]);
	for (const shards of counts) {
		const sizes = Map.groupBy([...Array(64).keys()], (bucket) => shardOf({ bucket }, shards));
		expect([...sizes.values()].map(({ length }) => length)).toEqual(Array(shards).fill(64 / shards));
		expect([...sizes.keys()].every((shard) => shard >= 0 && shard < shards)).toBe(true);
	}
});
