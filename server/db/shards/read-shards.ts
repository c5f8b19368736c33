/** The number of shards of the installation. A process reads it once, when it starts. */
import { StartRefused } from '#server/config/refused.ts';
import { maybeOne, type Db } from '#server/kernel/database.ts';
import { isShardCount } from './shards.ts';

/**
 * Returns 1 for a database that no site has started on yet.
 * @throws {StartRefused} if no version could serve the number
 */
export async function readShards(db: Db): Promise<number> {
	const row = await maybeOne<{ shards: number }>(db, { text: 'select shards from installation' });
	const shards = row?.shards ?? 1;
	if (isShardCount(shards)) return shards;
	throw new StartRefused(
		`The database says that this site has ${shards} shards. A shard is a group of the 64 buckets of fans, and one of 64 ` +
			'characters names it in the token of a session, so the number can be 1, 2, 4, 8, 16, 32 or 64. Stop all processes ' +
			'and write the number that the site had before. A site on one PostgreSQL server has one shard: as its owner, ' +
			'update installation set shards = 1',
	);
}
