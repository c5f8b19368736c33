/** The logs that the publisher takes further: one of each ranking, and the anchor. */
import type { LogFault } from '#contract/operator/voting/vote-logs.ts';
import type { Db, Tx } from '#server/kernel/database.ts';
import { selectAnchor, publishAnchor, selectAnchorLeaves } from './anchor/sql.ts';
import {
	keepFault,
	publish,
	selectLeaves,
	selectUnpublished,
	type LogState,
	type NextLeaves,
	type Published,
	type RankingLogState,
} from './sql.ts';

/** One log, wherever its leaves come from. */
export interface GrowingLog {
	/** The first line of its checkpoints. */
	origin: string;
	state: LogState;
	/** The leaves from an index on: as many as there are, or about `most`. */
	readLeaves(from: number, most: number): Promise<NextLeaves>;
	/** Exposes a checkpoint, once. False if the log was published meanwhile by another process. */
	expose(tx: Tx, published: Published): Promise<boolean>;
	/** Keeps why it stands still. */
	keepFault(fault: LogFault, detail: string): Promise<void>;
}

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
