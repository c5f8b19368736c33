/** Reads which proxies are trusted, and what they tell. */
import { isIP } from 'node:net';
import type { Reader } from './reader.ts';

/** Names of ranges: this machine, one link, private networks. */
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
	if (reader.expect('COUNTRY_HEADER', name, /^[A-Za-z0-9-]{1,100}$/.test(name), should, 'CF-IPCountry') === null) {
		return null;
	}
	if (!proxies?.length) {
		reader.refuse(
			`COUNTRY_HEADER counts only if a trusted proxy sends it: set TRUST_PROXY too. Example: TRUST_PROXY=${EXAMPLE}`,
		);
	}
	return name.toLowerCase();
}
