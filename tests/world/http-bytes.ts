/** Byte strings that look like HTTP, more or less: whole requests, odd ones, and what becomes of them on a bad day. */

export interface Chances {
	/** A whole number from 0 up to, not including, `below`. */
	below(below: number): number;
	pick<Item>(items: readonly Item[]): Item;
	/** True `percent` times of a hundred. */
	chance(percent: number): boolean;
}

/** The same numbers for the same seed, everywhere (mulberry32). */
export function chancesOf(seed: number): Chances {
	let state = seed >>> 0;
	function below(most: number): number {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * most);
	}
	return {
		below,
		pick: (items) => items[below(items.length)] as (typeof items)[number],
		chance: (percent) => below(100) < percent,
	};
}

/** What is sent on one connection, in the pieces in which it arrives. Each character is one byte. */
export function byteStrings(chances: Chances): string[] {
	const { below, chance } = chances;
	const requests = Array.from({ length: chance(60) ? 1 : 1 + below(4) }, () => aRequest(chances));
	const sent = requests.map((request) => (chance(30) ? damaged(request, chances) : request));
	const way = below(10);
	if (way < 4) return sent;
	const all = sent.join('');
	if (way < 7) return [all];
	if (way < 9) return cutAt(all, 1 + below(3), chances);
	return cutAt(all, Math.min(40, all.length), chances);
}

function cutAt(text: string, cuts: number, { below }: Chances): string[] {
	const borders = Array.from({ length: cuts }, () => below(text.length + 1)).toSorted((one, other) => one - other);
	return [...borders, text.length].map((to, index) => text.slice(index === 0 ? 0 : borders[index - 1], to));
}

const ODD_BYTES = [
	'\r',
	'\n',
	'\r\n',
	' ',
	'\t',
	'\0',
	':',
	'\xa0',
	'\x85',
	'\xff',
	'\x7f',
	',',
	';',
	'0',
	'1',
	'HTTP/1.1',
];

/** One to three bytes that are missing, doubled, added or others. */
function damaged(text: string, { below, pick }: Chances): string {
	let left = text;
	for (let times = 1 + below(3); times > 0; times -= 1) {
		const at = below(left.length + 1);
		const tail = left.slice(at);
		const ways = [
			() => tail.slice(1 + below(3)),
			() => pick(ODD_BYTES) + tail,
			() => pick(ODD_BYTES) + tail.slice(1),
			() => tail.slice(0, 1 + below(20)) + tail,
		];
		left = left.slice(0, at) + pick(ways)();
	}
	return left;
}

const METHODS = [
	'GET',
	'GET',
	'GET',
	'POST',
	'POST',
	'HEAD',
	'PUT',
	'DELETE',
	'OPTIONS',
	'PATCH',
	'CONNECT',
	'get',
	'PRI',
];
const PATHS = ['/ready/1', '/ready/1', '/ready/2', '/take/1', '/take/1', '/other', '/ready/9', '/', '/a?b=c#d'];
const ODD_PATHS = [
	...[
		'http://vote.example/ready/1',
		'vote.example:443',
		'*',
		'/a b',
		'/\xa0',
		'//ready/1',
		'/ready/1 HTTP/1.0\r\nX: y',
	],
	...['/ready/1\t', '', '/"<>', '/ready/1 HTTP/1.1\r\nHost: a', '/%0d%0a', '/é', '\\ready'],
];
const VERSIONS = ['HTTP/1.0', 'HTTP/1.2', 'HTTP/2.0', 'HTTP/0.9', 'http/1.1', 'HTTP/1.1 ', ' HTTP/1.1', 'ICE/1.0', ''];

function aRequest(chances: Chances): string {
	const { pick, chance, below } = chances;
	const kind = below(10);
	if (kind < 2)
		return `GET /ready/${1 + below(2)} HTTP/1.1\r\nHost: localhost\r\n${someHeaders(chances, READ_HEADERS)}\r\n`;
	if (kind < 4) {
		const body = pick(BODIES);
		const extra = someHeaders(chances, READ_HEADERS);
		return `POST /take/1 HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${extra}Content-Length: ${body.length}\r\n\r\n${body}`;
	}
	if (kind === 4 && chance(10)) return 'GET /stream/1 HTTP/1.1\r\nHost: localhost\r\n\r\n';
	const line = `${pick(METHODS)} ${chance(85) ? pick(PATHS) : pick(ODD_PATHS)} ${chance(88) ? 'HTTP/1.1' : pick(VERSIONS)}`;
	const body = chance(50) ? '' : pick(BODIES);
	const headers = `${chance(90) ? 'Host: localhost\r\n' : ''}${someHeaders(chances, chance(70) ? READ_HEADERS : ALL_HEADERS)}`;
	const framed = framings[below(chance(70) ? 3 : framings.length)] ?? framings[0];
	return `${chance(4) ? '\r\n' : ''}${line}\r\n${headers}${framed?.(body, chances) ?? ''}`;
}

const BODIES = [
	...['{}', '{"artist_id":7}', '{"name":"\xeb\xb3\x84"}', '[', '', '{"__proto__":{}}', '{"a":"\\u0041"}', '"\xff"'],
	...[
		'GET /ready/1 HTTP/1.1\r\nHost: a\r\n\r\n',
		'0\r\n\r\n',
		'5\r\nhello\r\n0\r\n\r\n',
		'[[[[[[[[[[]]]]]]]]]]',
		'\xef\xbb\xbf{}',
	],
];

