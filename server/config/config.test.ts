import { describe, expect, it } from 'vitest';
import { handedSocket } from './addresses.ts';
import { readConfig } from './config.ts';

const keys = {
	GOOGLE_CLIENT_ID: 'site',
	GOOGLE_CLIENT_SECRET: 'secret',
	LINE_CLIENT_ID: 'site',
	LINE_CLIENT_SECRET: 'secret',
};
const site = { ...keys, PUBLIC_URL: 'https://vote.example', TRUST_PROXY: '10.0.0.5' };

describe('the configuration', () => {
	it('has a default for everything, on loopback', () => {
		expect(readConfig({})).toMatchObject({
			port: 3000,
			host: '127.0.0.1',
			publicUrl: 'http://localhost:3000',
			consoleUrl: 'http://localhost:3000',
			databaseUrl: null,
			trustProxy: [],
			logLevel: null,
		});
	});

	it('serves metrics and sends traces only if asked to, and metrics on loopback', () => {
		expect(readConfig({})).toMatchObject({ metrics: null, traces: null });
		for (const [METRICS_LISTEN, host] of [
			['9464', '127.0.0.1'],
			['0.0.0.0:9464', '0.0.0.0'],
			['[::1]:9464', '::1'],
			['metrics.internal:9464', 'metrics.internal'],
		]) {
			expect(readConfig({ METRICS_LISTEN }).metrics).toEqual({ port: 9464, host });
		}
		const endpoint = 'http://collector.internal:4318';
		const env = { OTEL_EXPORTER_OTLP_ENDPOINT: `${endpoint}/`, OTEL_TRACES_SAMPLER_ARG: '0.25' };
		expect(readConfig(env).traces).toEqual({ endpoint, ratio: 0.25 });
		for (const faulty of [
			{ PORT: '9464', METRICS_LISTEN: '9464' },
			{ METRICS_LISTEN: 'on' },
			{ METRICS_LISTEN: '256.1.1.1:9464' },
			{ METRICS_LISTEN: '0.0.0.0:65536' },
			{ ...env, OTEL_TRACES_SAMPLER_ARG: '2' },
			{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' },
		]) {
			expect(() => readConfig(faulty)).toThrow(/METRICS_LISTEN|OTEL_/);
		}
	});

	it('expects every provider but Google to say when it asked an operator, unless told otherwise', () => {
		const required = (env: Record<string, string>) => readConfig({ ...site, ...env }).operators.authTimeRequired;
		expect(required({})).toBe(false);
		expect(required({ GOOGLE_ISSUER: 'https://id.example' })).toBe(true);
		expect(required({ OPERATOR_AUTH_TIME: 'required' })).toBe(true);
		expect(() => required({ OPERATOR_AUTH_TIME: 'perhaps' })).toThrow(/OPERATOR_AUTH_TIME/);
	});

	it('takes a real site with the providers’ own issuers', () => {
		const { google, line } = readConfig(site).providers;
		expect([google?.issuer, line?.issuer]).toEqual(['https://accounts.google.com', 'https://access.line.me']);
	});

	it.each([
		['capitals', 'HTTPS://Vote.Example'],
		["the scheme's own port", 'https://vote.example:443'],
		['a slash at the end', 'https://vote.example/'],
	])('takes an origin that is written with %s', (_what, PUBLIC_URL) => {
		expect(readConfig({ ...site, PUBLIC_URL }).publicUrl).toBe('https://vote.example');
	});

	it('names every fault at once', () => {
		expect(() => readConfig({ PORT: 'x', CONNECTIONS_MAX: '-1' })).toThrow(/PORT[^]*CONNECTIONS_MAX/);
	});

	it('repeats what it was given only in part', () => {
		expect(() => readConfig({ LOG_LEVEL: 'x'.repeat(10_000) })).toThrow(/^.{0,300}$/s);
	});
});

describe('a fault is told with its variable, what is wrong and an example', () => {
	it.each([
		['PORT', 'x', 'must be a whole number from 0 to 65535, but is "x". Example: PORT=3000'],
		['PORT', ' ', 'must be a whole number'],
		['PORT', '1e3', 'must be a whole number'],
		['PORT', '0x10', 'must be a whole number'],
		['CONNECTIONS_MAX', '9', 'must be a whole number from 10 to 1000000'],
		['HOST', 'not a host', 'must be an IP address or a host name'],
		['HOST', '256.1.1.1', 'must be an IP address or a host name'],
		['HOST', 'http://0.0.0.0', 'Example: HOST=0.0.0.0'],
		['PUBLIC_URL', 'https://vote.example/site', 'must be an origin (https:// and a host name, without a path)'],
		['PUBLIC_URL', 'vote.example', 'Example: PUBLIC_URL=https://vote.example'],
		['PUBLIC_URL', 'ftp://vote.example', 'must be an origin'],
		['PUBLIC_URL', 'https://someone@vote.example', 'must be an origin'],
		['PUBLIC_URL', 'https://vote.example?', 'must be an origin'],
		['LOG_LEVEL', 'loud', 'must be one of fatal, error, warn, info, debug, trace, silent, but is "loud"'],
		[
			'TRUST_PROXY',
			'1',
			'must be "none" or a list of IP addresses, ranges and the names loopback, linklocal, uniquelocal',
		],
		['TRUST_PROXY', 'true', 'but is "true". Example: TRUST_PROXY=10.0.0.5'],
		['TRUST_PROXY', '10.0.0.5,proxy.local', 'but is "proxy.local"'],
		['TRUST_PROXY', '10.0.0.0/33', 'but is "10.0.0.0/33"'],
		['TRUST_PROXY', '0.0.0.0/0', 'but is "0.0.0.0/0"'],
		['TRUST_PROXY', '10.0.0.5,', 'but is ""'],
		['COUNTRY_HEADER', 'CF IPCountry', 'must be the name of a header'],
		['COUNTRY_HEADER', ' cf-ipcountry', 'must not begin or end with a space'],
		['COUNTRY_HEADER', 'CF-IPCountry', 'counts only if a trusted proxy sends it: set TRUST_PROXY too'],
		['LIGHTSTICK_OWNER_EMAIL', 'owner', 'must be an email address'],
		['LIGHTSTICK_DATA', 'data\n', 'must not begin or end with a space or hold a line break'],
		['GOOGLE_CLIENT_ID', 'site', 'and GOOGLE_CLIENT_SECRET go together'],
		['GOOGLE_ISSUER', 'http://192.168.1.7:8080', 'must begin with https:// (plain http is for this machine only)'],
		['LINE_ISSUER', 'access.line.me', 'must be a URL that begins with https://'],
	])('%s=%s', (name, value, words) => {
		expect(() => readConfig({ [name]: value })).toThrow(`- ${name}`);
		expect(() => readConfig({ [name]: value })).toThrow(words);
	});
});

describe('the proxies', () => {
	it('may be addresses, ranges and names of ranges', () => {
		const TRUST_PROXY = 'loopback, 10.0.0.5,192.168.0.0/16,2001:db8::/32';
		expect(readConfig({ TRUST_PROXY }).trustProxy).toEqual(['loopback', '10.0.0.5', '192.168.0.0/16', '2001:db8::/32']);
	});

	it('may be none, said in words', () => {
		expect(readConfig({ ...site, TRUST_PROXY: 'none' }).trustProxy).toEqual([]);
	});
});

describe('a console of its own', () => {
	it('has another host name than the site', () => {
		expect(readConfig({ ...site, CONSOLE_URL: 'https://console.vote.example' }).consoleUrl).toBe(
			'https://console.vote.example',
		);
		// Browsers share cookies between the ports of a host name.
		expect(() => readConfig({ ...site, CONSOLE_URL: 'https://vote.example:8443' })).toThrow(
			'CONSOLE_URL must have another host name than PUBLIC_URL',
		);
	});

	it('may be reached by a tunnel on the operator’s own machine, and by plain http nowhere else', () => {
		expect(readConfig({ ...site, CONSOLE_URL: 'http://localhost:3000' }).consoleUrl).toBe('http://localhost:3000');
		expect(() => readConfig({ ...site, CONSOLE_URL: 'http://console.vote.example' })).toThrow(
			'CONSOLE_URL must begin with https://',
		);
	});
});

it('a listening socket is taken from systemd if it is for this process, and only one', () => {
	const own = String(process.pid);
	expect(handedSocket({})).toBeNull();
	expect(handedSocket({ LISTEN_FDS: '1', LISTEN_PID: own })).toBe(3);
	expect(handedSocket({ LISTEN_FDS: '1', LISTEN_PID: '1' })).toBeNull();
	expect(() => handedSocket({ LISTEN_FDS: '2', LISTEN_PID: own })).toThrow('LISTEN_FDS must hand over one socket');
});
