/** Reading a log from a server that is slow, broken, endless or gone. */
import { expect, it } from 'vitest';
import { beforeTests } from '../../../tests/fixtures/before-tests.ts';
import { serveHttp } from '../../../tests/fixtures/http/serve.ts';
import { httpSource, Unreachable } from './source.ts';

let asked = 0;
const server = beforeTests(() =>
	serveHttp(({ url }, response) => {
		asked += 1;
		if (url === '/log/gone') response.writeHead(404).end();
		else if (url === '/log/broken' || (url === '/log/flaky' && asked < 3)) response.writeHead(500).end();
		else if (url === '/log/busy' && asked < 9) response.writeHead(429, { 'retry-after': '0' }).end();
		else if (url === '/log/endless') response.write(Buffer.alloc(100_000));
		else if (url !== '/log/silent') response.end('checkpoint');
	}),
);

const source = (of = `${server.origin}/log/`) => httpSource(of, { tries: 3, timeoutMs: 300, firstPauseMs: 1 });

it('tries again, and gives up in the end', async () => {
	asked = 0;
	expect(String(await source().read('flaky', 100))).toBe('checkpoint');
	expect(asked).toBe(3);
	await expect(source().read('broken', 100)).rejects.toThrow(Unreachable);
	await expect(source().read('silent', 100)).rejects.toThrow(/silent: /);
	await expect(source('http://127.0.0.1:1').read('x', 1)).rejects.toThrow(Unreachable);
});

it('waits as long as a busy server asks it to', async () => {
	asked = 0;
	expect(String(await source().read('busy', 100))).toBe('checkpoint');
	expect(asked).toBe(9);
});

it('reads nothing where nothing is, and no more than it was asked for', async () => {
	expect(await source().read('gone', 100)).toBeNull();
	expect(await source().read('endless', 1_000)).toHaveLength(1_000);
	expect(await source().read('whole', 4)).toHaveLength(4);
});
