/** Reads where metrics are served, and whether traces are sent. */
import { readHost } from './addresses.ts';
import type { Reader } from './reader.ts';
import { samplers, type Config } from './types.ts';

const COLLECTOR = 'http://127.0.0.1:4318';

/** @param site listener of the site: metrics must not be reachable through it */
export function readObservation(reader: Reader, site: { port: number }): Pick<Config, 'metrics' | 'traces'> {
	return { metrics: readMetrics(reader, site), traces: readTraces(reader) };
}

function readMetrics(reader: Reader, site: { port: number }): Config['metrics'] {
	const host = readHost(reader, 'METRICS_HOST', '127.0.0.1');
	if (reader.text('METRICS_PORT', '9464') === null) return null;
	const port = reader.whole('METRICS_PORT', 9464, 0, 65_535);
	if (port !== 0 && port === site.port) {
		reader.refuse('METRICS_PORT and PORT are the same: metrics need a port that visitors cannot reach. Example: 9464');
	}
	return { port, host };
}

/** As the specification of OpenTelemetry names them. Without an endpoint nothing of OpenTelemetry is loaded. */
function readTraces(reader: Reader): Config['traces'] {
	const endpoint = reader.text('OTEL_EXPORTER_OTLP_ENDPOINT', COLLECTOR);
	const isUrl = endpoint === null || (/^https?:\/\//i.test(endpoint) && URL.canParse(endpoint));
	reader.expect('OTEL_EXPORTER_OTLP_ENDPOINT', endpoint, isUrl, 'must be a URL', COLLECTOR);
	const sampler = reader.choice('OTEL_TRACES_SAMPLER', samplers) ?? 'parentbased_always_on';
	const part = reader.text('OTEL_TRACES_SAMPLER_ARG', '0.01') ?? '1';
	const isPart = /^(?:0|1|0?\.\d{1,9}|1\.0)$/.test(part);
	reader.expect('OTEL_TRACES_SAMPLER_ARG', part, isPart, 'must be a number from 0 to 1', '0.01');
	return endpoint === null ? null : { endpoint: endpoint.replace(/\/$/, ''), sampler, ratio: Number(part) };
}
