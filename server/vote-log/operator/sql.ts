/** Statements on the state of the logs. */
import type { LogFault } from '#contract/operator/voting/vote-logs.ts';
import { one, type Db } from '#server/kernel/database.ts';
import { epochSeconds } from '#server/kernel/epoch.ts';
import { LEADER_LOCK } from '../sql.ts';

/** A session that holds the leader's lock is a process that runs the logs. */
const RUNNING = `exists (select from pg_locks where locktype = 'advisory' and objid = ${LEADER_LOCK} and granted
	and database = (select oid from pg_database where datname = current_database()))`;

export interface HealthRow {
	now: number;
	running: boolean;
	entries: number;
	unpublished: number;
	faults: number;
	lastCheckpoint: number | null;
}

export async function selectHealth(db: Db): Promise<HealthRow> {
	const waiting = await selectWaiting(db, null);
	const row = await one<HealthRow>(db, {
		text: `select ${epochSeconds('lightstick_now()')} as now, ${RUNNING} as running,
				coalesce(sum(published_size), 0)::bigint as entries, count(fault) as faults,
				coalesce(sum(size - published_size), 0)::bigint as unpublished,
				${epochSeconds('max(published_at)')} as "lastCheckpoint"
			from vote_log`,
	});
	return { ...row, unpublished: row.unpublished + [...waiting.values()].reduce((sum, leaves) => sum + leaves, 0) };
}

/** Counts leaves that have no index yet, by ranking: of these rankings, or of all. Batches are not where logs are. */
async function selectWaiting(db: Db, rankingIds: readonly number[] | null): Promise<Map<number, number>> {
	const rows = await db.query<{ rankingId: number; leaves: number }>({
		text: `select ranking_id as "rankingId", sum(leaf_count)::bigint as leaves from log_batch
			where first_index is null and ($1::integer[] is null or ranking_id = any ($1)) group by ranking_id`,
		values: [rankingIds],
	});
	return new Map(rows.map(({ rankingId, leaves }) => [rankingId, leaves]));
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
export async function selectLogs(db: Db, { healthy, rankingId }: LogsAfter, limit: number): Promise<LogRow[]> {
	const rows = await db.query<LogRow>({
		text: `select ranking_id as "rankingId", ranking_key as "rankingKey", title, vote_log.ranking_id is not null as exists,
				coalesce(published_size, 0) as entries, ${epochSeconds('vote_log.published_at')} as "lastCheckpoint",
				coalesce(size - published_size, 0) as unpublished,
				vote_log.closed_at is not null as closed, vote_log.certified_at is not null as certified, fault,
				${epochSeconds('fault_at')} as "faultSince", fault_detail as "faultDetail"
			from ranking left join vote_log using (ranking_id)
			where ranking.published_at is not null and starts_at <= lightstick_now()
				and ((fault is null)::int, -ranking_id) > ($1::int, -$2::bigint)
			order by fault is null, ranking_id desc limit $3`,
		values: [healthy, rankingId, limit],
	});
	const waiting = await selectWaiting(
		db,
		rows.map((row) => row.rankingId),
	);
	return rows.map((row) => ({ ...row, unpublished: row.unpublished + (waiting.get(row.rankingId) ?? 0) }));
}
