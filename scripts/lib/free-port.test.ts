import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { freePort } from './free-port.ts';

const random = vi.hoisted(() => ({ next: [] as number[] }));
vi.mock('node:crypto', async (original) => {
	const real = await original<typeof import('node:crypto')>();
	const randomInt = (from: number, to: number) => random.next.shift() ?? real.randomInt(from, to);
	return { ...real, default: { ...real, randomInt }, randomInt };
});
afterEach(() => {
	random.next = [];
});

it('is below the ports of outgoing connections', async () => {
	const ports = await Promise.all(Array.from({ length: 20 }, freePort));
	expect(Math.max(...ports)).toBeLessThan(32_768);
	expect(Math.min(...ports)).toBeGreaterThan(1024);
});

it('is not one that somebody listens on', async () => {
	const taken = await freePort();
	const server = createServer().listen(taken, '127.0.0.1');
	await once(server, 'listening');
	const other = await freePort();
	random.next = [taken, other];
	await expect(freePort()).resolves.toBe(other);
	random.next = Array.from({ length: 30 }, () => taken);
	await expect(freePort()).rejects.toThrow('No port');
	server.close();
});
