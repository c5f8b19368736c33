/**
 * Answers votes in front of the framework, whose steps take a seventh of a vote's processor time (`npm run bench -- votes`).
 * Only what is plain is read here, and only a vote that counts is answered: all else, and each refusal, is the framework's.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { API_BASE } from '#contract/values/constants.ts';
import type { Endpoint, ReplyOf } from '#contract/endpoint.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { envelope } from '#server/kernel/problem.ts';
import { tellAnswered, tellBegun } from './observed-requests.ts';
import { checkedInput, type FanInput, readIdempotencyKey, saysRetry } from './serve.ts';

interface AheadCall<E extends Endpoint> {
	/** Its fan, if this process has the session in memory and need not ask the database. */
	recall: (request: IncomingMessage) => Caller | null;
	/** False while the framework has to turn calls away. */
	isOpen: () => boolean;
	handler: (input: FanInput<E>) => Promise<ReplyOf<E>>;
	write: (response: unknown) => string;
}

/** Returns the written response of a call whose body is `text`. */
type Answer = (text: string, response: ServerResponse) => Promise<string>;
type Take = (request: IncomingMessage) => Answer | null;

const BODY_BYTES_MAX = 1_000;
/** A parameter as it is: nothing to decode, and no query behind it. */
const PLAIN = /^[\w-]+$/;

export type Ahead = ReturnType<typeof openAhead>;

/** @param headers of every answer @param host the only one, or null if the site has one origin for all */
export function openAhead(headers: Record<string, string>, host: string | null) {
	let route = '';
	let take: Take = () => null;
	const failures = new WeakMap<IncomingMessage, Error>();

	function isPlain({ headers: asked }: IncomingMessage): boolean {
		if (host !== null && (asked.host !== host || asked['x-forwarded-host'] !== undefined)) return false;
		const length = Number(asked['content-length']);
		return asked['content-type'] === 'application/json' && length > 0 && length <= BODY_BYTES_MAX;
	}

	function send(response: ServerResponse, text: string): void {
		const written = { 'content-type': 'application/json; charset=utf-8', 'content-length': Buffer.byteLength(text) };
		response.writeHead(200, { ...headers, 'cache-control': 'no-store', ...written }).end(text);
	}

	return {
		/** @param endpoint its path ends in its only parameter */
		serve<E extends Endpoint>(app: FastifyInstance, endpoint: E, call: AheadCall<E>): void {
			route = API_BASE + endpoint.path;
			const [prefix = '', parameter = ''] = route.split(':');
			const parse = app.getDefaultJsonParser('error', 'error');
			take = (request) => {
				const { url = '' } = request;
				const value = url.slice(prefix.length);
				if (!url.startsWith(prefix) || !PLAIN.test(value) || !isPlain(request) || !call.isOpen()) return null;
				const caller = call.recall(request);
				if (!caller?.registered) return null;
				return async (text, response) => {
					let body: unknown;
					void parse(null as never, text, (error, parsed) => {
						body = parsed;
						if (!error) return;
						// As the framework does: what follows on the connection may be as odd.
						response.shouldKeepAlive = false;
						throw error;
					});
					const input = checkedInput(endpoint, { params: { [parameter]: value }, query: {}, body });
					const idempotencyKey = readIdempotencyKey(request);
					const reply = await call.handler({ ...input, caller, idempotencyKey, isRetry: saysRetry(request) });
					return call.write(envelope(reply));
				};
			};
		},
		/** What a call threw: the framework refuses it for that. */
		failureOf: (request: IncomingMessage): Error | null => failures.get(request) ?? null,
		before:
			(framework: RequestListener): RequestListener =>
			(request, response) => {
				const answer = request.method === 'POST' ? take(request) : null;
				if (!answer) return framework(request, response);
				tellBegun(response, { method: 'POST', route });
				response.once('close', () => tellAnswered(response));
				let text = '';
				request.setEncoding('utf8').on('data', (part: string) => (text += part));
				request.once('end', () => {
					const refuse = (error: Error) => {
						failures.set(request, error);
						framework(request, response);
					};
					answer(text, response)
						.then((written) => send(response, written))
						.catch(refuse);
				});
			},
	};
}
