/** A fan's call for the front: the same checks, handler and answers as through the framework (docs/decisions/0009). */
import { STATUS_CODES } from 'node:http';
import type { FastifyBaseLogger } from 'fastify';
import { API_BASE } from '#contract/calls.ts';
import type { Endpoint, ReplyOf } from '#contract/endpoint.ts';
import { admit } from '../access.ts';
import type { Bearer, FindCaller } from '#server/kernel/caller.ts';
import { problemOf } from '../answers.ts';
import { envelope, problemEnvelope } from '#server/kernel/envelope.ts';
import type { ClientAddress } from '../limits/client-address.ts';
import { Problem } from '#server/kernel/problem.ts';
import { requests, tellRefusal, told, type RequestSignal } from '#server/kernel/signals/signals.ts';
import type { QuickCall } from './call.ts';
import { serializerOf } from '../reply-serializer.ts';
import { checkedInput, readIdempotencyKey, saysRetry, type FanInput } from '../serve.ts';
import type { SecurityEvents } from '../security-events.ts';

/**
 * Handles a call, or returns null if it is not this call. The promise never rejects. It resolves with the whole
 * response, head and body. `peer` is the address that connected.
 */
export type TakeCall = (call: QuickCall, peer: string) => Promise<string | Buffer> | null;

export interface QuickFanCall<E extends Endpoint, Reply extends ReplyOf<E>> {
	endpoint: E;
	findCaller: FindCaller;
	addressOf: ClientAddress;
	handler: (input: FanInput<E>) => Promise<Reply>;
	/** Refuses calls before anything but their headers is looked at, so that a refusal costs next to nothing. */
	turnAway?: (call: Pick<QuickCall, 'headers'>) => Problem | null;
	/** Writes the answer, where a part of it is ready. `serialize` writes any reply of the contract. */
	writeReply?: (reply: Reply, serialize: (reply: ReplyOf<E>) => string) => string;
	headersOfAll: Record<string, string>;
	log: Pick<FastifyBaseLogger, 'warn' | 'error' | 'child'>;
	/** Makes the id of a request that is logged. */
	requestId: () => string;
	events: SecurityEvents;
}

export function quickFanCall<E extends Endpoint, Reply extends ReplyOf<E>>({
	endpoint,
	findCaller,
	addressOf,
	handler,
	turnAway = () => null,
	writeReply = (reply, serialize) => serialize(reply),
	headersOfAll,
	log,
	requestId,
	events,
}: QuickFanCall<E, Reply>): TakeCall {
	const route = API_BASE + endpoint.path;
	const path = new RegExp(`^${API_BASE}${endpoint.path.replaceAll(/:(\w+)/g, '(?<$1>[A-Za-z0-9_-]{1,100})')}$`);
	const answer = answersWith(headersOfAll);
	const refuse = quickRefusals(headersOfAll);
	const write = serializerOf(endpoint);
	const serialize = (reply: ReplyOf<E>) => write(envelope(reply));

	async function run(
		call: QuickCall,
		peer: string,
		params: Record<string, string>,
		signal: RequestSignal,
	): Promise<string> {
		const { headers, body } = call;
		try {
			const caller = await admit(endpoint.access, findCaller, new QuickBearer(headers, peer, addressOf));
			const input = checkedInput(endpoint, { params, query: {}, body });
			const sent = { idempotencyKey: readIdempotencyKey({ headers }), isRetry: saysRetry({ headers }) };
			const data = await handler({ ...input, caller, ...sent });
			signal.status = 200;
			return answer(200, writeReply(data, serialize));
		} catch (error) {
			// Few are logged, and only those need an id.
			const isLogged = !(error instanceof Problem) || error.cause !== undefined || error.status === 500;
			const reqId = isLogged ? requestId() : undefined;
			const problem = problemOf(error, reqId === undefined ? log : log.child({ reqId }));
			events.noteProblem(problem.slug, route);
			tellRefusal(problem.slug);
			signal.status = problem.status;
			return answer(problem.status, JSON.stringify(problemEnvelope(problem)), {
				retryAfter: problem.retryAfter,
				requestId: problem.status >= 500 ? reqId : undefined,
			});
		}
	}

	return (call, peer) => {
		const found = path.exec(call.path);
		if (!found) return null;
		const signal = { method: 'POST', route, status: 0 };
		const refused = turnAway(call);
		if (refused) {
			signal.status = refused.status;
			return told(requests, signal, async () => refuse(refused));
		}
		return told(requests, signal, () => run(call, peer, { ...found.groups }, signal));
	};
}

/** The address is read only where somebody asks for it: most callers are known by their token. */
class QuickBearer implements Bearer {
	readonly headers: QuickCall['headers'];
	readonly #peer: string;
	readonly #addressOf: ClientAddress;

	constructor(headers: QuickCall['headers'], peer: string, addressOf: ClientAddress) {
		this.headers = headers;
		this.#peer = peer;
		this.#addressOf = addressOf;
	}

	get ip(): string {
		return this.#addressOf(this.#peer, this.headers['x-forwarded-for']);
	}
}

/** Headers of some refusals. */
interface Told {
	retryAfter?: number | undefined;
	requestId?: string | undefined;
}

function answersWith(headersOfAll: Record<string, string>) {
	const always = { 'cache-control': 'no-store', ...headersOfAll, 'content-type': 'application/json; charset=utf-8' };
	const lines = Object.entries(always).map(([name, value]) => `${name}: ${value}\r\n`);
	const fixed = lines.join('');
	return (status: number, body: string, { retryAfter, requestId }: Told = {}): string => {
		const retry = retryAfter === undefined ? '' : `retry-after: ${retryAfter}\r\n`;
		const id = requestId === undefined ? '' : `x-request-id: ${requestId}\r\n`;
		const length = `content-length: ${Buffer.byteLength(body)}\r\n`;
		return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${fixed}${id}${retry}${length}date: ${httpDate()}\r\n\r\n${body}`;
	};
}

/** Refusals as whole answers; each is written once a second at most, however many get it. */
export function quickRefusals(headersOfAll: Record<string, string>): (problem: Problem) => Buffer {
	const answer = answersWith(headersOfAll);
	const written = new Map<string, { date: string; bytes: Buffer }>();
	return (problem) => {
		tellRefusal(problem.slug);
		const name = `${problem.slug} ${problem.retryAfter}`;
		const ready = written.get(name);
		if (ready?.date === httpDate()) return ready.bytes;
		const bytes = Buffer.from(answer(problem.status, JSON.stringify(problemEnvelope(problem)), problem));
		written.set(name, { date: httpDate(), bytes });
		return bytes;
	};
}

let date = { second: 0, text: '' };

/** The Date header, written once a second. */
function httpDate(): string {
	const now = Date.now();
	const second = Math.floor(now / 1000);
	if (second !== date.second) date = { second, text: new Date(now).toUTCString() };
	return date.text;
}
