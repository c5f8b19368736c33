/** Reads where metrics are served, and whether traces are sent. */
import { isHost } from './addresses.ts';
import type { Reader } from './reader.ts';

const LISTENER = '127.0.0.1:9464';
const COLLECTOR = 'http://127.0.0.1:4318';

export type TraceConfig = NonNullable<ReturnType<typeof readTraces>>;

/**
 * Listener for `/metrics`, or null.
 * @param site listener of the site: metrics must not be reachable through it
 */
export function readMetrics(reader: Reader, site: { port: number }) {
	const text = reader.text('METRICS_LISTEN', LISTENER);
	if (text === null) return null;
	const [, address = '127.0.0.1', digits = ''] = /^(?:(.+):)?(\d{1,5})$/.exec(text) ?? [];
	const [host, port] = [address.replace(/^\[(.+)\]$/, '$1'), Number(digits)];
	const isGood = digits !== '' && isHost(host) && port <= 65_535;
	reader.expect('METRICS_LISTEN', text, isGood, 'must be a port, or an address and a port', LISTENER);
	if (isGood && port !== 0 && port === site.port) {
		reader.refuse(
			`METRICS_LISTEN and PORT are the same: metrics need a port that visitors cannot reach. Example: 9464`,
		);
	}
	return { port, host };
}

/**
 * As the specification of OpenTelemetry names them. Without an endpoint nothing of OpenTelemetry is loaded. The exporter
 * itself reads the other OTEL_EXPORTER_OTLP_… variables. `/v1/traces` is added to the endpoint; `ratio` is the part of the
 * traces that are taken, from 0 to 1.
 */
export function readTraces(reader: Reader) {
	const endpoint = reader.text('OTEL_EXPORTER_OTLP_ENDPOINT', COLLECTOR);
	const isUrl = endpoint === null || (/^https?:\/\//i.test(endpoint) && URL.canParse(endpoint));
	reader.expect('OTEL_EXPORTER_OTLP_ENDPOINT', endpoint, isUrl, 'must be a URL', COLLECTOR);
	const part = reader.text('OTEL_TRACES_SAMPLER_ARG', '0.01') ?? '1';
	const isPart = /^(?:0|1|0?\.\d{1,9}|1\.0)$/.test(part);
	reader.expect('OTEL_TRACES_SAMPLER_ARG', part, isPart, 'must be a number from 0 to 1', '0.01');
	return endpoint === null ? null : { endpoint: endpoint.replace(/\/$/, ''), ratio: Number(part) };
}
