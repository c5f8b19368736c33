/**
 * Calls that answer everybody alike. A request that arrives while a response is being built waits for the next build,
 * which serves all waiting requests at once. So nobody gets data that was read before they asked, and each address reads
 * the database once at a time. A response equal to the last one keeps its compressed bytes and its tag. When the database
 * is away, the response is built from the last rows and says so.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CheckedInputOf, Endpoint, ReplyOf } from '#contract/endpoint.ts';
import { batcher, cachedByKey } from '#server/kernel/cache.ts';
import type { LastKnown, Reading } from '#server/db/last-known.ts';
import { envelope } from '#server/kernel/problem.ts';
import { pack, tagOf, type Prepared } from '#server/kernel/prepared.ts';
import { sendPrepared } from './answers.ts';
import { checkedInput, serveBytes } from './serve.ts';
import { tokenBuckets } from '#server/kernel/token-buckets.ts';

interface Sharing<E extends Endpoint> {
	cacheControl: string;
	tagged?: (data: ReplyOf<E>) => unknown;
	/** Source of responses while the database is unavailable. */
	known: LastKnown;
}

/** Addresses of a call whose answers are kept, and their bytes in all; the one that was asked for first goes first. */
const KEPT_MAX = 500;
const KEPT_BYTES_MAX = 16 * 1024 * 1024;
/** Bytes that differ only in what the tag does not cover are renewed after this. */
const RENEWED_MS = 1_000;

export function serveShared<E extends Endpoint>(
	app: FastifyInstance,
	endpoint: E,
	{ cacheControl, tagged = (data) => data, known }: Sharing<E>,
	handler: (asked: CheckedInputOf<E>, reading: Reading) => Promise<ReplyOf<E>>,
): void {
	const kept = new Map<string, Kept>();
	let bytesKept = 0;

	/** Drops the oldest entries above the limits. Waiting requests still get theirs; the next request rebuilds it. */
	function keepWithin(found: Kept, { bodies: { plain, gzip, br } }: Prepared): void {
		const bytes = plain.length + gzip.length + br.length;
		bytesKept += bytes - found.bytes;
		found.bytes = bytes;
		for (const [key, oldest] of kept) {
			if (kept.size <= KEPT_MAX && (bytesKept <= KEPT_BYTES_MAX || kept.size === 1)) break;
			kept.delete(key);
			bytesKept -= oldest.bytes;
			oldest.bytes = 0;
		}
	}

	function answersOf(asked: CheckedInputOf<E>): Kept['answer'] {
		let last: { prepared: Prepared; at: number } | null = null;
		return batcher(async (replies: readonly FastifyReply[]) => {
			const reading = known.reading();
			const data = await handler(asked, reading);
			const asOf = reading.asOf();
			const etag = tagOf(tagged(data));
			const now = performance.now();
			if (last?.prepared.etag !== etag || last.prepared.asOf !== asOf || now - last.at > RENEWED_MS) {
				// The route's own serializer: fields that are not in the contract never leave.
				const text = String(replies[0]?.serializeInput({ ...envelope(data) }, '200'));
				last = { prepared: { ...(await pack(text, etag)), asOf }, at: now };
			}
			const { prepared } = last;
			return replies.map(() => prepared);
		});
	}

	async function build(asked: CheckedInputOf<E>, reply: FastifyReply): Promise<Prepared> {
		const key = keyOf(asked);
		const found = kept.getOrInsertComputed(key, () => ({ answer: answersOf(asked), bytes: 0 }));
		const prepared = await found.answer(reply).catch((error: unknown) => {
			// Made-up keys, of which there is no end, keep no place.
			if (found.bytes === 0 && kept.get(key) === found) kept.delete(key);
			throw error;
		});
		if (kept.get(key) === found) keepWithin(found, prepared);
		return prepared;
	}

	const forCrowds = cachedByKey(
		{ ageMs: CROWD_AGE_MS, max: KEPT_MAX },
		(_: string, asked: CheckedInputOf<E>, reply: FastifyReply) => build(asked, reply),
	);

	function isKept(request: FastifyRequest): boolean {
		try {
			return forCrowds.has(keyOf(checkedInput(endpoint, request)));
		} catch {
			return false;
		}
	}

	serveBytes(
		app,
		endpoint,
		async ({ request, reply, ...rest }) => {
			// The rest of the input has passed the endpoint's own shapes.
			const asked = rest as unknown as CheckedInputOf<E>;
			const prepared = request.isFromCrowd
				? await forCrowds.read(keyOf(asked), asked, reply)
				: await build(asked, reply);
			return sendPrepared(request, reply, prepared, cacheControl);
		},
		{ isKept },
	);
}

interface Kept {
	answer: (reply: FastifyReply) => Promise<Prepared>;
	bytes: number;
}

const keyOf = ({ params, query }: { params?: unknown; query?: unknown }): string => JSON.stringify([params, query]);

/**
 * Limits the requests of an address, and never a crowd that shares one: a stadium, a school, a carrier's NAT. Files count for
 * nobody. From a busy address, a shared answer of the last second is as good as a new one and does not count either. What is
 * left counts: it is made for one visitor, or nobody else has asked for it.
 */

/** Answers to a crowd are at most this old. */
export const CROWD_AGE_MS = 1_000;
/** A busy address has asked for more than this part of its limit within a minute, and stays one for as long. */
const PART_OF_CROWD = 0.1;
const BUSY_MS = 60_000;
const BUSY_MAX = 50_000;

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
