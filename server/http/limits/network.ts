/** Reduces an address to the part that tells visitors apart. */
import { isIPv6 } from 'node:net';

const MAPPED = /^::ffff:(?=\d+\.)/i;

/** Returns an IPv4 address, or the first 64 bits of an IPv6 address, because one household has the whole /64. */
export function networkOf(address: string): string {
	const plain = address.replace(MAPPED, '');
	if (!isIPv6(plain)) return plain;
	const [head = [], tail = []] = plain.split('::').map((half) => (half === '' ? [] : half.split(':')));
	const leftOut = Array.from({ length: Math.max(0, 8 - head.length - tail.length) }, () => '0');
	const groups = [...head, ...leftOut, ...tail].slice(0, 4);
	return groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':');
}
