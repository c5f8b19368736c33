/** The keys of the shards of a distributed database. */
import { one, type Db } from '#server/kernel/database.ts';

/** How many shards a distributed site has. See decision 0051 for why it is this number. */
export const SHARDS = 16;

/**
 * Returns the key of each shard, in the order of the shards: the bucket of all its fans. The key of shard i is i modulo 16,
 * and lies in the i-th of the 16 ranges into which Citus divides the hashes of a column, so that every shard of ours is a
 * shard of Citus of its own. The spread of 16 values by chance would leave a third of the ranges empty.
 */
export async function findShardKeys(db: Db): Promise<number[]> {
	const { keys } = await one<{ keys: number[] }>(db, {
		text: `select array(
				select (
					select (shard + $1 * turn)::smallint from generate_series(0, 1000) turn
					where (worker_hash((shard + $1 * turn)::smallint)::bigint + 2147483648) / (4294967296 / $1) = shard
					order by turn limit 1
				) from generate_series(0, $1 - 1) shard order by shard
			) as keys`,
		values: [SHARDS],
	});
	return keys;
}
