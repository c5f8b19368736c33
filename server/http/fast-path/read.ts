/** Answers plain GET requests whose response is ready in memory. */
import { choiceOf, headersOf, type Prepared } from '#server/kernel/prepared.ts';
import type { Head } from './head.ts';

export interface PreparedAt {
	prepared: Prepared;
	cacheControl: string;
}

/** Returns the path of a read that may be answered from memory, or null. */
export function readPath({ method, path, headers }: Head): string | null {
	const plain = method === 'GET' && headers.host !== undefined && headers['content-length'] === undefined;
	return plain && path.startsWith('/') ? path : null;
}

/** Head and body in one piece, made once for all who ask alike. */
export function quickAnswer(
	{ prepared, cacheControl }: PreparedAt,
	{ headers: asked }: Head,
	headersOfAll: Record<string, string>,
): Buffer {
	const choice = choiceOf(prepared, asked);
	const ready = pieces.get(prepared)?.get(choice);
	if (ready?.cacheControl === cacheControl) return ready.bytes;
	const headers = { ...headersOfAll, ...headersOf(prepared, choice, cacheControl) };
	const bytes = inOnePiece(headers, choice === 'not modified' ? null : prepared.bodies[choice]);
	pieces.set(prepared, (pieces.get(prepared) ?? new Map<string, Piece>()).set(choice, { bytes, cacheControl }));
	return bytes;
}

interface Piece {
	bytes: Buffer;
	cacheControl: string;
}

const pieces = new WeakMap<Prepared, Map<string, Piece>>();

function inOnePiece(headers: Record<string, string>, body: Buffer | null): Buffer {
	const all = {
		...headers,
		...(body ? { 'content-length': String(body.length) } : {}),
		// Time at which the bytes were built, at most a second ago.
		date: new Date().toUTCString(),
	};
	const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
	const head = Buffer.from(`HTTP/1.1 ${body ? '200 OK' : '304 Not Modified'}\r\n${lines.join('')}\r\n`);
	return body ? Buffer.concat([head, body]) : head;
}
