/** A database of the bench's own on the cluster whose coordinator CITUS_URL names. */
import { openDatabase } from '#server/db/pool.ts';
import { OF_DISTRIBUTION } from '#server/db/timeouts.ts';
import { makeClusterDatabase } from '../../tests/fixtures/cluster/cluster.ts';
import { dropDatabase, withDatabase } from '../../tests/fixtures/database/execute.ts';
import { plantFans, type BenchDatabase } from '../lib/ground.ts';
import type { Bench, Result } from '../lib/report.ts';
import type { Length } from '../lib/rounds.ts';

export interface ClusterDatabase extends BenchDatabase {
	close(): Promise<void>;
}

/** Full of fans, on the coordinator alone: a site as it is before it is distributed. */
export async function openUndistributed(citusUrl: string): Promise<ClusterDatabase> {
	const url = withDatabase(citusUrl, `lightstick_bench_${process.pid}`);
	const { workerUrls } = await makeClusterDatabase(url);
	const db = openDatabase(url, { role: null, max: 1, timeouts: OF_DISTRIBUTION });
	await plantFans(db);
	await db.query({ text: `insert into installation (public_url) values ('http://localhost:3000')` });
	return {
		url,
		db,
		async close() {
			await db.close();
			for (const each of [url, ...workerUrls]) await dropDatabase(each);
		},
	};
}

/** Without CITUS_URL nothing is measured, and a line says so. */
export function onCluster(name: string, measure: (citusUrl: string, length: Length) => Promise<Result>): Bench {
	return async (length) => {
		const { CITUS_URL } = process.env;
		if (CITUS_URL) return measure(CITUS_URL, length);
		console.log(`${name}: skipped, because CITUS_URL names no coordinator`);
		return { metrics: {}, ratios: {} };
	};
}
