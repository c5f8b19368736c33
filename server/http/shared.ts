/**
 * Calls that answer everybody alike. Who asks while an answer is being made waits for the next one, together with all
 * who do: nobody is given what was read before they asked, and the database is asked once at a time for each address.
 * An answer that says the same as the one before keeps its compressed bytes and its tag.
 */
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { CheckedInputOf, Endpoint, ReplyOf } from '#contract/endpoint.ts';
import { gathering } from '#server/db/gather.ts';
import { envelope } from './answers.ts';
import { pack, sendPrepared, tagOf, type Prepared } from './prepared.ts';
import { serveBytes } from './routes.ts';

export interface Sharing<E extends Endpoint> {
	cacheControl: string;
	/** What the tag covers, where that is less than the whole. */
	tagged?: (data: ReplyOf<E>) => unknown;
}

/** Addresses whose answers are kept; the one that was made first goes first. */
const KEPT_MAX = 500;
/** Bytes that differ only in what the tag does not cover are renewed after this. */
const RENEWED_MS = 1_000;

export function serveShared<E extends Endpoint>(
	app: FastifyInstance,
	endpoint: E,
	{ cacheControl, tagged = (data) => data }: Sharing<E>,
	handler: (asked: CheckedInputOf<E>) => Promise<ReplyOf<E>>,
): void {
	const kept = new Map<string, (reply: FastifyReply) => Promise<Prepared>>();

	function answersOf(asked: CheckedInputOf<E>): (reply: FastifyReply) => Promise<Prepared> {
		let last: { prepared: Prepared; at: number } | null = null;
		return gathering(async (replies: readonly FastifyReply[]) => {
			const data = await handler(asked);
			const etag = tagOf(tagged(data));
			const now = performance.now();
			if (last?.prepared.etag !== etag || now - last.at > RENEWED_MS) {
				// The route's own serialiser: fields that are not in the contract never leave.
				const text = String(replies[0]?.serializeInput({ ...envelope(data) }, '200'));
				last = { prepared: await pack(text, etag), at: now };
			}
			const { prepared } = last;
			return replies.map(() => prepared);
		});
	}

	serveBytes(app, endpoint, async ({ request, reply, ...asked }) => {
		const { params, query } = asked;
		const key = JSON.stringify([params, query]);
		// What is left of the input is what the endpoint's own shapes let through.
		const answer = kept.get(key) ?? answersOf(asked as unknown as CheckedInputOf<E>);
		if (!kept.has(key)) kept.set(key, answer);
		if (kept.size > KEPT_MAX) kept.delete(kept.keys().next().value ?? key);
		return sendPrepared(request, reply, await answer(reply), cacheControl);
	});
}
