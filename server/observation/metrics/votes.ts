/** Metrics of the vote engine, counted once a batch. */
import { Counter, Histogram } from 'prom-client';
import { readGauge, type Registry } from './registry.ts';
import { VERSION_OF_NONE } from '#contract/values/chart-version.ts';
import { batches, type Gauges, type BatchSignal } from '#server/kernel/signals/signals.ts';
import { listenTimed, type Stop } from '../listen.ts';

const SECONDS = [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const VOTES = [1, 2, 5, 10, 20, 50, 100, 200, 300, 500, 1_000, 5_000];

export function voteMetrics(registry: Registry, gauges: Pick<Gauges, 'ballotsWaiting'>): Stop {
	const registers = [registry];
	const ballots = new Counter({
		name: 'lightstick_ballots_total',
		help: 'Ballots of finished batches: cast, repeated under a known key, refused, held by a wallet, or of unknown outcome',
		labelNames: ['outcome'],
		registers,
	});
	for (const outcome of ['cast', 'repeated', 'refused', 'held', 'unknown']) ballots.inc({ outcome }, 0);
	const tickets = new Counter({ name: 'lightstick_tickets_total', help: 'Votes given by cast ballots', registers });
	const size = new Histogram({
		name: 'lightstick_batch_ballots',
		help: 'Ballots in a batch',
		buckets: VOTES,
		registers,
	});
	const duration = new Histogram({
		name: 'lightstick_batch_duration_seconds',
		help: 'Time from sending a batch to its outcome, retries included',
		buckets: SECONDS,
		registers,
	});
	readGauge(
		registry,
		{ name: 'lightstick_ballots_waiting', help: 'Ballots that wait for a batch or for a held wallet' },
		(gauge) => {
			gauge.set(gauges.ballotsWaiting());
		},
	);
	return listenTimed(batches, (signal, seconds) => {
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
