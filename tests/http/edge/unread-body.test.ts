/** Refusals that are ready before the request has arrived: the next request on the connection stays a request. */
import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterAll, beforeAll, beforeEach, afterEach, expect, it } from 'vitest';
import { openSite, type Site } from '../../fixtures/site/site.ts';

let site: Site;
let socket: Socket;
let received: string;

beforeAll(async () => {
	site = await openSite();
	await site.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => site.close());

beforeEach(async () => {
	received = '';
	socket = connect((site.app.server.address() as AddressInfo).port, '127.0.0.1');
	socket.on('data', (chunk: Buffer) => (received += chunk.toString('latin1')));
	await once(socket, 'connect');
});
afterEach(() => void socket.destroy());

const upload = (length: number) =>
	`POST /api/v1/console/media HTTP/1.1\r\nHost: localhost\r\nx-lightstick-console: 1\r\n` +
	`content-type: multipart/form-data; boundary=x\r\ncontent-length: ${length}\r\n\r\n`;
const NEXT = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n';
const statuses = () => Array.from(received.matchAll(/HTTP\/1\.1 (\d+)/g), ([, status]) => Number(status));

it('are told when the body has arrived, and the next request is answered as one', async () => {
	socket.write(upload(300_000));
	socket.write('x'.repeat(200_000));
	const other = await fetch(`http://127.0.0.1:${(site.app.server.address() as AddressInfo).port}/healthz`);
	expect([other.status, statuses()]).toEqual([200, []]);
	socket.write('x'.repeat(100_000) + NEXT);
	await expect.poll(statuses).toEqual([401, 200]);
});

it('close the connection if the body is larger than any call takes', async () => {
	socket.write(`${upload(1_000_000_000)}xxx`);
	await expect.poll(statuses).toEqual([401]);
	expect(received.toLowerCase()).toContain('connection: close');
});

it('close the connection if the length of the body is unknown', async () => {
	socket.write(upload(1).replace('content-length: 1', 'transfer-encoding: chunked'));
	await expect.poll(statuses).toEqual([401]);
	expect(received.toLowerCase()).toContain('connection: close');
});
