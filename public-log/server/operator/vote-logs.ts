/** Shows operators how far the public logs are, from any machine: the database tells, whichever process runs them. */
import type { VoteLog, VoteLogHealth } from '#contract/operator/voting/vote-logs.ts';
import type { Db } from '#server/kernel/database.ts';
import { encodeCursor, pageOf, readCursor } from '#server/kernel/paging.ts';
import { isBehind, stateOf } from './rules.ts';
import * as sql from './sql.ts';

/** Before the first row. */
const START = [-1, 0];

export async function readVoteLogHealth(db: Db): Promise<VoteLogHealth> {
	return presentHealth(await sql.selectHealth(db));
}

export interface VoteLogPage {
	time: number;
	health: VoteLogHealth;
	list: VoteLog[];
	cursor: string | null;
}

export async function listVoteLogs(
	db: Db,
	publicUrl: string,
	{ cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<VoteLogPage> {
	const [healthy, rankingId] = (readCursor(cursor, ['smallint', 'integer']) ?? START).map(Number) as [number, number];
	const health = await sql.selectHealth(db);
	const { list, last } = pageOf(await sql.selectLogs(db, { healthy, rankingId }, limit + 1), limit);
	return {
		time: health.now,
		health: presentHealth(health),
		list: list.map((row) => presentLog(row, health, publicUrl)),
		cursor: last && encodeCursor([last.fault === null ? 1 : 0, last.rankingId]),
	};
}

const ageOf = (now: number, lastCheckpoint: number | null) => (lastCheckpoint === null ? null : now - lastCheckpoint);

function presentHealth(row: sql.HealthRow): VoteLogHealth {
	const { now, running, entries, unpublished, faults, lastCheckpoint } = row;
	const behind = isBehind({ unpublished, running, age: ageOf(now, lastCheckpoint) });
	return { running, behind, entries, unpublished, faults, last_checkpoint_time: lastCheckpoint };
}

function presentLog(row: sql.LogRow, { running, now }: sql.HealthRow, publicUrl: string): VoteLog {
	const { rankingKey, title, entries, unpublished, lastCheckpoint, closed, certified, fault } = row;
	return {
		ranking_key: rankingKey,
		title,
		state: stateOf({ ...row, running, age: ageOf(now, lastCheckpoint) }),
		entries,
		unpublished,
		last_checkpoint_time: lastCheckpoint,
		closed,
		certified,
		fault: fault && { reason: fault, since_time: row.faultSince, detail: row.faultDetail },
		url: `${publicUrl}/log/${rankingKey}`,
	};
}
