/** Turns a call of the contract into a route: checks the input, finds the caller, filters the reply. */
import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { API_BASE } from '#contract/calls.ts';
import type { CheckedInputOf, Endpoint, ReplyOf } from '#contract/endpoint.ts';
import { IDEMPOTENCY_KEY_PATTERN, RETRY_HEADER } from '#contract/voting.ts';
import { admit } from './access.ts';
import type { Caller, FindCaller } from '#server/kernel/caller.ts';
import { envelope } from '#server/kernel/envelope.ts';
import { Problem } from '#server/kernel/problem.ts';
import { refusalOf } from './errors/refusal.ts';
import { serializerOf } from './reply-serializer.ts';
import { expectStorable } from '#server/kernel/storable.ts';

export type Asked<E extends Endpoint> = CheckedInputOf<E> & { request: FastifyRequest; reply: FastifyReply };

/** Input of a fan's call, whichever way it arrived. */
export type FanInput<E extends Endpoint> = CheckedInputOf<E> & {
	caller: Caller;
	/** The client's key, or a new one if the client sent none. */
	idempotencyKey: string;
	/** The client says that it may have sent this key before. */
	isRetry: boolean;
};

export type AskedByFan<E extends Endpoint> = Asked<E> & FanInput<E>;

export interface RouteOptions {
	/** Maximum requests per address and minute, if it differs from the general limit. False means no limit here. */
	perMinute?: number | false;
	/** Maximum body size in bytes, if it differs from the general limit. */
	bodyMax?: number;
}

/** Serves a call that anyone may make. */
export function serve<E extends Endpoint>(
	app: FastifyInstance,
	endpoint: E,
	handler: (asked: Asked<E>) => Promise<ReplyOf<E>> | ReplyOf<E>,
	options: RouteOptions = {},
): void {
	route(app, endpoint, options, async (request, reply) =>
		envelope(await handler({ ...checkedInput(endpoint, request), request, reply })),
	);
}

/** Serves a call whose answer is prepared bytes: input is checked as always, the handler sends the reply itself. */
export function serveBytes<E extends Endpoint>(
	app: FastifyInstance,
	endpoint: E,
	handler: (asked: Asked<E>) => Promise<FastifyReply>,
): void {
	route(app, endpoint, {}, (request, reply) => handler({ ...checkedInput(endpoint, request), request, reply }));
}

/** Serves a call of a signed-in fan. */
export function serveFan<E extends Endpoint>(
	app: FastifyInstance,
	findCaller: FindCaller<FastifyRequest>,
	endpoint: E,
	handler: (asked: AskedByFan<E>) => Promise<ReplyOf<E>> | ReplyOf<E>,
	options: RouteOptions = {},
): void {
	route(app, endpoint, options, async (request, reply) => {
		const caller = await admit(endpoint.access, findCaller, request);
		const input = checkedInput(endpoint, request);
		// Only this fan may see the response: no cache between us and the browser may store it.
		void reply.header('cache-control', 'no-store');
		const idempotencyKey = endpoint.idempotent ? readIdempotencyKey(request) : '';
		return envelope(await handler({ ...input, request, reply, caller, idempotencyKey, isRetry: saysRetry(request) }));
	});
}

/** Every route of the contract is made here. */
export function route(
	app: FastifyInstance,
	endpoint: Endpoint,
	{ perMinute, bodyMax }: RouteOptions,
	handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
): void {
	app.route({
		method: [...endpoint.methods],
		url: API_BASE + endpoint.path,
		handler,
		...(bodyMax === undefined ? {} : { bodyLimit: bodyMax }),
		...(endpoint.givesFile ? {} : writtenAs(endpoint)),
		config: perMinute === undefined ? {} : { rateLimit: perMinute === false ? false : { max: perMinute } },
	});
}

/** The framework asks for a serializer only where it sees a schema. */
const writtenAs = (endpoint: Endpoint) => ({
	schema: { response: { 200: {} } },
	serializerCompiler: () => serializerOf(endpoint),
});

/** Parses the caller's input with the endpoint's shapes. @throws {Problem} */
export function checkedInput<E extends Endpoint>(
	endpoint: E,
	request: Pick<FastifyRequest, 'params' | 'query' | 'body'>,
): CheckedInputOf<E> {
	const { params, query, body } = request;
	const checked = {
		params: check(endpoint, 'params', params),
		query: check(endpoint, 'query', query),
		body: check(endpoint, 'body', body),
	};
	// The schemas above are the endpoint's own, so what they let through has its types.
	return checked as CheckedInputOf<E>;
}

function check(endpoint: Endpoint, part: 'params' | 'query' | 'body', value: unknown): unknown {
	const shape = endpoint[part];
	if (!shape) return undefined;
	const result = z.safeParse(shape, value);
	if (result.success) {
		expectStorable(result.data);
		return result.data;
	}
	throw refusalOf(endpoint, part, result.error.issues[0]);
}

/** The client's, or one made here. */
export function readIdempotencyKey(request: Pick<FastifyRequest, 'headers'>): string {
	if (request.headers['idempotency-key'] === undefined) return randomBytes(16).toString('base64url');
	return expectIdempotencyKey(request);
}

/** Returns true if the client states that an earlier request with the same key got no response. */
export function saysRetry(request: Pick<FastifyRequest, 'headers'>): boolean {
	return request.headers[RETRY_HEADER] !== undefined;
}

/** @throws {Problem} also where the client sent none */
export function expectIdempotencyKey(request: Pick<FastifyRequest, 'headers'>): string {
	const key = request.headers['idempotency-key'];
	if (typeof key !== 'string' || !IDEMPOTENCY_KEY_PATTERN.test(key)) throw new Problem('invalid_idempotency_key');
	return key;
}
