/** Tells which peers are our own proxies, whose forwarded headers count. */
import { BlockList, isIP } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { proxyRanges } from '#server/config/addresses.ts';
import { plainAddress } from '#server/kernel/network-address.ts';

export type TrustsPeer = (address: string | undefined) => boolean;

/** @param proxies addresses, ranges and names of ranges, as the configuration has checked them */
export function trustedPeers(proxies: readonly string[]): TrustsPeer {
	const list = new BlockList();
	const ranges: Record<string, readonly string[]> = proxyRanges;
	for (const proxy of proxies.flatMap((name) => ranges[name] ?? [name])) {
		const [address = '', prefix] = proxy.split('/');
		const family = familyOf(address);
		if (prefix === undefined) list.addAddress(address, family);
		else list.addSubnet(address, Number(prefix), family);
	}
	return (address = '') => {
		const plain = plainAddress(address);
		return isIP(plain) !== 0 && list.check(plain, familyOf(plain));
	};
}

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

const FORWARDED = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'cf-connecting-ip', 'true-client-ip'];
const WARN_EVERY_MS = 60_000;

/** Most often a proxy that TRUST_PROXY forgot: all fans share one address. Once a minute: anybody may send this. */
export function warnOfUntrustedProxies(app: FastifyInstance, trustsPeer: TrustsPeer): void {
	let warnedAt = Number.NEGATIVE_INFINITY;
	app.addHook('onRequest', (request, _reply, done) => {
		const { headers, socket } = request.raw;
		const header = FORWARDED.find((name) => headers[name] !== undefined);
		if (header !== undefined && !trustsPeer(socket.remoteAddress) && performance.now() - warnedAt >= WARN_EVERY_MS) {
			warnedAt = performance.now();
			request.log.warn(
				`${named(socket.remoteAddress)} sends ${header}, but is not in TRUST_PROXY: the header is ignored. If it is your proxy, ` +
					'all visitors count as one address and share its limits: add it to TRUST_PROXY',
			);
		}
		done();
	});
}

const isOwnNetwork = trustedPeers(['loopback', 'linklocal', 'uniquelocal']);

/** Names a peer of a network of our own. Any other may be a visitor, whose address does not belong in the log. */
const named = (address: string | undefined): string =>
	address !== undefined && isOwnNetwork(address) ? address : 'A peer with a public address';
