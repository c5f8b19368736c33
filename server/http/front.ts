/**
 * The front of the HTTP server: reads whose bytes lie ready in memory are answered where they arrive, before Node's
 * parser and the router, which cost more than twice the answer (docs/decisions/0009). It knows one shape, the whole
 * head of one plain GET in one piece; every other byte goes to Node's own server, and so does the rest of a
 * connection whose place between two requests is not certain.
 */
import { type RequestListener, Server } from 'node:http';
import type { Socket } from 'node:net';
import { quickAnswer, readQuickly, type PreparedAt } from './quick.ts';

export interface Front {
	/** Makes the server; for the framework's option of that name. */
	serverFactory: (handle: RequestListener) => Server;
	/** Asked for every plain read: its bytes, where they lie ready. */
	answer(ready: (path: string) => PreparedAt | null): void;
}

/** As long as the framework would keep a connection; longer than any proxy in front of us. */
const KEEP_ALIVE_MS = 72_000;

export function openFront(headersOfAll: Record<string, string>): Front {
	let ready: (path: string) => PreparedAt | null = () => null;
	return {
		serverFactory: (handle) => new FrontServer(handle, (path) => ready(path), headersOfAll),
		answer(answers) {
			ready = answers;
		},
	};
}

type Feed = (chunk: Buffer) => void;

/** Whose turn it is on a connection. */
interface Line {
	/** Node's parser for this connection, once something came that is not ours. */
	feed: Feed | null;
	/** Node's server is at a request, or somewhere inside of one. */
	busy: boolean;
	/** What Node's server got was exactly one request, so that afterwards the next one begins. */
	whole: boolean;
}

class FrontServer extends Server {
	readonly #lines = new Map<Socket, Line>();

	constructor(handle: RequestListener, ready: (path: string) => PreparedAt | null, headers: Record<string, string>) {
		super({ keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
			const line = this.#lines.get(request.socket);
			response.once('close', () => {
				if (line) line.busy = !line.whole;
			});
			handle(request, response);
		});
		const [serve] = this.listeners('connection') as ((socket: Socket) => void)[];
		this.removeAllListeners('connection');
		this.on('connection', (socket: Socket) => {
			const line: Line = { feed: null, busy: false, whole: false };
			this.#lines.set(socket, line);
			const close = () => socket.destroy();
			// Node's server brings its own, as soon as it has the connection.
			const onError = () => undefined;
			socket.setTimeout(KEEP_ALIVE_MS, close);
			socket.once('close', () => this.#lines.delete(socket)).on('error', onError);
			const onData = (chunk: Buffer) => {
				if (line.busy) {
					// More than one request at a time: from here on the connection is Node's.
					line.whole = false;
				} else {
					const read = readQuickly(chunk);
					// Who asks without reading the answers waits like everybody at Node's server.
					const found = read.path === null || socket.writableNeedDrain ? null : ready(read.path);
					if (found) {
						socket.write(quickAnswer(found, read, headers));
						return;
					}
					line.busy = true;
					line.whole = read.whole;
				}
				line.feed ??= handOver();
				line.feed.call(socket, chunk);
			};
			const handOver = (): Feed => {
				socket.off('timeout', close).off('error', onError).off('data', onData).setTimeout(0);
				serve?.call(this, socket);
				const [feed] = socket.listeners('data') as Feed[];
				if (!feed) throw new Error('The HTTP server reads in a way that the front does not know');
				socket.off('data', feed).on('data', onData);
				return feed;
			};
			socket.on('data', onData);
		});
	}

	/** Part of closing: Node's server knows only the connections that were handed over. */
	override closeIdleConnections(): void {
		for (const [socket, { feed }] of this.#lines) if (!feed) socket.destroy();
		super.closeIdleConnections();
	}

	override closeAllConnections(): void {
		for (const socket of this.#lines.keys()) socket.destroy();
		super.closeAllConnections();
	}
}
