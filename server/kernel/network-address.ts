/** Reduces an address to the network that counts: to tell visitors apart, or to keep a trace that identifies nobody. */
import { isIPv4, isIPv6 } from 'node:net';

/** Some proxies forward the port too: `203.0.113.7:4711`, `[2001:db8::1]:4711`. Kept, each connection would be another visitor. */
const PORT = /^(?:\[([^\]]+)\](?::\d+)?|(\d+(?:\.\d+){3}):\d+)$/;
/** IPv4 within IPv6: as one socket for both writes it, and as a network without IPv4 hands it on (NAT64, RFC 6052). */
const WITHIN = /^(?:0:0:0:0:0:ffff|64:ff9b:0:0:0:0):([0-9a-f]+):([0-9a-f]+)$/;

/** Returns an address without its port, and one of IPv4 as such. */
export function plainAddress(address: string): string {
	// Every request passes here, mostly with an address of IPv4 that is plain already.
	if (!address.includes(':')) return address;
	const plain = address.replace(PORT, '$1$2');
	const [, ...halves] = (isIPv6(plain) && WITHIN.exec(groupsOf(plain).join(':'))) || [];
	if (halves.length === 0) return plain;
	const bytes = halves.map((half) => Number.parseInt(half, 16)).flatMap((half) => [half >> 8, half & 255]);
	return bytes.join('.');
}

/** Returns an IPv4 address, or the first 64 bits of an IPv6 address, because one household has the whole /64. */
export function addressKey64(address: string): string {
	const plain = plainAddress(address);
	return plain.includes(':') && isIPv6(plain) ? groupsOf(plain).slice(0, 4).join(':') : plain;
}

export interface Tier {
	key: string;
	/** Times the limit of one address that the network has. */
	times: number;
}

/** Networks that count an address: an IPv4 one alone; of IPv6 the /64, and /56 and /48 with a multiple of the limit. */
export function tiersOf(address: string): Tier[] {
	const key = addressKey64(address);
	const [first, second, third, fourth] = key.split(':');
	if (fourth === undefined) return [{ key, times: 1 }];
	const of56 = Number.parseInt(fourth, 16) >> 8;
	return [
		{ key, times: 1 },
		{ key: `${first}:${second}:${third}:${of56.toString(16)}/56`, times: 4 },
		{ key: `${first}:${second}:${third}/48`, times: 16 },
	];
}

/** Returns the /24 or IPv6 /48 of an address: wide enough not to identify a person. Null if it is no address. */
export function network24(address: string): string | null {
	const plain = plainAddress(address);
	if (isIPv4(plain)) return `${plain.split('.').slice(0, 3).join('.')}.0/24`;
	return isIPv6(plain) ? `${groupsOf(plain).slice(0, 3).join(':')}::/48` : null;
}

function groupsOf(address: string): string[] {
	const last = address.lastIndexOf(':') + 1;
	const [a = 0, b = 0, c = 0, d] = address.slice(last).split('.').map(Number);
	const hex =
		d === undefined ? address : `${address.slice(0, last)}${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
	const [head = [], tail = []] = hex.split('::').map((half) => (half === '' ? [] : half.split(':')));
	const leftOut = Array.from({ length: Math.max(0, 8 - head.length - tail.length) }, () => '0');
	return [...head, ...leftOut, ...tail].map((group) => Number.parseInt(group, 16).toString(16));
}
