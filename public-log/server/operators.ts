/** Shows operators how far the public logs are, from any machine: the database tells, whichever process runs them. */
import type { VoteLog, VoteLogHealth, LogFault } from '#contract/operator/voting/vote-logs.ts';
import { type Db, one } from '#server/kernel/database.ts';
import { encodeCursor, pageOf, readCursor } from '#server/kernel/paging.ts';
import { epochSeconds } from '#server/kernel/epoch.ts';
import { LOCKS } from '#server/kernel/locks.ts';

/** Before the first row. */
const START = [-1, 0];

export async function readVoteLogHealth(db: Db): Promise<VoteLogHealth> {
	return presentHealth(await selectHealth(db));
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
	const health = await selectHealth(db);
	const { list, last } = pageOf(await selectLogs(db, { healthy, rankingId }, limit + 1), limit);
	return {
		time: health.now,
		health: presentHealth(health),
		list: list.map((row) => presentLog(row, health, publicUrl)),
		cursor: last && encodeCursor([last.fault === null ? 1 : 0, last.rankingId]),
	};
}

const ageOf = (now: number, lastCheckpoint: number | null) => (lastCheckpoint === null ? null : now - lastCheckpoint);

function presentHealth(row: HealthRow): VoteLogHealth {
	const { now, running, entries, unpublished, faults, lastCheckpoint } = row;
	const behind = isBehind({ unpublished, running, age: ageOf(now, lastCheckpoint) });
	return { running, behind, entries, unpublished, faults, last_checkpoint_time: lastCheckpoint };
}

function presentLog(row: LogRow, { running, now }: HealthRow, publicUrl: string): VoteLog {
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

/** What decides the state of a log. */
interface LogFacts {
	exists: boolean;
	fault: LogFault | null;
	/** Committed entries that no checkpoint covers. */
	unpublished: number;
	/** True if a process runs the logs. */
	running: boolean;
	/** Seconds since the last checkpoint; null if there is none. */
	age: number | null;
}

/** A run takes less than a second. */
const BEHIND_SECONDS = 60;

function isBehind({ unpublished, running, age }: Omit<LogFacts, 'exists' | 'fault'>): boolean {
	return running && unpublished > 0 && (age === null || age > BEHIND_SECONDS);
}

export function stateOf({ exists, fault, ...facts }: LogFacts): VoteLog['state'] {
	if (fault !== null) return fault === 'failing' ? 'failing' : 'halted';
	if (isBehind(facts)) return 'behind';
	if (facts.unpublished > 0) return facts.running ? 'publishing' : 'stopped';
	return exists ? 'current' : 'none';
}

/** A session that holds the leader's lock is a process that runs the logs. */
const RUNNING = `exists (select from pg_locks where locktype = 'advisory' and objid = ${LOCKS.voteLogLeader} and granted
	and database = (select oid from pg_database where datname = current_database()))`;

export interface HealthRow {
	now: number;
	running: boolean;
	entries: number;
	unpublished: number;
	faults: number;
	lastCheckpoint: number | null;
}

export function selectHealth(db: Db): Promise<HealthRow> {
	return one<HealthRow>(db, {
		text: `select ${epochSeconds('lightstick_now()')} as now, ${RUNNING} as running,
				coalesce(sum(published_size), 0)::bigint as entries, count(fault) as faults,
				(coalesce(sum(size - published_size), 0)
					+ (select coalesce(sum(leaf_count), 0) from log_batch where first_index is null))::bigint as unpublished,
				${epochSeconds('max(published_at)')} as "lastCheckpoint"
			from vote_log`,
	});
}

export interface LogRow {
	rankingId: number;
	rankingKey: string;
	title: string;
	exists: boolean;
	entries: number;
	unpublished: number;
	lastCheckpoint: number | null;
	closed: boolean;
	certified: boolean;
	fault: LogFault | null;
	faultSince: number;
	faultDetail: string;
}

export interface LogsAfter {
	/** The sort key of the last row of the page before. */
	healthy: number;
	rankingId: number;
}

/** Rankings that have begun: first those whose log has a fault, then the latest. */
export function selectLogs(db: Db, { healthy, rankingId }: LogsAfter, limit: number): Promise<LogRow[]> {
	return db.query<LogRow>({
		text: `select ranking_id as "rankingId", ranking_key as "rankingKey", title, vote_log.ranking_id is not null as exists,
				coalesce(published_size, 0) as entries, ${epochSeconds('vote_log.published_at')} as "lastCheckpoint",
				(coalesce(size - published_size, 0) + (
					select coalesce(sum(leaf_count), 0) from log_batch
					where log_batch.ranking_id = ranking.ranking_id and first_index is null
				))::bigint as unpublished,
				vote_log.closed_at is not null as closed, vote_log.certified_at is not null as certified, fault,
				${epochSeconds('fault_at')} as "faultSince", fault_detail as "faultDetail"
			from ranking left join vote_log using (ranking_id)
			where ranking.published_at is not null and starts_at <= lightstick_now()
				and ((fault is null)::int, -ranking_id) > ($1::int, -$2::bigint)
			order by fault is null, ranking_id desc limit $3`,
		values: [healthy, rankingId, limit],
	});
}
