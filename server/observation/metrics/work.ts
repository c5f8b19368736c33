/** Metrics of work behind the requests: builds of charts, and jobs. */
import { Counter, Histogram } from 'prom-client';
import type { Registry } from './registry.ts';
import { chartBuilds, jobRuns } from '#server/kernel/signals/signals.ts';
import { listenTimed, type Stop } from '../listen.ts';

const BUILD_SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];
const JOB_SECONDS = [0.01, 0.1, 0.5, 1, 5, 10, 60, 300];

const outcomeOf = ({ error }: { error?: unknown }) => (error === undefined ? 'done' : 'failed');

export function workMetrics(registry: Registry): Stop {
	const registers = [registry];
	const builds = new Counter({
		name: 'lightstick_chart_builds_total',
		help: 'Builds of charts from the database',
		labelNames: ['outcome'],
		registers,
	});
	for (const outcome of ['done', 'failed']) builds.inc({ outcome }, 0);
	const buildTime = new Histogram({
		name: 'lightstick_chart_build_duration_seconds',
		help: 'Time of a build',
		buckets: BUILD_SECONDS,
		registers,
	});
	const jobs = new Counter({
		name: 'lightstick_job_runs_total',
		help: 'Runs of jobs in this process. A failed run is tried again',
		labelNames: ['job', 'outcome'],
		registers,
	});
	const jobTime = new Histogram({
		name: 'lightstick_job_duration_seconds',
		help: 'Time of a run of a job',
		labelNames: ['job'],
		buckets: JOB_SECONDS,
		registers,
	});
	const stops = [
		listenTimed(chartBuilds, (signal, seconds) => {
			builds.inc({ outcome: outcomeOf(signal) });
			buildTime.observe(seconds);
		}),
		listenTimed(jobRuns, (signal, seconds) => {
			jobs.inc({ job: signal.job, outcome: outcomeOf(signal) });
			jobTime.observe({ job: signal.job }, seconds);
		}),
	];
	return () => stops.forEach((stop) => stop());
}
