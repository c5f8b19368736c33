/** The shards of the installation. A process reads them once, when it starts. */
import { StartRefused } from '#server/config/refused.ts';
import { maybeOne, type Db } from '#server/kernel/database.ts';
import { isShardCount } from './shards.ts';

/**
 * Returns the key of each shard: the value that names it in the database's rows. A database that no site has started on yet
 * has one shard.
 * @throws {StartRefused} if no version could serve the number
 */
export async function readShardKeys(db: Db): Promise<readonly number[]> {
	const row = await maybeOne<{ shards: number; keys: number[] }>(db, {
		text: 'select shards, shard_keys() as keys from installation',
	});
	const { shards, keys } = row ?? { shards: 1, keys: [0] };
	if (isShardCount(shards) && keys.length === shards) return keys;
	throw new StartRefused(
		`The database says that this site has ${shards} shards. A shard is a group of the 64 buckets of fans, and one of 64 ` +
			'characters names it in the token of a session, so the number can be 1, 2, 4, 8, 16, 32 or 64. Stop all processes ' +
			'and write the number that the site had before. A site on one PostgreSQL server has one shard: as its owner, ' +
			'update installation set shards = 1',
	);
}
