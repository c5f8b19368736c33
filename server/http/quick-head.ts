/**
 * What the front understands of HTTP: the head of one request in one piece, with its body, if any. Pure. It is strict
 * where Node is lenient: whatever is odd or doubled about how a request is framed is not for the front.
 */

const KEPT = [
	'accept-encoding',
	'authorization',
	'content-length',
	'content-type',
	'host',
	'idempotency-key',
	'idempotency-retry',
	'if-none-match',
	'last-event-id',
	'x-forwarded-for',
] as const;
type Kept = (typeof KEPT)[number];

export interface Head {
	method: string;
	path: string;
	/** Those that the front looks at. */
	headers: Partial<Record<Kept, string>>;
	/** Where the body begins. */
	bodyAt: number;
}

/** More is not of those who read a chart or vote. */
const BYTES_MAX = 8_192;
const LINE_END = ' HTTP/1.1\r\n';
const HEAD_END = '\r\n\r\n';
/** About the framing, or about something else than one whole answer. */
const SPECIAL = new Set(['transfer-encoding', 'content-encoding', 'upgrade', 'expect', 'trailer', 'te', 'range']);
const ODD = /[^\t\x20-\x7e\x80-\xff\r\n]|\r(?!\n)|(?<!\r)\n/;
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/** Null unless the chunk is surely one whole request: nothing is odd, nothing is missing, nothing follows. */
export function readHead(chunk: Buffer): Head | null {
	if (chunk.length > BYTES_MAX) return null;
	const text = chunk.toString('latin1');
	const headEnd = text.indexOf(HEAD_END);
	const lineEnd = text.indexOf(LINE_END);
	if (lineEnd === -1 || headEnd < lineEnd + LINE_END.length - 2) return null;
	const line = text.slice(0, lineEnd);
	const space = line.indexOf(' ');
	const head = text.slice(0, headEnd);
	const headers = ODD.test(head) ? null : readHeaders(head, lineEnd + LINE_END.length);
	const bodyAt = headEnd + HEAD_END.length;
	if (!headers || space < 1 || !isLengthOf(headers['content-length'], chunk.length - bodyAt)) return null;
	return { method: line.slice(0, space), path: line.slice(space + 1), headers, bodyAt };
}

function isLengthOf(header: string | undefined, length: number): boolean {
	if (header === undefined) return length === 0;
	return /^[0-9]{1,5}$/.test(header) && Number(header) === length;
}

function readHeaders(head: string, from: number): Head['headers'] | null {
	const headers: Head['headers'] = {};
	if (from > head.length) return headers;
	for (const line of head.slice(from).split('\r\n')) {
		const colon = line.indexOf(':');
		const name = line.slice(0, Math.max(0, colon)).toLowerCase();
		if (SPECIAL.has(name)) return null;
		if (isKept(name)) {
			if (headers[name] !== undefined) return null;
			headers[name] = line.slice(colon + 1).trim();
		} else if (name === 'connection') {
			if (
				line
					.slice(colon + 1)
					.trim()
					.toLowerCase() !== 'keep-alive'
			)
				return null;
		} else if (!TOKEN.test(name)) {
			return null;
		}
	}
	return headers;
}

const kept: ReadonlySet<string> = new Set(KEPT);
const isKept = (name: string): name is Kept => kept.has(name);
