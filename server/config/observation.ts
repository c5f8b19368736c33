/** Reads where metrics are served, and whether traces are sent. */
import { isHost } from './addresses.ts';
import type { Reader } from './reader.ts';
import type { Config } from './types.ts';

const LISTENER = '127.0.0.1:9464';
const COLLECTOR = 'http://127.0.0.1:4318';

/** @param site listener of the site: metrics must not be reachable through it */
export function readObservation(reader: Reader, site: { port: number }): Pick<Config, 'metrics' | 'traces'> {
	return { metrics: readMetrics(reader, site), traces: readTraces(reader) };
}

function readMetrics(reader: Reader, site: { port: number }): Config['metrics'] {
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

/** As the specification of OpenTelemetry names them. Without an endpoint nothing of OpenTelemetry is loaded. */
function readTraces(reader: Reader): Config['traces'] {
	const endpoint = reader.text('OTEL_EXPORTER_OTLP_ENDPOINT', COLLECTOR);
	const isUrl = endpoint === null || (/^https?:\/\//i.test(endpoint) && URL.canParse(endpoint));
	reader.expect('OTEL_EXPORTER_OTLP_ENDPOINT', endpoint, isUrl, 'must be a URL', COLLECTOR);
	const part = reader.text('OTEL_TRACES_SAMPLER_ARG', '0.01') ?? '1';
	const isPart = /^(?:0|1|0?\.\d{1,9}|1\.0)$/.test(part);
	reader.expect('OTEL_TRACES_SAMPLER_ARG', part, isPart, 'must be a number from 0 to 1', '0.01');
	return endpoint === null ? null : { endpoint: endpoint.replace(/\/$/, ''), ratio: Number(part) };
}