const READ_HEADERS = [
	...['Accept-Encoding: gzip, br', 'accept-encoding:gzip', 'Accept-Encoding: br;q=0', 'If-None-Match: W/"tag"'],
	...[
		'If-None-Match:  \tW/"tag"\t ',
		'If-None-Match: *',
		'Connection: keep-alive',
		'CONNECTION: Keep-Alive',
		'Accept: */*',
	],
	...['Authorization: Bearer abc', 'Idempotency-Key: 0123456789012345678901', 'Content-Type: application/json'],
	...['Cookie: a=b; c=d', 'X-Empty:', 'X-High: \xe9\xa0', 'Last-Event-ID: 5', 'X-Forwarded-For: 10.0.0.1'],
];
const ALL_HEADERS = [
	...READ_HEADERS,
	...[
		'Connection: close',
		'Connection: keep-alive, close',
		'Connection: upgrade',
		'Proxy-Connection: close',
		'Keep-Alive: 5',
	],
	...[
		'Proxy-Connection: keep-alive',
		'Connection:',
		'Connection: keep-alive\r\nConnection: close',
		'Upgrade: websocket',
	],
	...[
		'Expect: 100-continue',
		'Expect: nothing',
		'TE: trailers',
		'Trailer: X',
		'Range: bytes=0-1',
		'Content-Encoding: gzip',
	],
	...[
		'Host: other',
		'Host:',
		'Host : a',
		'Content-Length: 0',
		'Content-Length: 2',
		'Content-Length: +2',
		'Content-Length: 2, 2',
	],
	...[
		'Content-Length: \xa02\xa0',
		'Content-Length: 2\xa0',
		'Content-Length: 0x2',
		'Content-Length: 2\r\nContent-Length: 2',
	],
	...[
		'Content-Length: 2\r\nContent-Length: 3',
		'Content-Length:',
		'Content-Length : 2',
		'Content-Length\t: 2',
		'Content-Length: -1',
	],
	...['Content-Length: 99999999999999999999', 'Content-Length: 2 2', 'Content-Length:\t2\t', 'Content-Length: 02'],
	...[
		'Transfer-Encoding: chunked',
		'Transfer-Encoding:\tchunked',
		'Transfer-Encoding : chunked',
		'Transfer-Encoding: xchunked',
	],
	...[
		'Transfer-Encoding: gzip, chunked',
		'Transfer-Encoding: chunked, gzip',
		'Transfer-Encoding: chunked\r\nContent-Length: 5',
	],
	...[
		'Transfer-Encoding: identity',
		'X: a\r\n b',
		'X: a\r\n Content-Length: 5',
		'X: a\r\n\tb',
		' X: a',
		': a',
		'no colon',
		'X\x01: a',
	],
	...[
		'X: a\rContent-Length: 5',
		'X: a\nContent-Length: 5',
		'X: a\0b',
		'X: a\x0bb',
		'X: a\x7f',
		'Content-Lengt\xa8: 5',
		'\xa0: a',
	],
	...[
		'X: HTTP/1.1',
		'X HTTP/1.1\r\nY: b',
		`X: ${'x'.repeat(9_000)}`,
		`X: ${'x'.repeat(20_000)}`,
		'a: b\r\n'.repeat(120).trim(),
	],
	...[
		'If-None-Match: \xa0W/"tag"',
		'If-None-Match: W/"tag"\xa0',
		'If-None-Match: a\r\nIf-None-Match: W/"tag"',
		'Accept-Encoding: gzip\xa0',
	],
];

function someHeaders({ below, pick }: Chances, from: readonly string[]): string {
	return Array.from({ length: below(4) }, () => `${pick(from)}\r\n`).join('');
}

/** How a body says where it ends, rightly first. */
const framings: ((body: string, chances: Chances) => string)[] = [
	() => '\r\n',
	(body) => `Content-Length: ${body.length}\r\n\r\n${body}`,
	(body) => `Transfer-Encoding: chunked\r\n\r\n${chunked(body)}0\r\n\r\n`,
	(body) => `Transfer-Encoding: chunked\r\n\r\n${chunked(body)}0\r\nX-Trailer: a\r\n\r\n`,
	(body) => `Transfer-Encoding: chunked\r\n\r\n${body.length.toString(16)};a=b\r\n${body}\r\n0\r\n\r\n`,
	(body, { pick }) =>
		`Transfer-Encoding: chunked\r\n\r\n${pick(['-1', '+2', '0x2', 'g', '', ' 2', '2 ', 'fffffffffffffffff'])}\r\n${body}\r\n0\r\n\r\n`,
	(body, { below }) => `Content-Length: ${below(40)}\r\n\r\n${body}`,
	(body, { pick }) => `Content-Length: ${pick(['+', '-', ' ', '0x', '0', ''])}${body.length}\r\n\r\n${body}`,
	(body) => `Content-Length: ${body.length}\r\nTransfer-Encoding: chunked\r\n\r\n${chunked(body)}0\r\n\r\n`,
	(body) => `\n${body}`,
	(body) => `\r\r\n${body}`,
	(body) => `Content-Length: ${body.length}\n\n${body}`,
];

const chunked = (body: string) => (body === '' ? '' : `${body.length.toString(16)}\r\n${body}\r\n`);
