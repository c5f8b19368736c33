/** Lets operators see what this process does: metrics, if they are configured. */
import type { Config } from '#server/config/config.ts';
import type { MetricsDeps } from './metrics/metrics.ts';

export async function startObservation({ metrics }: Pick<Config, 'metrics'>, deps: Omit<MetricsDeps, 'listen'>) {
	// Loaded when needed: it costs no memory where it is off.
	const served = metrics && (await (await import('./metrics/metrics.ts')).startMetrics({ ...deps, listen: metrics }));
	return {
		/** Null: metrics are off. */
		metricsAddress: served?.address ?? null,
		async stop(): Promise<void> {
			await served?.stop();
		},
	};
}
