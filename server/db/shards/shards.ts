/**
 * Buckets and shards. A bucket is a fan's id modulo 64 and begins every key of the fan's own rows. A shard is a group of
 * buckets that live together: bucket b is in shard b modulo the number of shards. How many shards there are is a property
 * of the installation: one on one PostgreSQL server. A shard has a key that names it in the database: its number, and on
 * a distributed database the bucket of all its fans. See decisions 0051 and 0053.
 */
import type { FanKey } from '#server/kernel/caller.ts';

const BUCKETS = 64;

/** Returns the shard of a fan's rows, from 0. */
export const shardOf = ({ bucket }: Pick<FanKey, 'bucket'>, shards: number): number => bucket % shards;

/** Returns true if shards are on several servers: their keys place them there. On one server they are the numbers. */
export const isDistributed = (keys: readonly number[]): boolean => keys.some((key, shard) => key !== shard);

/** Returns true if all shards have equally many buckets. */
export const isShardCount = (shards: number): boolean => shards >= 1 && BUCKETS % shards === 0;
