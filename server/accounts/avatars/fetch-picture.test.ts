import { describe, expect, test } from 'vitest';
import { beforeTests } from '../../../tests/fixtures/before-tests.ts';
import { serveHttp } from '../../../tests/fixtures/http/serve.ts';
import { fetchPicture, mayServe, RefusedPicture } from './avatars.ts';
import { isPublicAddress } from './public-address.ts';

const source = { domains: ['pictures.example'], loopbackOrigin: null };

const server = beforeTests(() =>
	serveHttp((request, response) => {
		if (request.url === '/picture') response.end('the picture');
		if (request.url === '/moved') response.writeHead(302, { location: '/picture' }).end();
		if (request.url === '/gone') response.writeHead(404).end();
		if (request.url === '/broken') response.writeHead(503).end();
		if (request.url === '/huge') response.end(Buffer.alloc(2 * 1024 * 1024 + 1));
		if (request.url === '/endless') response.write('the beginning');
		if (request.url === '/changed')
			request.socket.write('HTTP/1.1 101 Go\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n');
	}),
);
test.each(['https://pictures.example/a.png', 'https://cdn.pictures.example/a?b#c'])(
	'a picture is fetched from %s',
	(address) => expect(mayServe(new URL(address), source)).toBe(true),
);

test('a picture is fetched from a provider on this machine, when the site is told to use one', async () => {
	const allowed = { ...source, loopbackOrigin: server.origin };
	expect(String(await fetchPicture(`${server.origin}/picture`, allowed))).toBe('the picture');
});

describe('nothing is fetched', () => {
	test.each([
		['plain http', 'http://pictures.example/a.png'],
		['another host', 'https://elsewhere.example/a.png'],
		['a host whose name ends like an allowed one', 'https://evilpictures.example/a.png'],
		['a host with the allowed one before it', 'https://pictures.example.evil.example/a.png'],
		['another port', 'https://pictures.example:8443/a.png'],
		['a user name', 'https://me@pictures.example/a.png'],
		['a file', 'file:///etc/passwd'],
		['this machine', 'http://127.0.0.1/a.png'],
		['words', 'a picture'],
	])('from %s', async (_, address) => {
		await expect(fetchPicture(address, source)).rejects.toThrow(RefusedPicture);
	});

	test('from an allowed name that leads into our own network', async () => {
		const rebound = { domains: ['localhost'], loopbackOrigin: null };
		await expect(fetchPicture('https://localhost/picture', rebound)).rejects.toThrow(/not public/);
	});

	test.each(['/moved', '/gone', '/huge'])('for good from %s', async (path) => {
		const allowed = { ...source, loopbackOrigin: server.origin };
		await expect(fetchPicture(server.origin + path, allowed)).rejects.toThrow(RefusedPicture);
	});

	test.each(['/broken', '/endless', '/changed'])('this time from %s', async (path) => {
		const allowed = { ...source, loopbackOrigin: server.origin };
		await expect(fetchPicture(server.origin + path, allowed, { timeoutMs: 100 })).rejects.not.toBeInstanceOf(
			RefusedPicture,
		);
	});
});

test.each(['8.8.8.8', '192.0.1.1', '::ffff:8.8.8.8', '64:ff9b::808:808', '2606:4700:4700::1111'])(
	'%s is public',
	(address) => expect(isPublicAddress(address)).toBe(true),
);

test.each([
	'no address',
	...`0.0.0.0 10.1.2.3 100.64.0.1 127.0.0.1 169.254.169.254 172.31.255.255 192.168.1.1 224.0.0.1 255.255.255.255 ::
		::1 ::ffff:10.0.0.1 ::ffff:7f00:1 64:ff9b::a00:1 64:ff9b::169.254.169.254 64:ff9b:1::808:808 2002:a00:1:: fc00::1 fe80::1 ff02::1`.split(
		/\s+/,
	),
])('%s is not', (address) => expect(isPublicAddress(address)).toBe(false));
