/** What every emulator is: a server on loopback, and a separate program. */
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

const HOST = '127.0.0.1';

/** Returns the origin. @param port 0 takes any free one */
export async function listen(server: Server, port: number): Promise<string> {
	server.listen(port, HOST);
	await once(server, 'listening');
	return `http://${HOST}:${(server.address() as AddressInfo).port}`;
}

export async function close(server: Server): Promise<void> {
	const closed = once(server, 'close');
	server.close();
	server.closeAllConnections();
	await closed;
}

/**
 * Serves until a signal. If another Node program started this one, it is told the addresses, and this one ends with it.
 * If a person did, the addresses are printed.
 */
export async function serveAsProgram(
	name: string,
	addresses: Record<string, string>,
	emulator: { close(): Promise<void> },
): Promise<void> {
	if (process.send) process.send(addresses);
	else console.log(`${name} emulator ready: ${Object.values(addresses).join(' and ')}`);
	await Promise.race(['SIGINT', 'SIGTERM', 'disconnect'].map((event) => once(process, event)));
	if (process.connected) process.disconnect?.();
	await emulator.close();
}
