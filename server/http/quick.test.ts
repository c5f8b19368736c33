import { describe, expect, it } from 'vitest';
import { readQuickly } from './quick.ts';

const HOST = 'Host: vote.example\r\n';
const read = (text: string) => readQuickly(Buffer.from(text, 'latin1'));

describe('a chunk of HTTP', () => {
	it('that is one plain GET may be answered from memory', () => {
		const chunk = `GET /a?b=c HTTP/1.1\r\n${HOST}Accept-Encoding: gzip, br\r\nIF-NONE-MATCH: W/"x"\r\nConnection: keep-alive\r\n\r\n`;
		expect(read(chunk)).toEqual({ path: '/a?b=c', whole: true, acceptEncoding: 'gzip, br', ifNoneMatch: 'W/"x"' });
	});

	it.each([
		['a POST with its whole body', `POST /a HTTP/1.1\r\n${HOST}Content-Length: 2\r\n\r\n{}`],
		['another method without a body', `DELETE /a HTTP/1.1\r\n${HOST}\r\n`],
		['a GET that announces an empty body', `GET /a HTTP/1.1\r\n${HOST}Content-Length: 0\r\n\r\n`],
		['a GET without a host', 'GET /a HTTP/1.1\r\n\r\n'],
	])('that is %s goes to Node, and the connection comes back', (_, chunk) => {
		expect(read(chunk)).toMatchObject({ path: null, whole: true });
	});

	it.each([
		['half a head', `GET /a HTTP/1.1\r\nHost: vo`],
		['two requests', `GET /a HTTP/1.1\r\n${HOST}\r\nGET /a HTTP/1.1\r\n${HOST}\r\n`],
		['half a body', `POST /a HTTP/1.1\r\n${HOST}Content-Length: 20\r\n\r\n{}`],
		['more than its body', `POST /a HTTP/1.1\r\n${HOST}Content-Length: 1\r\n\r\n{}`],
		['a body in chunks', `POST /a HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
		['two lengths', `POST /a HTTP/1.1\r\n${HOST}Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}`],
		['a length behind a bare line feed', `GET /a HTTP/1.1\r\n${HOST}A: b\nContent-Length: 5\r\n\r\n`],
		['a length with a space before its colon', `GET /a HTTP/1.1\r\n${HOST}Content-Length : 5\r\n\r\n`],
		['a folded length', `GET /a HTTP/1.1\r\n${HOST}A: b\r\n Content-Length: 5\r\n\r\n`],
		['a wish for another protocol', `GET /a HTTP/1.1\r\n${HOST}Upgrade: websocket\r\n\r\n`],
		['a wish for the end of the connection', `GET /a HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`],
		['an older protocol', `GET /a HTTP/1.0\r\n${HOST}\r\n`],
		['no HTTP at all', '\x16\x03\x01'],
		['a very long head', `GET /a HTTP/1.1\r\n${HOST}Cookie: ${'c'.repeat(5_000)}\r\n\r\n`],
	])('that is %s goes to Node, and so does the rest of the connection', (_, chunk) => {
		expect(read(chunk)).toMatchObject({ path: null, whole: false });
	});
});
