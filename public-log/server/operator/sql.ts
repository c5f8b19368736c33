/** Statements on the state of the logs. */
import type { LogFault } from '#contract/operator/voting/vote-logs.ts';
import { one, type Db } from '#server/kernel/database.ts';
import { epochSeconds } from '#server/kernel/epoch.ts';
import { LOCKS } from '#server/kernel/locks.ts';

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
