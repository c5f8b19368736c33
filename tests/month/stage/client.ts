/** Asks the site as all its fans and operators together do. */
import { Agent, request, type IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { RETRY_HEADER } from '#contract/voting.ts';

interface Request {
	/** GET, or POST if there is a body. */
	method?: string;
	/** Of the site, from the root. */
	path: string;
	headers?: Record<string, string>;
	body?: unknown;
}

interface Reply {
	status: number;
	headers: IncomingHttpHeaders;
	text: string;
}

export interface Client {
	/** Asks once more, with the same key, if the connection is lost, and later if the site is busy. */
	ask(request: Request): Promise<Reply>;
	/** Requests that were sent again. */
	retries: number;
}

const TRIES_MAX = 50;
const BUSY_MS = 100;
/** The site asks to come again: it is overloaded, a wallet is held, or a limit of requests was met. */
const BUSY = new Set([429, 502, 503, 504]);

const agent = new Agent({ keepAlive: true, maxSockets: 256 });

export function openClient(address: string): Client {
	const client: Client = {
		retries: 0,
		async ask(asked) {
			for (let tries = 1; ; tries += 1) {
				const reply = await askOnce(address, asked, tries > 1).catch(() => null);
				if (reply && !BUSY.has(reply.status)) return reply;
				if (tries === TRIES_MAX) throw new Error(`${asked.path} was not answered: ${reply?.text ?? 'no reply'}`);
				client.retries += 1;
				if (reply) await sleep(BUSY_MS);
			}
		},
	};
	return client;
}

/** Node's own client: fetch would cost a multiple of the server that it asks. */
function askOnce(address: string, { method, path, headers, body }: Request, again: boolean): Promise<Reply> {
	const sent = body === undefined ? '' : JSON.stringify(body);
	const options = {
		agent,
		method: method ?? (body === undefined ? 'GET' : 'POST'),
		headers: {
			...headers,
			...(body === undefined ? {} : { 'content-type': 'application/json' }),
			...(again ? { [RETRY_HEADER]: '1' } : {}),
		},
	};
	return new Promise((resolve, reject) => {
		const asked = request(address + path, options, (response) => {
			const { statusCode: status = 0, headers: replied } = response;
			text(response).then((all) => resolve({ status, headers: replied, text: all }), reject);
		});
		asked.on('error', reject);
		asked.end(sent);
	});
}

/** Does the work for each item, so many at a time. */
export async function inParallel<T>(
	items: readonly T[],
	atOnce: number,
	work: (item: T) => Promise<unknown>,
): Promise<void> {
	const rest = items.values();
	await Promise.all(
		Array.from({ length: Math.min(atOnce, items.length) }, async () => {
			for (const item of rest) await work(item);
		}),
	);
}
