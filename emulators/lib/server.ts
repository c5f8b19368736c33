/** What every emulator is: a server on loopback. */
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
