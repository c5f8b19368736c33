/** What metrics read of the whole site. Each statement touches rows of indexes that stay small, or of one day. */
import { fragment, one, sql, type Db } from '#server/kernel/database.ts';

const secondsSince = (time: string) => fragment(`coalesce(extract(epoch from lightstick_now() - ${time}), 0)::float8`);

export interface SiteRow {
	jobsWaiting: number;
	oldestJobSeconds: number;
	jobsFailing: number;
	jobsGivenUp: number;
	oldestPaidSeconds: number;
	oldestRefundSeconds: number;
	paymentEventsSetAside: number;
	brokenRules: number;
	auditAgeSeconds: number;
	logFaults: number;
	witnessFaults: number;
	oldestUnclosedSeconds: number;
}

export function selectSite(db: Db): Promise<SiteRow> {
	return one<SiteRow>(db, {
		name: 'metrics_site',
		...sql`select
			(select count(*) from ${DUE_JOBS})::integer as "jobsWaiting",
			(select ${secondsSince('min(run_at)')} from ${DUE_JOBS}) as "oldestJobSeconds",
			(select count(*) from graphile_worker.jobs where last_error is not null)::integer as "jobsFailing",
			(select count(*) from graphile_worker.jobs where attempts >= max_attempts)::integer as "jobsGivenUp",
			(select ${secondsSince('min(paid_at)')} from gem_order where status = 'paid') as "oldestPaidSeconds",
			(select ${secondsSince('min(requested_at)')} from refund_request where status = 'asked') as "oldestRefundSeconds",
			(select count(*) from payment_event
				where set_aside is not null and received_at > lightstick_now() - interval '1 day')::integer
				as "paymentEventsSetAside",
			(select coalesce(sum(cardinality(broken)), 0) from reconciliation)::integer as "brokenRules",
			(select ${secondsSince('max(checked_at)')} from reconciliation) as "auditAgeSeconds",
			(select count(*) from vote_log where fault is not null)::integer as "logFaults",
			(select count(*) from anchor_witness where faulty_since is not null)::integer as "witnessFaults",
			(select ${secondsSince('min(ends_at)')} from ranking
				where ends_at <= lightstick_now() and published_at is not null and not exists (
					select from ranking_closing closing where closing.ranking_id = ranking.ranking_id
				)) as "oldestUnclosedSeconds"`,
	});
}

/** Jobs that a runner could take up now. */
const DUE_JOBS = fragment(`graphile_worker.jobs
	where locked_at is null and run_at <= lightstick_now() and attempts < max_attempts`);

export interface OrdersRow {
	status: string;
	orders: number;
}

/** Orders of the last day. */
export function selectOrders(db: Db): Promise<OrdersRow[]> {
	return db.query<OrdersRow>({
		name: 'metrics_orders',
		...sql`select status, count(*)::integer as orders from gem_order
			where created_at > lightstick_now() - interval '1 day' group by status`,
	});
}

export interface LogSizeRow {
	rankingId: number;
	/** Leaves that are written, and those under a signed checkpoint. */
	leaves: number;
	published: number;
}

/** Logs with leaves that wait. */
export function selectUnpublished(db: Db): Promise<LogSizeRow[]> {
	return db.query<LogSizeRow>({
		name: 'metrics_logs',
		...sql`with waiting as (
				select ranking_id, sum(leaf_count) as leaves from log_batch where first_index is null group by ranking_id
			)
			select ranking_id as "rankingId", (coalesce(size, 0) + coalesce(waiting.leaves, 0))::bigint as leaves,
				coalesce(published_size, 0)::bigint as published
			from vote_log full join waiting using (ranking_id)
			where coalesce(size, 0) + coalesce(waiting.leaves, 0) > coalesce(published_size, 0)`,
	});
}
