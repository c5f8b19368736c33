/** Spans of work that is told by a channel. */
import type { AsyncLocalStorage } from 'node:async_hooks';
import type { TracingChannel } from 'node:diagnostics_channel';
import { ROOT_CONTEXT, SpanStatusCode, trace, type Span, type SpanOptions, type Tracer } from '@opentelemetry/api';
import { listen, type Stop } from '../listen.ts';

interface Begun {
	name: string;
	parent?: Span | undefined;
	options?: SpanOptions;
}

/**
 * Returns a function that makes a span for each work of a channel, and keeps it as the current one while the work is
 * under way. `begin` returns null for work without a span.
 */
export function followWith(tracer: Tracer, current: AsyncLocalStorage<Span | undefined>) {
	return function follow<Signal extends { error?: unknown }>(
		to: TracingChannel<Signal, unknown>,
		begin: (signal: Signal) => Begun | null,
		end: (span: Span, signal: Signal) => void = () => undefined,
	): Stop {
		const spans = new WeakMap<Signal, Span>();
		to.start.bindStore(current, (signal) => {
			const begun = begin(signal);
			if (!begun) return undefined;
			const context = begun.parent ? trace.setSpan(ROOT_CONTEXT, begun.parent) : ROOT_CONTEXT;
			const span = tracer.startSpan(begun.name, begun.options, context);
			spans.set(signal, span);
			return span;
		});
		const stop = listen(to.asyncEnd, (signal) => {
			const span = spans.get(signal);
			if (!span) return;
			end(span, signal);
			// The message of an error may quote input.
			if (signal.error !== undefined) span.setStatus({ code: SpanStatusCode.ERROR });
			span.end();
		});
		return () => {
			to.start.unbindStore(current);
			stop();
		};
	};
}
