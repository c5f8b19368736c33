/** Lets operators see what this process does: metrics and traces, as far as they are configured. */
import type { Config } from '#server/config/config.ts';
import type { MetricsDeps } from './metrics/metrics.ts';

export async function startObservation(
	{ metrics, traces }: Pick<Config, 'metrics' | 'traces'>,
	deps: Omit<MetricsDeps, 'listen'>,
) {
	// Loaded when needed: neither costs memory where it is off.
	const served = metrics && (await (await import('./metrics/metrics.ts')).startMetrics({ ...deps, listen: metrics }));
	const traced = traces && (await (await import('./traces.ts')).startTraces(traces));
	return {
		/** Null: metrics are off. */
		metricsAddress: served?.address ?? null,
		async stop(): Promise<void> {
			await Promise.all([served?.stop(), traced?.stop()]);
		},
	};
}
