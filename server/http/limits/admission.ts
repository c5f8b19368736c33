/** Limits connections and streams, in total and for each address: files and the database need descriptors, too. */
import type { Config } from '#server/config/config.ts';
import type { Drain } from '../health.ts';
import { tiersOf } from '#server/kernel/network-address.ts';
import { Problem } from '#server/kernel/problem.ts';
import { trustedPeers } from './trusted.ts';

export type Admission = ReturnType<typeof openAdmission>;

export type Leave = () => void;

const RETRY_SECONDS = { busy: 5, tooMany: 30 };

export function openAdmission(
	{ limits, trustProxy }: Pick<Config, 'limits' | 'trustProxy'>,
	drain: Pick<Drain, 'isDraining'> = { isDraining: false },
) {
	const trusts = trustedPeers(trustProxy);
	const connections = placesByAddress(limits.connectionsPerAddress);
	const streams = placesByAddress(limits.streamsPerAddress);
	let streamsNow = 0;
	return {
		/** The server accepts no more; it closes what comes before anything is made for it. */
		connectionsMax: limits.connections,
		admitConnection(peer: string | undefined): Leave | null {
			// All visitors of a proxy come from its address. Without an address it is gone again, or a local socket.
			return peer === undefined || trusts(peer) ? () => undefined : connections(peer);
		},
		admitStream(address: string): Leave | Problem {
			if (drain.isDraining || streamsNow >= limits.streams)
				return new Problem('busy', { retryAfter: RETRY_SECONDS.busy });
			const leave = streams(address);
			if (!leave) return new Problem('too_many_requests', { retryAfter: RETRY_SECONDS.tooMany });
			streamsNow += 1;
			return () => {
				streamsNow -= 1;
				leave();
			};
		},
	};
}

/** Places that each address has so many of, and the networks around it a multiple. */
function placesByAddress(most: number): (address: string) => Leave | null {
	const taken = new Map<string, number>();
	return (address) => {
		const tiers = tiersOf(address);
		if (tiers.some(({ key, times }) => (taken.get(key) ?? 0) >= most * times)) return null;
		for (const { key } of tiers) taken.set(key, (taken.get(key) ?? 0) + 1);
		return () => {
			for (const { key } of tiers) {
				const left = (taken.get(key) ?? 1) - 1;
				if (left > 0) taken.set(key, left);
				else taken.delete(key);
			}
		};
	};
}
