/**
 * Traces by OpenTelemetry, sent to the collector that OTEL_EXPORTER_OTLP_ENDPOINT names. The SDK is loaded only then.
 */
import { within } from '#server/kernel/within.ts';
import type * as Sdk from '@opentelemetry/sdk-trace';
import type { TraceConfig } from '#server/config/config.ts';

/** A collector that does not answer must not keep a process from ending. */
const FLUSH_MS = 2_000;

export async function startTraces(config: TraceConfig) {
	const [{ traceVotes }, sdk, { OTLPTraceExporter }, resources] = await Promise.all([
		import('./spans.ts'),
		import('@opentelemetry/sdk-trace'),
		import('@opentelemetry/exporter-trace-otlp-http'),
		import('@opentelemetry/resources'),
	]);
	const provider = new sdk.TracerProvider({
		resource: resources
			.resourceFromAttributes({ 'service.name': 'lightstick' })
			.merge(resources.detectResources({ detectors: [resources.envDetector] })),
		// A span follows the decision of its parent, which may be in the proxy.
		sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(config.ratio) }),
		spanProcessors: [
			new sdk.BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url: `${config.endpoint}/v1/traces` }) }),
		],
	} satisfies Sdk.TracerProviderOptions);
	const stop = traceVotes(provider.getTracer('lightstick'));
	return {
		/** Sends what is left. */
		async stop(): Promise<void> {
			stop();
			await within(provider.shutdown(), FLUSH_MS).catch(() => undefined);
		},
	};
}
