/** Recognizes public addresses. A fetch from an untrusted address must never reach our own network. */
import { lookup } from 'node:dns';
import { BlockList, isIPv4, isIPv6, type LookupFunction } from 'node:net';
import { plainAddress } from '#server/kernel/network-address.ts';

/** IANA's special-purpose blocks that are not globally reachable, multicast, and ways to write IPv4 as IPv6. */
const special = new BlockList();
const SPECIAL =
	'0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 ' +
	'192.0.2.0/24 192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/3 ' +
	'2001::/23 2001:db8::/32 2002::/16 3fff::/20';
for (const block of SPECIAL.split(' ')) {
	const [network = '', prefix] = block.split('/');
	special.addSubnet(network, Number(prefix), isIPv6(network) ? 'ipv6' : 'ipv4');
}

/** The block that IANA has allocated for global IPv6 unicast so far. */
const globalUnicast = new BlockList();
globalUnicast.addSubnet('2000::', 3, 'ipv6');

export function isPublicAddress(written: string): boolean {
	// A machine without IPv4 reaches hosts that have nothing else by an address that holds theirs.
	const address = plainAddress(written);
	if (isIPv4(address)) return !special.check(address, 'ipv4');
	return isIPv6(address) && globalUnicast.check(address, 'ipv6') && !special.check(address, 'ipv6');
}

export class PrivateAddress extends Error {}

/** Refuses a name if any of its addresses is not public. The connection goes to exactly the addresses checked here. */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
	lookup(hostname, { ...options, all: true }, (error, addresses) => {
		const [first] = addresses ?? [];
		if (error || !first) return callback(error ?? new Error(`${hostname} has no address`), '', 0);
		const hidden = addresses.find(({ address }) => !isPublicAddress(address));
		if (hidden) return callback(new PrivateAddress(`${hostname} is ${hidden.address}, which is not public`), '', 0);
		if (options.all) return callback(null, addresses);
		return callback(null, first.address, first.family);
	});
};
