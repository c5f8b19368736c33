/** Bounds of what others answer: the time that it may take, and the bytes. */
import { type IncomingMessage, request as requestHttp, type RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';

class TooLate extends Error {}

/**
 * Returns the value of the work if it comes in time. Work that is a function gets a signal, which aborts when nobody waits
 * any more. The work may still settle later. A timer of our own decides: fetch holds a signal so weakly that a garbage
 * collection can lose it, and a limit that only the signal carries is lost with it.
 * @throws {TooLate} with that message
 */
export async function within<Value>(
	work: Promise<Value> | ((signal: AbortSignal) => Promise<Value>),
	milliseconds: number,
	message = `no answer within ${milliseconds} ms`,
): Promise<Value> {
	const abort = new AbortController();
	let timer: NodeJS.Timeout | undefined;
	const late = new Promise<never>((_, reject) => {
		timer = setTimeout(() => reject(new TooLate(message)), milliseconds);
	});
	const working = typeof work === 'function' ? work(abort.signal) : work;
	try {
		return await Promise.race([working, late]);
	} finally {
		clearTimeout(timer);
		abort.abort();
		// Without this, a failure after the time-out would be an unhandled rejection.
		working.catch(() => undefined);
	}
}

/** Reads a whole body. @throws {Error} of this kind if it has more bytes, so that nobody outside fills our memory */
export async function readBody(
	body: AsyncIterable<Uint8Array> | null,
	bytesMax: number,
	Refusal: new (message: string) => Error = Error,
): Promise<Buffer<ArrayBuffer>> {
	const parts: Uint8Array[] = [];
	let length = 0;
	for await (const part of body ?? []) {
		length += part.length;
		if (length > bytesMax) throw new Refusal(`the answer has more than ${bytesMax} bytes`);
		parts.push(part);
	}
	return Buffer.concat(parts);
}

/**
 * Asks by Node's own client, which takes a resolver or an agent, and follows no redirect. To be used `within` a time: of an
 * answer that changes the protocol, the client says nothing at all.
 */
export function ask(url: URL, options: RequestOptions, body?: Uint8Array): Promise<IncomingMessage> {
	const request = url.protocol === 'https:' ? requestHttps : requestHttp;
	return new Promise((resolve, reject) => {
		request(url, options, resolve).on('error', reject).end(body);
	});
}
