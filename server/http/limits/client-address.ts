/** The visitor's address for the front, by the same rule as the framework's `request.ip`. */
import type { IncomingMessage } from 'node:http';
import proxyAddress from '@fastify/proxy-addr';
import type { TrustsPeer } from './trusted.ts';

/** Returns the client's address, from a connection's peer and its forwarded-for header. */
export type ClientAddress = (peer: string, forwardedFor: string | undefined) => string;

export function clientAddress(trustsPeer: TrustsPeer): ClientAddress {
	return (peer, forwardedFor) => {
		if (forwardedFor === undefined || !trustsPeer(peer)) return peer;
		// All that it reads of a request.
		const request: unknown = { headers: { 'x-forwarded-for': forwardedFor }, socket: { remoteAddress: peer } };
		return proxyAddress(request as IncomingMessage, trustsPeer);
	};
}
