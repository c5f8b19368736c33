/** Reads addresses: origins, issuers, the address to listen on. */
import { isIP } from 'node:net';
import type { Environment, Reader } from './reader.ts';
import { StartRefused } from './refused.ts';

export const isLoopback = (url: string): boolean => isLoopbackHost(new URL(url).hostname);

export const isLoopbackHost = (host: string): boolean =>
	/^(?:(?:[a-z0-9-]+\.)*localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/i.test(host);

/** An origin as browsers write it, without capitals, default port and final slash. Null if not set, or faulty. */
export function readOrigin(reader: Reader, name: string, example: string): string | null {
	const text = reader.text(name, example);
	if (text === null) return null;
	const should = `must be an origin (https:// and a host name, without a path)`;
	return reader.expect(name, text, isOrigin(text), should, example) === null ? null : new URL(text).origin;
}

function isOrigin(text: string): boolean {
	if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return false;
	const { pathname, search, hash, username, password } = new URL(text);
	return /^\/*$/.test(pathname) && !search && !hash && !username && !password && !/[?#]/.test(text);
}

/** A URL that may have a path, on https. Plain http is only for this machine: anybody between could read the answer. */
export function readHttpsUrl(reader: Reader, name: string, fallback: string): string {
	const text = reader.text(name, fallback);
	if (text === null) return fallback;
	const isUrl = /^https?:\/\//i.test(text) && URL.canParse(text);
	if (reader.expect(name, text, isUrl, 'must be a URL that begins with https://', fallback) === null) return fallback;
	const { protocol, username, search, hash } = new URL(text);
	const isSafe = protocol === 'https:' || isLoopback(text);
	reader.expect(name, text, isSafe, 'must begin with https:// (plain http is for this machine only)', fallback);
	reader.expect(name, text, !username && !search && !hash, 'must not hold a user name, ? or #', fallback);
	return text;
}

const HOST_NAME = /^(?=.{1,253}$)(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i;

export function isHost(text: string): boolean {
	// Numbers with dots that are no address are no host name either.
	return isIP(text) !== 0 || (HOST_NAME.test(text) && !/^[\d.]+$/.test(text));
}

export function readHost(reader: Reader, name: string, fallback: string): string {
	const text = reader.text(name, fallback);
	if (text === null) return fallback;
	return (
		reader.expect(name, text, isHost(text), 'must be an IP address or a host name of this machine', '0.0.0.0') ??
		fallback
	);
}

/** Number of the first descriptor that a service manager hands over. */
const FIRST_HANDED = 3;

/** Socket that systemd opened for this process, by sd_listen_fds(3), or null. @throws {StartRefused} for several */
export function handedSocket({ LISTEN_FDS, LISTEN_PID }: Environment): number | null {
	// A program that this one was started by may have left both behind.
	if (!Number(LISTEN_FDS) || Number(LISTEN_PID) !== process.pid) return null;
	if (LISTEN_FDS !== '1') throw new StartRefused(`LISTEN_FDS must hand over one socket, but is ${LISTEN_FDS}`);
	return FIRST_HANDED;
}

export function readConsoleUrl(reader: Reader, publicUrl: string): string {
	const example = 'https://console.vote.example';
	const consoleUrl = readOrigin(reader, 'CONSOLE_URL', example);
	if (consoleUrl === null || consoleUrl === publicUrl) return publicUrl;
	// Browsers share cookies between the ports and schemes of one host name.
	const isApart = new URL(consoleUrl).hostname !== new URL(publicUrl).hostname;
	return (
		reader.expect('CONSOLE_URL', consoleUrl, isApart, 'must have another host name than PUBLIC_URL', example) ??
		publicUrl
	);
}

export const proxyRanges = {
	loopback: ['127.0.0.0/8', '::1/128'],
	linklocal: ['169.254.0.0/16', 'fe80::/10'],
	uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
} as const;

const EXAMPLE = '10.0.0.5,192.168.1.0/24';
const SHOULD = `must be "none" or a list of IP addresses, ranges and the names ${Object.keys(proxyRanges).join(', ')}`;

/** Null if nothing is said; empty for an explicit `none`. */
export function readProxies(reader: Reader): readonly string[] | null {
	const text = reader.text('TRUST_PROXY', EXAMPLE);
	if (text === null) return null;
	if (text === 'none') return [];
	const proxies = text.split(',').map((proxy) => proxy.trim());
	for (const proxy of proxies) reader.expect('TRUST_PROXY', proxy, isProxy(proxy), SHOULD, EXAMPLE);
	return proxies;
}

function isProxy(text: string): boolean {
	if (Object.hasOwn(proxyRanges, text)) return true;
	const [address = '', prefix, ...more] = text.split('/');
	const version = isIP(address);
	if (version === 0 || more.length > 0) return false;
	// A range of everything would let every visitor name their own address.
	return prefix === undefined || (/^[1-9]\d{0,2}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128));
}

/** A header that anybody may send says nothing, so it needs a trusted proxy. */
export function readCountryHeader(reader: Reader, proxies: readonly string[] | null): string | null {
	const name = reader.text('COUNTRY_HEADER', 'CF-IPCountry');
	if (name === null) return null;
	const should = 'must be the name of a header (letters, digits and hyphens)';
	if (reader.expect('COUNTRY_HEADER', name, /^[A-Za-z0-9-]{1,100}$/.test(name), should, 'CF-IPCountry') === null)
		return null;
	if (!proxies?.length)
		reader.refuse(
			`COUNTRY_HEADER counts only if a trusted proxy sends it: set TRUST_PROXY too. Example: TRUST_PROXY=${EXAMPLE}`,
		);
	return name.toLowerCase();
}
