/** A line to a database server that a test can hold still, cut, or have drop what connections begin with. */
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';

export interface DatabaseLine {
	/** The server's address through the line. */
	url: string;
	/** Nothing passes any more, in either direction, and nobody is told: a frozen server, a cable that was pulled. */
	freeze(): void;
	/** What was held passes. */
	thaw(): void;
	/** Ends every connection at once. */
	cut(): void;
	close(): Promise<void>;
}

interface LineTraits {
	/** As a pooler that knows nothing of start-up options. */
	dropsOptions?: boolean;
}

export async function openDatabaseLine(url: string, { dropsOptions = false }: LineTraits = {}): Promise<DatabaseLine> {
	const far = serverOf(url);
	const sockets = new Set<Socket>();
	let frozen = false;

	const server = createServer((near) => {
		const other = connect(far);
		const pair: [Socket, Socket] = [near, other];
		for (const [from, to] of [pair, [other, near]] as const) {
			sockets.add(from);
			from.on('error', () => undefined);
			from.on('close', () => {
				sockets.delete(from);
				to.destroy();
			});
		}
		other.pipe(near);
		if (dropsOptions) near.once('data', (start: Buffer) => (other.write(withoutOptions(start)), near.pipe(other)));
		else near.pipe(other);
		if (frozen) for (const socket of pair) socket.pause();
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const cut = () => sockets.forEach((socket) => socket.destroy());
	return {
		url: throughPort(url, (server.address() as AddressInfo).port),
		freeze() {
			frozen = true;
			for (const socket of sockets) socket.pause();
		},
		thaw() {
			frozen = false;
			for (const socket of sockets) socket.resume();
		},
		cut,
		async close() {
			const closed = once(server, 'close');
			server.close();
			cut();
			await closed;
		},
	};
}

function serverOf(url: string): { path: string } | { host: string; port: number } {
	const { hostname, port, searchParams } = new URL(url);
	const folder = searchParams.get('host');
	if (folder?.startsWith('/')) return { path: join(folder, `.s.PGSQL.${port || 5432}`) };
	return { host: hostname, port: Number(port || 5432) };
}

function throughPort(url: string, port: number): string {
	const address = new URL(url);
	address.searchParams.delete('host');
	address.hostname = '127.0.0.1';
	address.port = String(port);
	return address.href;
}

/** The first message of a connection: length, protocol version, then names and values that each end with NUL. */
function withoutOptions(start: Buffer): Buffer {
	const words = start.subarray(8, -1).toString().split('\0').slice(0, -1);
	const kept = words.flatMap((word, index) =>
		index % 2 === 0 && word !== 'options' ? [word, words[index + 1] ?? ''] : [],
	);
	const text = Buffer.from(`${kept.join('\0')}\0\0`);
	const head = Buffer.alloc(8);
	head.writeInt32BE(text.length + 8, 0);
	start.copy(head, 4, 4, 8);
	return Buffer.concat([head, text]);
}
