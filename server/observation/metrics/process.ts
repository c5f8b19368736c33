/** Metrics of this process. Labels are of closed lists: routes, methods, statuses, slugs, names of jobs and pools. */
import { Counter, Gauge, Histogram, type OpenMetricsContentType, type Registry } from 'prom-client';
import { VERSION_OF_NONE } from '#contract/values/chart-version.ts';
import { problems } from '#contract/problems.ts';
import type { ConnectionCounts } from '#server/kernel/database.ts';
import type { BatchSignal, Gauges } from '#server/kernel/signals/signals.ts';
import { batches, chartBuilds, jobRuns, refusals, requests } from '#server/kernel/signals/signals.ts';
import { listen, listenTimed } from '../listen.ts';

export type Pools = Readonly<Record<string, { connections(): ConnectionCounts }>>;

export type OurRegistry = Registry<OpenMetricsContentType>;

/** What all metrics are described by, with the prefix of their names. */
export const describedIn =
	(registry: OurRegistry) =>
	(name: string, help: string, ...labelNames: string[]) => ({
		name: `lightstick_${name}`,
		help,
		labelNames,
		registers: [registry],
	});

export function processMetrics(registry: OurRegistry, until: AbortSignal, gauges: Gauges, pools: Pools): void {
	const described = describedIn(registry);
	const readGauge = (description: ReturnType<typeof described>, read: (gauge: Gauge) => void) =>
		new Gauge({
			...description,
			collect() {
				read(this);
			},
		});
	const readOne = (name: string, help: string, read: () => number) =>
		readGauge(described(name, help), (gauge) => gauge.set(read()));
	readOne('live_listeners', 'Open live charts', gauges.liveListeners);
	readOne('ballots_waiting', 'Ballots that wait for a batch or for a held wallet', gauges.ballotsWaiting);
	readOne('degraded_parts', 'Optional parts that do not work, as /readyz names them', gauges.faults);
	const ofPools = Object.entries(pools);
	readGauge(described('pool_connections', 'Open connections of a pool, in use or idle', 'pool', 'state'), (gauge) => {
		for (const [pool, { connections }] of ofPools) {
			const { idle, total } = connections();
			gauge.set({ pool, state: 'idle' }, idle);
			gauge.set({ pool, state: 'used' }, total - idle);
		}
	});
	readGauge(described('pool_connections_limit', 'Connections of a pool at most', 'pool'), (gauge) => {
		for (const [pool, { connections }] of ofPools) gauge.set({ pool }, connections().max);
	});
	readGauge(described('pool_waiting', 'Calls that wait for a connection of the pool', 'pool'), (gauge) => {
		for (const [pool, { connections }] of ofPools) gauge.set({ pool }, connections().waiting);
	});
	// Counted elsewhere since the start: the whole number is added to nothing.
	const securityEvents = new Counter({
		...described('security_events_total', 'Sign-ins and refusals at doors, by kind', 'event'),
		collect() {
			securityEvents.reset();
			for (const [event, count] of Object.entries(gauges.securityEvents())) securityEvents.inc({ event }, count);
		},
	});

	requestMetrics(registry, until);
	voteMetrics(registry, until);
	workMetrics(registry, until);
}

function requestMetrics(registry: OurRegistry, until: AbortSignal): void {
	const described = describedIn(registry);
	const answered = new Counter(described('requests_total', 'Answered requests', 'method', 'route', 'status'));
	const duration = new Histogram({
		...described(
			'request_duration_seconds',
			'Time from the head of a request to the end of its answer; for a live chart to the begin of its answer',
			'method',
			'route',
		),
		buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
	});
	const refused = new Counter(described('refusals_total', 'Refused requests, by the slug of the refusal', 'slug'));
	// From the start, so that the first refusal of a kind is seen as a rise.
	for (const slug of Object.keys(problems)) refused.inc({ slug }, 0);
	listenTimed(requests, until, ({ method, route, status }, seconds) => {
		answered.inc({ method, route, status });
		duration.observe({ method, route }, seconds);
	});
	listen(refusals, until, ({ slug }) => refused.inc({ slug }));
}

/** Counted once a batch. */
function voteMetrics(registry: OurRegistry, until: AbortSignal): void {
	const described = describedIn(registry);
	const ballots = new Counter(
		described(
			'ballots_total',
			'Ballots of finished batches: cast, repeated under a known key, refused, held by a wallet, or of unknown outcome',
			'outcome',
		),
	);
	for (const outcome of ['cast', 'repeated', 'refused', 'held', 'unknown']) ballots.inc({ outcome }, 0);
	const tickets = new Counter(described('tickets_total', 'Votes given by cast ballots'));
	const size = new Histogram({
		...described('batch_ballots', 'Ballots in a batch'),
		buckets: [1, 2, 5, 10, 20, 50, 100, 200, 300, 500, 1_000, 5_000],
	});
	const duration = new Histogram({
		...described('batch_duration_seconds', 'Time from sending a batch to its outcome, retries included'),
		buckets: [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
	});
	listenTimed(batches, until, (signal, seconds) => {
		const sums = sumsOf(signal);
		for (const [outcome, count] of Object.entries(sums.outcomes)) if (count > 0) ballots.inc({ outcome }, count);
		tickets.inc(sums.tickets);
		size.observe(signal.ballots.length);
		duration.observe(seconds);
	});
}

function sumsOf({ ballots, result }: BatchSignal) {
	const outcomes = { cast: 0, repeated: 0, refused: 0, held: 0, unknown: 0 };
	let tickets = 0;
	for (const [index, ballot] of ballots.entries()) {
		const outcome = result?.[index];
		if (outcome === undefined || outcome === 'held') outcomes[outcome ?? 'unknown'] += 1;
		else if ('refused' in outcome) outcomes.refused += 1;
		else if ('failed' in outcome) outcomes.unknown += 1;
		else if (outcome.cast.version === VERSION_OF_NONE) outcomes.repeated += 1;
		else {
			outcomes.cast += 1;
			tickets += ballot.tickets;
		}
	}
	return { outcomes, tickets };
}

/** Of work behind the requests: builds of charts, and jobs. */
function workMetrics(registry: OurRegistry, until: AbortSignal): void {
	const described = describedIn(registry);
	const builds = new Counter(described('chart_builds_total', 'Builds of charts from the database', 'outcome'));
	for (const outcome of ['done', 'failed']) builds.inc({ outcome }, 0);
	const buildTime = new Histogram({
		...described('chart_build_duration_seconds', 'Time of a build'),
		buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
	});
	const jobs = new Counter(
		described('job_runs_total', 'Runs of jobs in this process. A failed run is tried again', 'job', 'outcome'),
	);
	const jobTime = new Histogram({
		...described('job_duration_seconds', 'Time of a run of a job', 'job'),
		buckets: [0.01, 0.1, 0.5, 1, 5, 10, 60, 300],
	});
	const outcomeOf = ({ error }: { error?: unknown }) => (error === undefined ? 'done' : 'failed');
	listenTimed(chartBuilds, until, (signal, seconds) => {
		builds.inc({ outcome: outcomeOf(signal) });
		buildTime.observe(seconds);
	});
	listenTimed(jobRuns, until, (signal, seconds) => {
		jobs.inc({ job: signal.job, outcome: outcomeOf(signal) });
		jobTime.observe({ job: signal.job }, seconds);
	});
}
