/** A port for a program that must know its own address before it listens. */
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Below the ports that Linux (from 32768), macOS and Windows (from 49152) give to outgoing connections. A port of theirs
 * that was free when it was asked for is soon taken: by any connection that another process opens.
 */
const FIRST = 15_000;
const END = 32_768;

const anyPort = () => randomInt(FIRST, END);

/** A port of 127.0.0.1 on which nothing listens. @throws {Error} when thirty in a row are taken */
export async function freePort(pick: () => number = anyPort): Promise<number> {
	for (let attempt = 0; attempt < 30; attempt += 1) {
		const port = pick();
		if (await isFree(port)) return port;
	}
	throw new Error(`No port between ${FIRST} and ${END} is free`);
}

async function isFree(port: number): Promise<boolean> {
	const server = createServer().listen(port, '127.0.0.1');
	try {
		await once(server, 'listening');
		return true;
	} catch {
		return false;
	} finally {
		server.close();
	}
}
