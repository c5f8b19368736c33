/** Metrics of the whole site, the same from every process: rules take their maximum. Kept for seconds, with a timeout. */
import { sql, one, type Db } from '#server/kernel/database.ts';
import type { FastifyBaseLogger } from 'fastify';
import { Gauge } from 'prom-client';
import { readClockDifference } from '#server/kernel/site-times.ts';
import { cached } from '#server/kernel/cache.ts';
import { describedIn, type OurRegistry } from './process.ts';

const KEPT_MS = 5_000;

const secondsSince = (time: string) => `coalesce(extract(epoch from lightstick_now() - ${time}), 0)::float8`;

/** Jobs that a runner could take up now. */
const DUE_JOBS = `graphile_worker.jobs
	where locked_at is null and run_at <= lightstick_now() and attempts < max_attempts`;

/** Name, help, and the query. Each touches rows of indexes that stay small, or of one day. */
const GAUGES = [
	['jobs_waiting', 'Jobs that are due and not taken up', `select count(*)::integer from ${DUE_JOBS}`],
	[
		'job_oldest_waiting_seconds',
		'Age of the job that has been due for the longest time',
		`select ${secondsSince('min(run_at)')} from ${DUE_JOBS}`,
	],
	[
		'jobs_failing',
		'Jobs whose last run has failed',
		'select count(*)::integer from graphile_worker.jobs where last_error is not null',
	],
	[
		'jobs_given_up',
		'Jobs that are not tried again',
		'select count(*)::integer from graphile_worker.jobs where attempts >= max_attempts',
	],
	[
		'order_oldest_paid_seconds',
		'Age of the oldest order that is paid and got no gems',
		`select ${secondsSince('min(paid_at)')} from gem_order where status = 'paid'`,
	],
	[
		'refund_oldest_asked_seconds',
		'Age of the oldest refund that the provider has not answered',
		`select ${secondsSince('min(requested_at)')} from refund_request where status = 'asked'`,
	],
	[
		'payment_events_set_aside',
		'Payment events of the last day that could not be used',
		`select count(*)::integer from payment_event
			where set_aside is not null and received_at > lightstick_now() - interval '1 day'`,
	],
	[
		'audit_broken_rules',
		'Rules that the last hourly audit of the books found broken',
		'select coalesce(sum(cardinality(broken)), 0)::integer from reconciliation',
	],
	[
		'audit_age_seconds',
		'Time since the last hourly audit; before the first one, since the database was made',
		`select ${secondsSince('coalesce(max(checked_at), (select min(applied_at) from migration))')} from reconciliation`,
	],
	[
		'archive_failing_seconds',
		'Time since PostgreSQL last archived its write-ahead log, if it fails to; else 0',
		`select coalesce(extract(epoch from lightstick_now() - coalesce(last_archived_time, stats_reset)), 0)::float8
			* (last_failed_time is not null and last_failed_time > coalesce(last_archived_time, '-infinity'))::integer
			from pg_stat_archiver`,
	],
	[
		'vote_log_faults',
		'Public logs that stand still because something does not add up',
		'select count(*)::integer from vote_log where fault is not null',
	],
	[
		'witness_faults',
		'Witnesses that do not cosign the anchor',
		'select count(*)::integer from anchor_witness where faulty_since is not null',
	],
	[
		'ranking_oldest_unclosed_seconds',
		'Time since the end of a ranking that is not closed',
		`select ${secondsSince('min(ends_at)')} from ranking
			where ends_at <= lightstick_now() and published_at is not null and not exists (
				select from ranking_closing closing where closing.ranking_id = ranking.ranking_id)`,
	],
] as const;

const SELECT_SITE = `select ${GAUGES.map(([name, , query]) => `(${query}) as ${name}`).join(', ')}`;

export function siteMetrics(registry: OurRegistry, db: Db, log: Pick<FastifyBaseLogger, 'warn'>): () => Promise<void> {
	const described = describedIn(registry);
	const gauges = GAUGES.map(([name, help]) => [name, new Gauge(described(name, help))] as const);
	const orders = new Gauge(described('orders', 'Orders of the last day by their state', 'status'));
	const leaves = new Gauge(described('vote_log_waiting_leaves', 'Leaves of public logs that no checkpoint covers yet'));
	const lag = new Gauge(
		described('vote_log_lag_seconds', 'How long the oldest of these leaves has waited, as far as seen'),
	);
	const up = new Gauge(described('database_up', '1 if the database answered the last reading of these numbers'));
	const clock = new Gauge(
		described('clock_difference_seconds', 'How far the clock of the database is ahead of that of this process'),
	);
	const lagOf = measureLogLag();
	/** Only the first of several failures is logged. */
	let isUp = true;

	return cached(KEPT_MS, async () => {
		try {
			const site = await one<Record<string, number>>(db, { name: 'metrics_site', text: SELECT_SITE });
			const byStatus = await sql`select status, count(*)::integer as orders from gem_order
		where created_at > lightstick_now() - interval '1 day' group by status`
				.prepared('metrics_orders')
				.all<{ status: string; orders: number }>(db);
			const logs = await sql`with waiting as (
			select ranking_id, sum(leaf_count) as leaves from log_batch where first_index is null group by ranking_id
		)
		select ranking_id as "rankingId", (coalesce(size, 0) + coalesce(waiting.leaves, 0))::bigint as leaves,
			coalesce(published_size, 0)::bigint as published
		from vote_log full join waiting using (ranking_id)
		where coalesce(size, 0) + coalesce(waiting.leaves, 0) > coalesce(published_size, 0)`
				.prepared('metrics_logs')
				.all<LogSize>(db);
			for (const [name, gauge] of gauges) gauge.set(site[name] ?? Number.NaN);
			orders.reset();
			for (const { status, orders: count } of byStatus) orders.set({ status }, count);
			leaves.set(logs.reduce((sum, size) => sum + size.leaves - size.published, 0));
			lag.set(lagOf(logs, performance.now()));
			clock.set(await readClockDifference(db));
			up.set(1);
			isUp = true;
		} catch (error) {
			if (isUp) log.warn({ err: error }, 'numbers of the site could not be read for metrics');
			isUp = false;
			// Old numbers would look like news.
			for (const each of [...gauges.map(([, gauge]) => gauge), leaves, lag, clock]) each.set(Number.NaN);
			orders.reset();
			up.set(0);
		}
	});
}

interface LogSize {
	rankingId: number;
	/** Leaves that are written, and those under a signed checkpoint. */
	leaves: number;
	published: number;
}

/** Seconds since a reading first saw leaves that still wait for their checkpoint; `now` is monotonic milliseconds. */
function measureLogLag(): (logs: readonly LogSize[], now: number) => number {
	/** Of each log: the leaves that it had at the first reading since which not all of them are published. */
	let seen = new Map<number, { leaves: number; at: number }>();
	return (logs, now) => {
		const before = seen;
		seen = new Map(
			logs.map(({ rankingId, leaves, published }) => {
				const known = before.get(rankingId);
				return [rankingId, known && known.leaves > published ? known : { leaves, at: now }];
			}),
		);
		return seen.values().reduce((oldest, { at }) => Math.max(oldest, (now - at) / 1000), 0);
	};
}
