import { describe, expect, it } from 'vitest';
import { readCall } from './call.ts';
import { readHead } from './head.ts';
import { readPath } from './read.ts';

const HOST = 'Host: vote.example\r\n';
const head = (text: string) => readHead(Buffer.from(text, 'latin1'));
const call = (text: string) => {
	const chunk = Buffer.from(text, 'latin1');
	const read = readHead(chunk);
	return read && readCall(read, chunk);
};

describe('a chunk of HTTP that is one whole request', () => {
	it('may be a plain read', () => {
		const read = head(
			`GET /a?b=c HTTP/1.1\r\n${HOST}Accept-Encoding: gzip, br\r\nIF-NONE-MATCH: W/"x"\r\nConnection: keep-alive\r\n\r\n`,
		);
		expect(read).toMatchObject({ headers: { 'accept-encoding': 'gzip, br', 'if-none-match': 'W/"x"' } });
		expect(read && readPath(read)).toBe('/a?b=c');
	});

	it('may be a call, as programs and browsers send it, with text of any script', () => {
		const body = JSON.stringify({ artist_id: 7, name: '별빛 ☆' });
		const lines = [
			'POST /vote HTTP/1.1',
			'Host: localhost',
			'User-Agent: Browser/1.0 (phone)',
			'sec-fetch-mode: cors',
			'Authorization: Bearer abc',
			'Idempotency-Key: 0123',
			'Content-Type: application/json; charset=UTF-8',
			`Content-Length: ${Buffer.byteLength(body)}`,
			'',
			Buffer.from(body).toString('latin1'),
		];
		expect(call(lines.join('\r\n'))).toMatchObject({
			path: '/vote',
			headers: { authorization: 'Bearer abc', 'idempotency-key': '0123' },
			body: { artist_id: 7, name: '별빛 ☆' },
		});
	});

	const json = (body: string, type = 'application/json') =>
		`POST /a HTTP/1.1\r\n${HOST}Content-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
	it.each([
		['a POST of something else', json('{}', 'text/plain')],
		['a POST of no JSON', json('{]')],
		['a key that would poison prototypes', json('{"__proto__":{}}')],
		['the same key, hidden', json('{"\\u005f_proto__":{}}')],
		['a POST of JSON that is not UTF-8', json('{"a":"\xff"}')],
		['a POST without a host', json('{}').replace(HOST, '')],
		['another method without a body', `DELETE /a HTTP/1.1\r\n${HOST}\r\n`],
		['a GET that announces an empty body', `GET /a HTTP/1.1\r\n${HOST}Content-Length: 0\r\n\r\n`],
		['a GET of a whole address', `GET http://vote.example/a HTTP/1.1\r\n${HOST}\r\n`],
		['a GET without a host', 'GET /a HTTP/1.1\r\n\r\n'],
	])('and %s goes to Node, and the connection comes back', (_, chunk) => {
		const read = head(chunk);
		expect(read).not.toBeNull();
		expect(read && readPath(read)).toBeNull();
		expect(call(chunk)).toBeNull();
	});
});

describe('a chunk of HTTP that goes to Node with the rest of its connection', () => {
	const OK = `POST /a HTTP/1.1\r\n${HOST}Content-Length: 2\r\n`;
	it.each([
		['half a head', `GET /a HTTP/1.1\r\nHost: vo`],
		['two requests', `GET /a HTTP/1.1\r\n${HOST}\r\nGET /a HTTP/1.1\r\n${HOST}\r\n`],
		['half a body', `POST /a HTTP/1.1\r\n${HOST}Content-Length: 20\r\n\r\n{}`],
		['more than its body', `POST /a HTTP/1.1\r\n${HOST}Content-Length: 1\r\n\r\n{}`],
		['a length of another spelling', `POST /a HTTP/1.1\r\n${HOST}Content-Length: +2\r\n\r\n{}`],
		['a body in chunks', `POST /a HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
		['two lengths', `${OK}Content-Length: 2\r\n\r\n{}`],
		['two bearers', `${OK}Authorization: Bearer a\r\nAuthorization: Bearer b\r\n\r\n{}`],
		['a packed body', `${OK}Content-Encoding: gzip\r\n\r\n{}`],
		['an expectation', `${OK}Expect: 100-continue\r\n\r\n{}`],
		['a NUL', `${OK}A: \0\r\n\r\n{}`],
		['a length behind a bare line feed', `GET /a HTTP/1.1\r\n${HOST}A: b\nContent-Length: 5\r\n\r\n`],
		['a length behind a bare carriage return', `GET /a HTTP/1.1\r\n${HOST}A: b\rContent-Length: 5\r\n\r\n`],
		['a length with a space before its colon', `GET /a HTTP/1.1\r\n${HOST}Content-Length : 5\r\n\r\n`],
		['a folded length', `GET /a HTTP/1.1\r\n${HOST}A: b\r\n Content-Length: 5\r\n\r\n`],
		['a line without a name', `GET /a HTTP/1.1\r\n${HOST}: b\r\n\r\n`],
		['a wish for another protocol', `GET /a HTTP/1.1\r\n${HOST}Upgrade: websocket\r\n\r\n`],
		['a wish for a part', `GET /a HTTP/1.1\r\n${HOST}Range: bytes=0-1\r\n\r\n`],
		['a wish for the end of the connection', `GET /a HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`],
		['an older protocol', `GET /a HTTP/1.0\r\n${HOST}\r\n`],
		['an older protocol and a header that names the newer one', `GET /a HTTP/1.0\r\n${HOST}A: b HTTP/1.1\r\n\r\n`],
		['an older protocol and a line like a newer request line', `GET /a HTTP/1.0\r\nA HTTP/1.1\r\n${HOST}\r\n`],
		['a space in its path', `GET /a b HTTP/1.1\r\n${HOST}\r\n`],
		['a length between spaces that are none to HTTP', `POST /a HTTP/1.1\r\n${HOST}Content-Length: \xa02\xa0\r\n\r\n{}`],
		['the old name of a wish for the end', `GET /a HTTP/1.1\r\n${HOST}Proxy-Connection: close\r\n\r\n`],
		['more headers than anybody sends', `GET /a HTTP/1.1\r\n${HOST}${'a: b\r\n'.repeat(100)}\r\n`],
		['no HTTP at all', '\x16\x03\x01'],
		['a very long head', `GET /a HTTP/1.1\r\n${HOST}Cookie: ${'c'.repeat(9_000)}\r\n\r\n`],
	])('%s', (_, chunk) => {
		expect(head(chunk)).toBeNull();
	});
});
