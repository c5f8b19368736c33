import { AsyncLocalStorage } from 'node:async_hooks';
import type { TracingChannel } from 'node:diagnostics_channel';
import type { Span, SpanOptions, Tracer } from '@opentelemetry/api';
import { SpanKind, SpanStatusCode, ROOT_CONTEXT, trace } from '@opentelemetry/api';
import { ballots, batches, chartBuilds, commits, jobRuns, requests } from '#server/kernel/signals/signals.ts';
import { listen } from './listen.ts';
import { within } from '#server/kernel/within.ts';
import type * as Sdk from '@opentelemetry/sdk-trace';
import type { TraceConfig } from '#server/config/config.ts';

/** Other requests of a batch that its span names at most. */
const LINKS_MAX = 100;

/** Spans of a vote. A batch belongs to the trace of its first sampled request, and links to the others. */
function traceVotes(tracer: Tracer, until: AbortSignal): void {
	const current = new AsyncLocalStorage<Span | undefined>();
	const ofBallots = new WeakMap<object, Span>();

	const follow = followWith(tracer, current, until);
	follow(
		requests,
		({ method, route }) => ({
			name: `${method} ${route}`,
			options: { kind: SpanKind.SERVER, attributes: { 'http.request.method': method, 'http.route': route } },
		}),
		(span, { status }) => {
			span.setAttribute('http.response.status_code', status);
			if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
		},
	);
	listen(ballots, until, (ballot) => {
		const span = current.getStore();
		if (span?.isRecording()) ofBallots.set(ballot, span);
	});
	follow(batches, (signal) => {
		const [parent, ...others] = signal.ballots
			.map((ballot) => ofBallots.get(ballot))
			.filter((span) => span !== undefined);
		if (!parent) return null;
		const links = others.slice(0, LINKS_MAX).map((span) => ({ context: span.spanContext() }));
		return {
			name: 'vote batch',
			parent,
			options: { links, attributes: { 'lightstick.ballots': signal.ballots.length } },
		};
	});
	follow(commits, (signal) => {
		const parent = current.getStore();
		return parent ? { name: 'vote commit', parent, options: ofDatabase(signal.ballots.length) } : null;
	});
	follow(chartBuilds, () => ({ name: 'chart build' }));
	follow(jobRuns, ({ job }) => ({ name: `job ${job}`, options: { attributes: { 'lightstick.job': job } } }));
}

const ofDatabase = (ballotCount: number): SpanOptions => ({
	kind: SpanKind.CLIENT,
	attributes: {
		'db.system.name': 'postgresql',
		'db.operation.name': 'cast_votes',
		'db.operation.batch.size': ballotCount,
	},
});

/** Makes a span for each work of a channel, current while it is under way. `begin` returns null for none. */
export function followWith(tracer: Tracer, current: AsyncLocalStorage<Span | undefined>, until: AbortSignal) {
	return function follow<Signal extends { error?: unknown }>(
		to: TracingChannel<Signal, unknown>,
		begin: (signal: Signal) => { name: string; parent?: Span | undefined; options?: SpanOptions } | null,
		end: (span: Span, signal: Signal) => void = () => undefined,
	): void {
		const spans = new WeakMap<Signal, Span>();
		to.start.bindStore(current, (signal) => {
			const begun = begin(signal);
			if (!begun) return undefined;
			const context = begun.parent ? trace.setSpan(ROOT_CONTEXT, begun.parent) : ROOT_CONTEXT;
			const span = tracer.startSpan(begun.name, begun.options, context);
			spans.set(signal, span);
			return span;
		});
		listen(to.asyncEnd, until, (signal) => {
			const span = spans.get(signal);
			if (!span) return;
			end(span, signal);
			// The message of an error may quote input.
			if (signal.error !== undefined) span.setStatus({ code: SpanStatusCode.ERROR });
			span.end();
		});
		until.addEventListener('abort', () => void to.start.unbindStore(current));
	};
}

/** A collector that does not answer must not keep a process from ending. */
const FLUSH_MS = 2_000;

/** Sends traces to the collector that OTEL_EXPORTER_OTLP_ENDPOINT names. The SDK is loaded only then. */
export async function startTraces(config: TraceConfig) {
	const [sdk, { OTLPTraceExporter }, resources] = await Promise.all([
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
	const stopping = new AbortController();
	traceVotes(provider.getTracer('lightstick'), stopping.signal);
	return {
		async stop(): Promise<void> {
			stopping.abort();
			await within(provider.shutdown(), FLUSH_MS).catch(() => undefined);
		},
	};
}
