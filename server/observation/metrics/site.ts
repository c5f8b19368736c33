/**
 * Metrics of the whole site, read from the database for a scrape. Every process gives the same numbers, so rules take
 * their maximum. A reading is kept for some seconds and has a timeout: scrapers put no load on the database.
 */
import type { FastifyBaseLogger } from 'fastify';
import { Gauge } from 'prom-client';
import { fragment, one, sql, type Db } from '#server/kernel/database.ts';
import type { Registry } from './registry.ts';

const KEPT_MS = 5_000;

/** Name without its prefix, field, help. */
const GAUGES: readonly (readonly [string, keyof SiteRow, string])[] = [
	['jobs_waiting', 'jobsWaiting', 'Jobs that are due and not taken up'],
	['job_oldest_waiting_seconds', 'oldestJobSeconds', 'Age of the job that has been due for the longest time'],
	['jobs_failing', 'jobsFailing', 'Jobs whose last run has failed'],
	['jobs_given_up', 'jobsGivenUp', 'Jobs that are not tried again'],
	['order_oldest_paid_seconds', 'oldestPaidSeconds', 'Age of the oldest order that is paid and got no gems'],
	['refund_oldest_asked_seconds', 'oldestRefundSeconds', 'Age of the oldest refund that the provider has not answered'],
	['payment_events_set_aside', 'paymentEventsSetAside', 'Payment events of the last day that could not be used'],
	['audit_broken_rules', 'brokenRules', 'Rules that the last hourly audit of the books found broken'],
	['audit_age_seconds', 'auditAgeSeconds', 'Time since the last hourly audit; 0 before the first one'],
	['vote_log_faults', 'logFaults', 'Public logs that stand still because something does not add up'],
	['witness_faults', 'witnessFaults', 'Witnesses that do not cosign the anchor'],
	['ranking_oldest_unclosed_seconds', 'oldestUnclosedSeconds', 'Time since the end of a ranking that is not closed'],
];

/** Brings the numbers up to date; to be called before each exposition. Never throws. */
export type Refresh = () => Promise<void>;

export function siteMetrics(registry: Registry, db: Db, log: Pick<FastifyBaseLogger, 'warn'>): Refresh {
	const gauge = (name: string, help: string, labelNames: string[] = []) =>
		new Gauge({ name: `lightstick_${name}`, help, labelNames, registers: [registry] });
	const gauges = GAUGES.map(([name, field, help]) => [gauge(name, help), field] as const);
	const orders = gauge('orders', 'Orders of the last day by their state', ['status']);
	const leaves = gauge('vote_log_waiting_leaves', 'Leaves of public logs that no checkpoint covers yet');
	const lag = gauge('vote_log_lag_seconds', 'How long the oldest of these leaves has waited, as far as seen');
	const up = gauge('database_up', '1 if the database answered the last reading of these numbers');
	const lags = measureLogLag();
	/** Only the first of several failures is logged. */
	let isUp = true;
	let last: { reading: Promise<void>; at: number } | null = null;

	async function read(): Promise<void> {
		try {
			const site = await selectSite(db);
			const byStatus = await selectOrders(db);
			const logs = await selectUnpublished(db);
			for (const [one, field] of gauges) one.set(site[field]);
			orders.reset();
			for (const { status, orders: count } of byStatus) orders.set({ status }, count);
			leaves.set(logs.reduce((sum, one) => sum + one.leaves - one.published, 0));
			lag.set(lags.note(logs, performance.now()));
			up.set(1);
			isUp = true;
		} catch (error) {
			if (isUp) log.warn({ err: error }, 'numbers of the site could not be read for metrics');
			isUp = false;
			// Old numbers would look like news.
			for (const [one] of gauges) one.set(Number.NaN);
			leaves.set(Number.NaN);
			lag.set(Number.NaN);
			orders.reset();
			up.set(0);
		}
	}

	return () => {
		if (!last || performance.now() - last.at > KEPT_MS) last = { reading: read(), at: performance.now() };
		return last.reading;
	};
}

/**
 * Measures how long leaves of the public log wait for their checkpoint. Rows have no time, so the age is that of the
 * first reading that saw leaves which are still not published. It is never too high, and too low by one reading.
 */
export interface LogLag {
	/** Takes a reading of all logs that have leaves waiting. Returns the age in seconds of the oldest such leaf. */
	note(logs: readonly LogSize[], now: number): number;
}

export interface LogSize {
	rankingId: number;
	leaves: number;
	published: number;
}

/** @returns a measure that takes `now` in milliseconds of a monotonic clock */
export function measureLogLag(): LogLag {
	/** Of each log: the leaves that it had at the first reading since which not all of them are published. */
	let seen = new Map<number, { leaves: number; at: number }>();
	return {
		note(logs, now) {
			const before = seen;
			seen = new Map(
				logs.map(({ rankingId, leaves, published }) => {
					const known = before.get(rankingId);
					return [rankingId, known && known.leaves > published ? known : { leaves, at: now }];
				}),
			);
			return seen.values().reduce((oldest, { at }) => Math.max(oldest, (now - at) / 1000), 0);
		},
	};
}

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
