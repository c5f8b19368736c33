import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { freePort } from './free-port.ts';

it('is below the ports of outgoing connections', async () => {
	const ports = await Promise.all(Array.from({ length: 20 }, () => freePort()));
	expect(Math.max(...ports)).toBeLessThan(32_768);
	expect(Math.min(...ports)).toBeGreaterThan(1024);
});

it('is not one that somebody listens on', async () => {
	const taken = await freePort();
	const server = createServer().listen(taken, '127.0.0.1');
	await once(server, 'listening');
	const other = await freePort();
	const picks = [taken, other];
	await expect(freePort(() => picks.shift() ?? 0)).resolves.toBe(other);
	await expect(freePort(() => taken)).rejects.toThrow('No port');
	server.close();
});
