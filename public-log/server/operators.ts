/** Shows operators how far the public logs are, from any machine: the database tells, whichever process runs them. */
import { epochSeconds, raw, sql, type Db, LOCKS } from '#server/kernel/database.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type {
	listVoteLogs as listCall,
	VoteLog,
	VoteLogHealth,
	LogFault,
} from '#contract/operator/voting/vote-logs.ts';
import { encodeCursor, pageOf, readCursor } from '#server/kernel/paging.ts';

/** The sort key before the first row: whether the log is healthy, then the ranking. */
const START = [-1, 0];

export async function readVoteLogHealth(db: Db): Promise<VoteLogHealth> {
	const { now: _, ...health } = await readHealthNow(db);
	return health;
}

async function readHealthNow(db: Db) {
	const health = await sql`select ${epochSeconds('lightstick_now()')} as now, ${RUNNING} as running,
			coalesce(sum(published_size), 0)::bigint as entries, count(fault) as faults,
			(coalesce(sum(size - published_size), 0)
				+ (select coalesce(sum(leaf_count), 0) from log_batch where first_index is null))::bigint as unpublished,
			${epochSeconds('max(published_at)')} as last_checkpoint_time
		from vote_log`.one<HealthRow>(db);
	return { ...health, behind: isBehind({ ...health, age: ageOf(health.now, health) }) };
}

export async function listVoteLogs(
	db: Db,
	publicUrl: string,
	{ cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<ReplyOf<typeof listCall>> {
	const after = (readCursor(cursor, ['smallint', 'integer']) ?? START).map(Number);
	const { now, ...health } = await readHealthNow(db);
	const { list, last } = pageOf(await selectLogs(db, after, limit + 1), limit);
	return {
		time: now,
		health,
		list: list.map(({ rankingId: _, exists, ...log }) => {
			const facts = { exists, fault: log.fault?.reason ?? null, unpublished: log.unpublished };
			const state = stateOf({ ...facts, running: health.running, age: ageOf(now, log) });
			return { ...log, state, url: `${publicUrl}/log/${log.ranking_key}` };
		}),
		cursor: last && encodeCursor([last.fault === null ? 1 : 0, last.rankingId]),
	};
}

const ageOf = (now: number, { last_checkpoint_time: last }: Pick<VoteLog, 'last_checkpoint_time'>) =>
	last === null ? null : now - last;

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

const isBehind = ({ unpublished, running, age }: Omit<LogFacts, 'exists' | 'fault'>): boolean =>
	running && unpublished > 0 && (age === null || age > BEHIND_SECONDS);

function stateOf({ exists, fault, ...facts }: LogFacts): VoteLog['state'] {
	if (fault !== null) return fault === 'failing' ? 'failing' : 'halted';
	if (isBehind(facts)) return 'behind';
	if (facts.unpublished > 0) return facts.running ? 'publishing' : 'stopped';
	return exists ? 'current' : 'none';
}

/** A session that holds the leader's lock is a process that runs the logs. */
const RUNNING =
	raw(`exists (select from pg_locks where locktype = 'advisory' and objid = ${LOCKS.voteLogLeader} and granted
	and database = (select oid from pg_database where datname = current_database()))`);

type HealthRow = Omit<VoteLogHealth, 'behind'> & { now: number };

type LogRow = Omit<VoteLog, 'state' | 'url'> & { rankingId: number; exists: boolean };

/** Rankings that have begun: first those whose log has a fault, then the latest. */
const selectLogs = (db: Db, [healthy, rankingId]: readonly number[], limit: number): Promise<LogRow[]> =>
	sql`select ranking_id as "rankingId", ranking_key, title, vote_log.ranking_id is not null as exists,
			coalesce(published_size, 0) as entries, ${epochSeconds('vote_log.published_at')} as last_checkpoint_time,
			(coalesce(size - published_size, 0) + (
				select coalesce(sum(leaf_count), 0) from log_batch
				where log_batch.ranking_id = ranking.ranking_id and first_index is null
			))::bigint as unpublished,
			vote_log.closed_at is not null as closed, vote_log.certified_at is not null as certified,
			case when fault is not null then json_build_object(
				'reason', fault, 'since_time', ${epochSeconds('fault_at')}, 'detail', fault_detail
			) end as fault
		from ranking left join vote_log using (ranking_id)
		where ranking.published_at is not null and starts_at <= lightstick_now()
			and ((vote_log.fault is null)::int, -ranking_id) > (${healthy}::int, -${rankingId}::bigint)
		order by vote_log.fault is null, ranking_id desc limit ${limit}`.all<LogRow>(db);
