/**
 * Parses the head of one request that arrives in one chunk, with its body, if any. Pure. The parser is strict where
 * Node is lenient: the front leaves any request with odd or repeated framing to Node.
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

/** Clients that read a chart or vote do not send more. */
const BYTES_MAX = 8_192;
/** Far more than browsers and proxies send. Node's parser drops what comes after its two thousandth. */
const HEADERS_MAX = 100;
const HEAD_END = '\r\n\r\n';
/** Method and path. Nothing in them may end a line or look like another part of it. */
const REQUEST_LINE = /^[A-Z]{3,7} [\x21-\x7e]+ HTTP\/1\.1$/;
const PROTOCOL = ' HTTP/1.1';
/** About the framing, or about something else than one whole answer. */
const SPECIAL = new Set([
	'transfer-encoding',
	'content-encoding',
	'upgrade',
	'expect',
	'trailer',
	'te',
	'range',
	// Node's parser takes it for Connection.
	'proxy-connection',
]);
const ODD = /[^\t\x20-\x7e\x80-\xff\r\n]|\r(?!\n)|(?<!\r)\n/;
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/** Null unless the chunk is surely one whole request: nothing is odd, nothing is missing, nothing follows. */
export function readHead(chunk: Buffer): Head | null {
	if (chunk.length > BYTES_MAX) return null;
	const text = chunk.toString('latin1');
	const headEnd = text.indexOf(HEAD_END);
	if (headEnd === -1) return null;
	const head = text.slice(0, headEnd);
	const lines = head.split('\r\n');
	// The first line end is the request line's: what looks like one further on is a header's affair.
	const requestLine = lines[0] ?? '';
	if (!REQUEST_LINE.test(requestLine) || ODD.test(head)) return null;
	const headers = readHeaders(lines);
	const bodyAt = headEnd + HEAD_END.length;
	if (!headers || !isLengthOf(headers['content-length'], chunk.length - bodyAt)) return null;
	const space = requestLine.indexOf(' ');
	const path = requestLine.slice(space + 1, -PROTOCOL.length);
	return { method: requestLine.slice(0, space), path, headers, bodyAt };
}

function isLengthOf(header: string | undefined, length: number): boolean {
	if (header === undefined) return length === 0;
	return /^[0-9]{1,5}$/.test(header) && Number(header) === length;
}

/** @param lines the first is the request line */
function readHeaders(lines: readonly string[]): Head['headers'] | null {
	if (lines.length > 1 + HEADERS_MAX) return null;
	const headers: Head['headers'] = {};
	for (let index = 1; index < lines.length; index += 1) {
		const line = lines[index] ?? '';
		const colon = line.indexOf(':');
		const name = line.slice(0, Math.max(0, colon)).toLowerCase();
		if (SPECIAL.has(name)) return null;
		if (isKept(name)) {
			if (headers[name] !== undefined) return null;
			headers[name] = trimmed(line.slice(colon + 1));
		} else if (name === 'connection') {
			if (trimmed(line.slice(colon + 1)).toLowerCase() !== 'keep-alive') return null;
		} else if (!TOKEN.test(name)) {
			return null;
		}
	}
	return headers;
}

/** Without the spaces and tabs around it. trim() would take the byte A0 for a space too, which HTTP does not. */
function trimmed(value: string): string {
	let [from, to] = [0, value.length];
	while (from < to && isBlank(value, from)) from += 1;
	while (to > from && isBlank(value, to - 1)) to -= 1;
	return value.slice(from, to);
}

const isBlank = (value: string, at: number) => value[at] === ' ' || value[at] === '\t';

const kept: ReadonlySet<string> = new Set(KEPT);
const isKept = (name: string): name is Kept => kept.has(name);
