/**
 * Limits the requests of an address, and never a crowd that shares one: a stadium, a school, a carrier's NAT. Files count for
 * nobody. From a busy address, a shared answer of the last second is as good as a new one and does not count either. What is
 * left counts: it is made for one visitor, or nobody else has asked for it.
 */
import type { FastifyRequest } from 'fastify';
import { tokenBuckets } from '#server/kernel/token-buckets.ts';

/** Answers to a crowd are at most this old. */
export const CROWD_AGE_MS = 1_000;
/** A busy address has asked for more than this part of its limit within a minute, and stays one for as long. */
const PART_OF_CROWD = 0.1;
const BUSY_MS = 60_000;
const BUSY_MAX = 50_000;

/** Returns a function that says whether a request counts for the limit of its address. */
export function openCrowds(perMinute: number): (request: FastifyRequest, addressKey: string) => boolean {
	const most = Math.max(1, perMinute * PART_OF_CROWD);
	const paces = tokenBuckets<string>({ perSecond: most / 60, burst: most });
	/** Monotonic times, those of the address that was busy least recently first. */
	const busyUntil = new Map<string, number>();

	function isBusy(address: string): boolean {
		const now = performance.now();
		if (paces.take(address) === 0) return (busyUntil.get(address) ?? 0) > now;
		busyUntil.delete(address);
		busyUntil.set(address, now + BUSY_MS);
		const [oldest] = busyUntil.size > BUSY_MAX ? busyUntil.keys() : [];
		if (oldest !== undefined) busyUntil.delete(oldest);
		return true;
	}

	return (request, addressKey) => {
		const { isFree, isKept } = request.routeOptions.config;
		if (isFree?.(request)) return false;
		request.isFromCrowd = isBusy(addressKey);
		return !(request.isFromCrowd && isKept?.(request));
	};
}
