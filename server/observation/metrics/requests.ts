/** Metrics of requests and their refusals. Labels are routes, methods, statuses and slugs: all of closed lists. */
import { Counter, Histogram } from 'prom-client';
import { readCounter, readGauge, type Registry } from './registry.ts';
import { problems } from '#contract/problems.ts';
import { refusals, requests, type Gauges } from '#server/kernel/signals/signals.ts';
import { listen, listenTimed, type Stop } from '../listen.ts';

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export function requestMetrics(registry: Registry, gauges: Gauges): Stop {
	const registers = [registry];
	const answered = new Counter({
		name: 'lightstick_requests_total',
		help: 'Answered requests',
		labelNames: ['method', 'route', 'status'],
		registers,
	});
	const duration = new Histogram({
		name: 'lightstick_request_duration_seconds',
		help: 'Time from the head of a request to the end of its answer; for a live chart to the begin of its answer',
		labelNames: ['method', 'route'],
		buckets: SECONDS,
		registers,
	});
	const refused = new Counter({
		name: 'lightstick_refusals_total',
		help: 'Refused requests, by the slug of the refusal',
		labelNames: ['slug'],
		registers,
	});
	// From the start, so that the first refusal of a kind is seen as a rise.
	for (const slug of Object.keys(problems)) refused.inc({ slug }, 0);
	readGauge(registry, { name: 'lightstick_live_listeners', help: 'Open live charts' }, (gauge) => {
		gauge.set(gauges.liveListeners());
	});
	readCounter(
		registry,
		{
			name: 'lightstick_security_events_total',
			help: 'Sign-ins and refusals at doors, by kind',
			labelNames: ['event'],
		},
		(counter) => {
			for (const [event, count] of Object.entries(gauges.securityEvents())) counter.inc({ event }, count);
		},
	);
	const stops = [
		listenTimed(requests, ({ method, route, status }, seconds) => {
			answered.inc({ method, route, status });
			duration.observe({ method, route }, seconds);
		}),
		listen(refusals, ({ slug }) => refused.inc({ slug })),
	];
	return () => stops.forEach((stop) => stop());
}
