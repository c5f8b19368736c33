/**
 * Metrics of the whole site, read from the database for a scrape. Every process gives the same numbers, so rules take
 * their maximum. A reading is kept for some seconds and has a timeout: scrapers put no load on the database.
 */
import type { FastifyBaseLogger } from 'fastify';
import { Gauge } from 'prom-client';
import type { Registry } from './registry.ts';
import type { Db } from '#server/kernel/database.ts';
import { measureLogLag } from './log-lag.ts';
import { selectOrders, selectSite, selectUnpublished, type SiteRow } from './sql.ts';

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
