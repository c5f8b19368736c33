/**
 * Logs as they are served. A replica may be a second behind, as a cache may be. But a log never goes back: if the replica
 * has less than this process has served before, the primary is read.
 */
import type { Reads } from '#server/db/replicas/reads.ts';
import { batcher } from '#server/kernel/batcher.ts';
import type { Db } from '#server/kernel/database.ts';
import { selectLogs, type RankingLogState } from './sql.ts';

type LookUp = (rankingKey: string) => Promise<RankingLogState | null>;

export interface ServedLogs {
	/** Returns null if the ranking has no log. */
	read: LookUp;
	/** The same from the primary: a checkpoint of another process may reach further than a replica. */
	readPrimary: LookUp;
}

export function openServedLogs(reads: Reads): ServedLogs {
	/** The largest size that was served, by the ranking's key. */
	const served = new Map<string, number>();
	const nearest = lookUpFrom(reads);
	const readPrimary = lookUpFrom(reads.primary);
	return {
		async read(rankingKey) {
			const near = await nearest(rankingKey);
			const before = served.get(rankingKey) ?? 0;
			const log = near && near.publishedSize >= before ? near : await readPrimary(rankingKey);
			if (log) served.set(rankingKey, Math.max(before, log.publishedSize));
			return log;
		},
		readPrimary,
	};
}

/** Whoever asks without a break takes one connection of the database at most: the pages of fans have the others. */
function lookUpFrom(db: Db): LookUp {
	return batcher(async (names: readonly string[]) => {
		const logs = await selectLogs(db, [...new Set(names)]);
		const byKey = new Map(logs.map((log) => [log.name, log]));
		return names.map((name) => byKey.get(name) ?? null);
	});
}
