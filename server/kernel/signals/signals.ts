/** What the server tells of its work while it happens, for server/observation. Without a listener it costs a comparison. */
import { channel, tracingChannel, type TracingChannel } from 'node:diagnostics_channel';
import type { ProblemSlug } from '#contract/problems.ts';

interface Signal<Result = unknown> {
	/** `performance.now()` at the start; written by a listener. */
	startedAt?: number;
	/** What the work returned. Node writes both. */
	result?: Result;
	error?: unknown;
}

export interface RequestSignal extends Signal {
	method: string;
	/** The route's pattern, never the address that was asked for. */
	route: string;
	status: number;
}

interface ToldBallot {
	tickets: number;
}

type ToldOutcome = 'held' | { cast: { version: string } } | { refused: ProblemSlug } | { failed: string };

/** The outcome of each ballot, in order; null if the database refuses the batch itself. */
export interface BatchSignal extends Signal<readonly ToldOutcome[] | null> {
	ballots: readonly ToldBallot[];
}

export interface JobSignal extends Signal {
	job: string;
}

export const requests = tracingChannel<RequestSignal, unknown>('lightstick.request');
export const batches = tracingChannel<BatchSignal, unknown>('lightstick.batch');
export const chartBuilds = tracingChannel<Signal, unknown>('lightstick.chart-build');
export const jobRuns = tracingChannel<JobSignal, unknown>('lightstick.job');
/** An error of ours that costs one item of a call. The site logs it. */
export const faults = channel<{ error: unknown }>('lightstick.fault');
export const refusals = channel<{ slug: ProblemSlug }>('lightstick.refusal');

export const trace = <Traced extends object, Result>(
	to: TracingChannel<Traced, unknown>,
	signal: Traced,
	work: () => Promise<Result>,
): Promise<Result> => (to.hasSubscribers ? to.tracePromise(work, signal) : work());

export function publishRefusal(slug: ProblemSlug): void {
	if (refusals.hasSubscribers) refusals.publish({ slug });
}

export function publishFault(error: unknown): void {
	if (faults.hasSubscribers) faults.publish({ error });
}

export interface Gauges {
	ballotsWaiting(): number;
	liveListeners(): number;
	/** Optional parts that do not work: as `degraded` of `/readyz`. */
	faults(): number;
	securityEvents(): Readonly<Record<string, number>>;
}
