/** What the front understands of HTTP: the head of one plain GET. Pure. */
import { answerOf, type Prepared } from './prepared.ts';

export interface PreparedAt {
	prepared: Prepared;
	cacheControl: string;
}

export interface QuickRead {
	/** Of a plain GET that may be answered from memory; null for all else. */
	path: string | null;
	/** Surely one whole request: nothing is missing and nothing follows. */
	whole: boolean;
	acceptEncoding: string | undefined;
	ifNoneMatch: string | undefined;
}

/** Longer heads are not of those who only read. */
const HEAD_BYTES_MAX = 4_096;
const END = '\r\n\r\n';
const ODD: QuickRead = { path: null, whole: false, acceptEncoding: undefined, ifNoneMatch: undefined };

export function readQuickly(chunk: Buffer): QuickRead {
	if (chunk.length > HEAD_BYTES_MAX) return ODD;
	const text = chunk.toString('latin1');
	const headEnd = text.indexOf(END);
	const lineEnd = text.indexOf(' HTTP/1.1\r\n');
	if (headEnd === -1 || lineEnd === -1) return ODD;
	const bodyLength = chunk.length - headEnd - END.length;
	const lengths = text.slice(0, headEnd).match(BODY) ?? [];
	if (lengths.length > 0) return { ...ODD, whole: lengths.length === 1 && bodyLength === lengthOf(lengths[0] ?? '') };
	if (bodyLength > 0) return ODD;
	const plain = text.startsWith('GET /') && /\r\nhost:/i.test(text) && !SPECIAL.test(text);
	return {
		path: plain ? text.slice(4, lineEnd) : null,
		// Who asks for another protocol or for the end of the connection gets it from Node.
		whole: !SPECIAL.test(text),
		acceptEncoding: field(/\r\naccept-encoding:[ \t]*([^\r]*)/i, text),
		ifNoneMatch: field(/\r\nif-none-match:[ \t]*([^\r]*)/i, text),
	};
}

// A line may end oddly for us and not for somebody in front of us: whatever might announce a body does.
const BODY = /[\r\n\0][ \t]*(?:content-length|transfer-encoding)[^\r\n]*/gi;
const SPECIAL = /[\r\n](?:upgrade|expect|range|connection:(?![ \t]*keep-alive[ \t]*\r)|[ \t])/i;

function lengthOf(header: string): number {
	return Number(/^\ncontent-length:[ \t]*([0-9]{1,6})[ \t]*$/i.exec(header)?.[1] ?? Number.NaN);
}

const field = (pattern: RegExp, text: string): string | undefined => pattern.exec(text)?.[1];

/** Head and body in one piece, made once for all who ask alike. */
export function quickAnswer(
	{ prepared, cacheControl }: PreparedAt,
	{ acceptEncoding, ifNoneMatch }: QuickRead,
	headersOfAll: Record<string, string>,
): Buffer {
	const { status, headers, body } = answerOf(
		prepared,
		{ 'accept-encoding': acceptEncoding, 'if-none-match': ifNoneMatch },
		cacheControl,
	);
	const kept = pieces.get(prepared) ?? new Map<string, Buffer>();
	pieces.set(prepared, kept);
	const kind = `${status} ${headers['content-encoding'] ?? ''} ${cacheControl}`;
	const ready = kept.get(kind) ?? inOnePiece(status, { ...headersOfAll, ...headers }, body);
	kept.set(kind, ready);
	return ready;
}

const pieces = new WeakMap<Prepared, Map<string, Buffer>>();

function inOnePiece(status: 200 | 304, headers: Record<string, string>, body: Buffer | undefined): Buffer {
	const all = {
		...headers,
		...(body ? { 'content-length': String(body.length) } : {}),
		// Of when the bytes were made, at most a second ago.
		date: new Date().toUTCString(),
	};
	const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
	const head = Buffer.from(`HTTP/1.1 ${status === 200 ? '200 OK' : '304 Not Modified'}\r\n${lines.join('')}\r\n`);
	return body ? Buffer.concat([head, body]) : head;
}
