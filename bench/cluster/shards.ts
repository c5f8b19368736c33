/**
 * A distributed site beside one on a single server, on the same machine: votes over HTTP at 1,500 connections, and batches of
 * 100 votes of one shard. CITUS_URL names the coordinator of a cluster.
 */
import { createHash, randomBytes, randomInt } from 'node:crypto';
import { runDistribution } from '#server/db/distribute/distribute.ts';
import { openDatabase } from '#server/db/pool.ts';
import { readShardKeys } from '#server/db/shards/read-shards.ts';
import type { Ballot } from '#server/voting/ballot.ts';
import { castVotes } from '#server/voting/engine/sql.ts';
import { ARTISTS, assertBalanced, FANS, openGround, RANKING, SESSION_ROWS, tokenOf } from '../lib/ground.ts';
import type { BenchDatabase } from '../lib/ground.ts';
import { loadTool, loadVotes, USUAL } from '../lib/load.ts';
import { inRounds, median, ratio } from '../lib/rounds.ts';
import { startOurs } from '../lib/servers.ts';
import { onCluster, openUndistributed, type ClusterDatabase } from './open-cluster.ts';

const CONNECTIONS = 1_500;
const BATCH = 100;
const SHARDS = 16;

export const shards = onCluster('shards', async (citusUrl, length) => {
	const { seconds } = length;
	const ground = await openGround();
	const cluster = await openCluster(citusUrl);
	try {
		const plain = await ground.database('plain');
		const [ours, theirs] = [await startOurs(cluster), await startOurs(plain)];
		const load = async (address: string) =>
			(await loadVotes(address, USUAL, { connections: CONNECTIONS, seconds })).perSecond;
		const [inShard, inPlain] = [await openBatches(cluster), await openBatches(plain)];
		const measured = await inRounds(
			{
				cluster: () => load(ours.address),
				plain: () => load(theirs.address),
				cluster_batches: () => inShard.perSecond(seconds),
				plain_batches: () => inPlain.perSecond(seconds),
			},
			length,
		);
		await Promise.all([inShard.close(), inPlain.close(), ours.terminate(), theirs.terminate()]);
		const stored = (await assertBalanced(cluster)) + (await assertBalanced(plain));
		const metrics = Object.entries(measured).map(([name, values]) => [`${name}_per_second`, median(values)]);
		return {
			metrics: {
				load: `${loadTool}, ${CONNECTIONS} connections`,
				...Object.fromEntries(metrics),
				votes_stored: stored,
			},
			ratios: {
				votes_vs_plain: ratio(measured['cluster'], measured['plain']),
				batch_of_100_vs_plain: ratio(measured['cluster_batches'], measured['plain_batches']),
			},
		};
	} finally {
		await ground.close();
		await cluster.close();
	}
});

async function openCluster(citusUrl: string): Promise<ClusterDatabase> {
	const cluster = await openUndistributed(citusUrl);
	await runDistribution(cluster.db);
	await cluster.db.query({ text: SESSION_ROWS });
	await cluster.db.query({ text: 'vacuum analyze' });
	return cluster;
}

/** Batches of fans whose ids are equal modulo 16: one shard of the cluster, and as many fans of the single server. */
async function openBatches({ url, db }: BenchDatabase) {
	const keys = await readShardKeys(db);
	const site = openDatabase(url);
	const connection = site.connection();
	await connection.connect();
	const cast = async () => {
		const fans = new Set<number>();
		while (fans.size < BATCH) fans.add(SHARDS * randomInt(1, FANS / SHARDS));
		const ballots = [...fans].map((fanId) => ballotOf(fanId, keys.length === 1 ? fanId % 64 : (keys[0] as number)));
		const decisions = await castVotes(connection, ballots, { shard: keys[0] as number, slot: 60, skipHeld: false });
		if (!decisions.every((one) => typeof one === 'object' && 'cast' in one)) throw new Error('A vote was not cast');
	};
	return {
		async perSecond(seconds: number): Promise<number> {
			const startedAt = performance.now();
			let votes = 0;
			for (; performance.now() - startedAt < seconds * 1000; votes += BATCH) await cast();
			return (votes * 1000) / (performance.now() - startedAt);
		},
		async close() {
			await connection.end();
			await site.close();
		},
	};
}

const ballotOf = (fanId: number, bucket: number): Ballot => ({
	fan: { bucket, fanId },
	tokenHash: createHash('sha256').update(tokenOf(fanId)).digest(),
	rankingKey: RANKING,
	artistId: randomInt(1, ARTISTS + 1),
	tickets: randomInt(1, 6),
	expectedCost: null,
	key: randomBytes(16).toString('base64url'),
	voter: randomBytes(16).toString('base64url'),
	isRetry: false,
});
