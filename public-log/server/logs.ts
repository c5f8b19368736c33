/** The logs that the publisher takes further: one of each ranking, and the anchor. */
import type { Db } from '#server/kernel/database.ts';
import { selectAnchor, publishAnchor, selectAnchorLeaves } from './anchor/sql.ts';
import type { GrowingLog } from './publisher.ts';
import { keepFault, publish, selectLeaves, selectUnpublished, type RankingLogState } from './sql.ts';

export interface LogNames {
	db: Db;
	prefix: string;
	anchor: string;
}

/** Those with leaves that no checkpoint covers. The anchor comes last: it tells of the others. */
export async function readGrownLogs({ db, prefix, anchor }: LogNames): Promise<GrowingLog[]> {
	const rankings = await selectUnpublished(db);
	const logs = rankings.map((state) => rankingLog(db, prefix, state));
	const state = await selectAnchor(db);
	if (state.publishedSize < state.size) logs.push(anchorLog(db, anchor, state));
	return logs;
}

function rankingLog(db: Db, prefix: string, state: RankingLogState): GrowingLog {
	const { rankingId, name } = state;
	return {
		origin: `${prefix}/${name}`,
		state,
		readLeaves: (from, most) => selectLeaves(db, rankingId, from, most),
		expose: (tx, published) => publish(tx, rankingId, published),
		keepFault: (fault, detail) => keepFault(db, rankingId, fault, detail),
	};
}

function anchorLog(db: Db, origin: string, state: GrowingLog['state']): GrowingLog {
	return {
		origin,
		state,
		readLeaves: (from, most) => selectAnchorLeaves(db, from, most),
		expose: (tx, published) => publishAnchor(tx, published),
		// The leader's own fault tells of it.
		keepFault: () => Promise.resolve(),
	};
}
