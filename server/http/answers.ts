/** Sends responses that no route has built: prepared bytes, refusals, and errors as problems. */
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyBaseLogger, FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ProblemSlug } from '#contract/problems.ts';
import { isDatabaseUnable } from '#server/db/lost.ts';
import { choiceOf, headersOf, type Prepared } from '#server/kernel/prepared.ts';
import { problemEnvelope, Problem } from '#server/kernel/problem.ts';
import { publishRefusal } from '#server/kernel/signals/signals.ts';
import { API_BASE } from '#contract/values/constants.ts';

export function sendProblem(reply: FastifyReply, problem: Problem): FastifyReply {
	publishRefusal(problem.slug);
	// Names the log lines of the failed request.
	if (problem.status >= 500) void reply.header('x-request-id', reply.request.id);
	if (problem.retryAfter !== undefined) void reply.header('retry-after', problem.retryAfter);
	// A refusal describes this moment; no cache may keep it.
	return reply.status(problem.status).header('cache-control', 'no-store').send(problemEnvelope(problem));
}

/** Sends the page of a refused navigation, or returns null. */
export type SendRefusedPage = (request: FastifyRequest, reply: FastifyReply, problem: Problem) => FastifyReply | null;

export function answerErrors(app: FastifyInstance, sendPage: SendRefusedPage = () => null): void {
	app.setErrorHandler<FastifyError & { headers?: Record<string, string> }>((error, request, reply) => {
		// @fastify/send: a precondition or a range that a file does not meet.
		if ([412, 416].includes(error.statusCode ?? 0))
			return reply
				.code(error.statusCode ?? 416)
				.headers(error.headers ?? {})
				.header('cache-control', 'no-store')
				.send();
		const problem = problemOfFramework(error) ?? problemOf(error, app.securityEvents.limited(request.log));
		app.securityEvents.noteProblem(problem.slug, request.routeOptions.url);
		return sendPage(request, reply, problem) ?? sendProblem(reply, problem);
	});
}

export function problemOf(error: unknown, log: Pick<FastifyBaseLogger, 'warn' | 'error'>): Problem {
	if (error instanceof Problem) {
		// An error of ours caused it.
		if (error.status >= 500 && error.cause !== undefined) log.warn({ err: error.cause }, error.slug);
		return error;
	}
	if (isDatabaseUnable(error)) {
		log.warn({ err: error }, 'the database is away, or cannot do it now');
		return new Problem('busy', { retryAfter: 1 });
	}
	log.error({ err: error }, 'unexpected error');
	return new Problem('internal');
}

/** Returns the address of a request, also where a proxy wrote it with its scheme and host. A link that an app has cut inside `%EC%95%84` leads to a page that says so, not to JSON. */
export function readableAddress({ url: asked = '/' }: { url?: string }): string {
	const url = asked.replace(/^https?:\/\/[^/?]*/i, '') || '/';
	if (url.startsWith('/api/')) return url;
	const [long = '', ...query] = url.split('?');
	// Words that a chat writes right behind a link become a part of it. The router would answer what is longer with JSON.
	const path = long
		.split('/')
		.map((part) => (part.length > 128 ? part.split('%', 1).join('').slice(0, 128) : part))
		.join('/');
	try {
		decodeURIComponent(path);
		return [path, ...query].join('?');
	} catch {
		return [path.replaceAll('%', '%25'), ...query].join('?');
	}
}

/** Answers requests that Fastify refuses before routing. Fastify's own response would repeat the URL. */
export function refuseUnrouted(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
	void sendProblem(reply, problemOfFramework(error) ?? problemOf(error, request.log));
}

const framework: Record<string, ProblemSlug> = {
	FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
	FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
	FST_ERR_CTP_INVALID_JSON_BODY: 'invalid_json',
	FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'invalid_request',
	FST_ERR_BAD_URL: 'invalid_request',
	FST_ERR_MAX_PARAM_LENGTH: 'address_too_long',
};

function problemOfFramework(error: FastifyError): Problem | null {
	const slug = framework[error.code];
	if (slug) return new Problem(slug);
	if (error.statusCode === 400) return new Problem('invalid_json');
	return null;
}

const ofNode: Record<string, ProblemSlug> = {
	HPE_HEADER_OVERFLOW: 'headers_too_large',
	ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

/** Answers input that Node cannot parse, or that takes too long: sends an envelope, then closes the connection. */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
	// The client is gone, or is receiving another response.
	if (error.code === 'ECONNRESET' || !socket.writable || isAnswering(socket)) {
		socket.destroy(error);
		return;
	}
	const problem = new Problem(ofNode[error.code ?? ''] ?? 'invalid_request');
	publishRefusal(problem.slug);
	const body = JSON.stringify(problemEnvelope(problem));
	const head = [
		`HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status] ?? ''}`,
		'content-type: application/json; charset=utf-8',
		'cache-control: no-store',
		`content-length: ${Buffer.byteLength(body)}`,
		'connection: close',
	];
	socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

/** Returns true if the head of a response was sent but not its body. Node keeps that response at its socket. */
const isAnswering = (socket: Socket & { _httpMessage?: { headersSent: boolean } | null }): boolean =>
	socket._httpMessage?.headersSent ?? false;

/** Sends prepared bytes in the encoding that the client takes, or says that it has them already. */
export function sendPrepared(request: FastifyRequest, reply: FastifyReply, prepared: Prepared, cacheControl: string) {
	const choice = choiceOf(prepared, request.headers);
	void reply.headers(headersOf(prepared, choice, cacheControl));
	return choice === 'not modified' ? reply.status(304).send() : reply.send(prepared.bodies[choice]);
}

/** Answers requests to no known call: 405 with the allowed methods if the path has other methods, else 404. */
interface Address {
	segments: (string | null)[];
	methods: Set<string>;
}

/** Remembers every route that is registered after it. */
export function rememberAddresses(app: FastifyInstance): (path: string) => string[] {
	const addresses = new Map<string, Address>();
	app.addHook('onRoute', ({ url, method }) => {
		const segments = url.split('/').map((segment) => (segment.startsWith(':') ? null : segment));
		const { methods } = addresses.getOrInsert(url, { segments, methods: new Set() });
		for (const each of [method].flat()) methods.add(each);
	});
	return (path) => {
		const parts = path.split('/');
		// As the router does: words come before parameters.
		const [found] = [...addresses.values()]
			.filter(({ segments }) => fits(segments, parts))
			.toSorted((one, other) => parametersOf(one) - parametersOf(other));
		return [...(found?.methods ?? [])];
	};
}

const parametersOf = ({ segments }: Address): number => segments.filter((segment) => segment === null).length;

const fits = (segments: Address['segments'], parts: string[]): boolean =>
	segments.length === parts.length &&
	segments.every((segment, index) => (segment === null ? parts[index] !== '' : segment === parts[index]));

export function refuseUnknownCalls(app: FastifyInstance, methodsOf: (path: string) => string[]): void {
	void app.register(
		async (api) => {
			// Before the body is read: the framework refuses some methods by what they send, or do not.
			api.addHook('onRequest', api.rateLimit());
			api.addHook('onRequest', async (request, reply) => {
				const [path = ''] = request.url.split('?', 1);
				const methods = methodsOf(path);
				if (methods.length === 0) return sendProblem(reply, new Problem('not_found'));
				void reply.header('allow', methods.join(', '));
				return sendProblem(reply, new Problem('method_not_allowed'));
			});
			api.setNotFoundHandler((_request, reply) => sendProblem(reply, new Problem('not_found')));
		},
		{ prefix: API_BASE },
	);
}
