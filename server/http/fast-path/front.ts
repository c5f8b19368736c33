/**
 * The front of the HTTP server: what comes most often is answered where its bytes arrive, before Node's parser and the
 * router, which cost more than the answer (docs/decisions/0009). It knows two shapes, each whole and in one piece: a
 * plain GET whose answer lies ready in memory or is a stream under way, and a plain POST of JSON to a call that it was
 * given. Every other byte goes to Node's own server, and so does the rest of a connection whose position between two
 * requests is not certain.
 */
import { type RequestListener, Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Admission } from '../limits/admission.ts';
import { readCall } from './call.ts';
import type { TakeCall } from './fan-call.ts';
import { readHead, type Head } from './head.ts';
import { quickAnswer, readPath, type PreparedAt } from './read.ts';

export interface Front {
	/** Creates the server, for the framework's option of the same name. */
	serverFactory: (handle: RequestListener) => Server;
	/** Sets the source of plain reads: `ready` returns the bytes if they are prepared. */
	answer(ready: (path: string) => PreparedAt | null): void;
	/** Sets the source of streams, asked for every other plain read: it takes over the connection or refuses it. */
	stream(open: OpenStream): void;
	/** Sets the handler of plain calls. */
	take(call: TakeCall): void;
}

export type OpenStream = (asked: AskedStream) => ((socket: Socket) => void) | Buffer | null;

export interface AskedStream {
	path: string;
	headers: Head['headers'];
	peer: string | undefined;
}

/** The framework's keep-alive time. Longer than that of any proxy in front of us. */
const KEEP_ALIVE_MS = 72_000;
/**
 * A new connection is closed sooner if it sends nothing, or does not complete the head of its first request. A body may
 * take longer, because pictures come over slow networks. Clients cannot hold a connection by sending a byte now and
 * then.
 */
const HEAD_MS = 20_000;
const REQUEST_MS = 120_000;
/** Time limit for a response of which the client reads no byte. */
const STUCK_MS = 120_000;
/** Interval of the checks. A limit may be noticed this much later. */
const CHECKED_EVERY_MS = 5_000;

interface Answers {
	fastPath: boolean;
	ready: (path: string) => PreparedAt | null;
	stream: OpenStream;
	take: TakeCall;
	headersOfAll: Record<string, string>;
}

/** Limits of a front; tests shorten them. */
export interface Timeouts {
	headMs: number;
	requestMs: number;
	stuckMs: number;
	checkedEveryMs: number;
}

const TIMEOUTS: Timeouts = {
	headMs: HEAD_MS,
	requestMs: REQUEST_MS,
	stuckMs: STUCK_MS,
	checkedEveryMs: CHECKED_EVERY_MS,
};

interface FrontOptions {
	/** False gives every connection to Node from its first byte. The limits on connections and silence still apply. */
	fastPath?: boolean;
	timeouts?: Timeouts;
}

export function openFront(
	headersOfAll: Record<string, string>,
	admission: Pick<Admission, 'connectionsMax' | 'admitConnection'>,
	{ fastPath = true, timeouts = TIMEOUTS }: FrontOptions = {},
): Front {
	const answers: Answers = { fastPath, ready: () => null, stream: () => null, take: () => null, headersOfAll };
	return {
		serverFactory: (handle) => new FrontServer(handle, answers, admission, timeouts),
		answer(ready) {
			answers.ready = ready;
		},
		stream(open) {
			answers.stream = open;
		},
		take(call) {
			answers.take = call;
		},
	};
}

type Feed = (chunk: Buffer) => void;

/** State of a connection: whether Node or the front handles it. */
interface Connection {
	/** Node's parser for this connection, set once a chunk arrives that the front does not handle. */
	feed: Feed | null;
	/** Node's server is handling a request, or has received a part of one. */
	busy: boolean;
	/** Node's server got exactly one whole request, so the next chunk begins a new one. */
	whole: boolean;
	/** The front is handling a call. */
	calling: boolean;
	/** Bytes that arrived meanwhile. */
	waiting: Buffer[];
	/** The client will send no more. */
	ended: boolean;
	/** The last read answered from memory, with its parsed head. A client that repeats it sends the same bytes. */
	last: { chunk: Buffer; head: Head } | null;
	/** It is a stream's until it closes; what comes is not listened to. */
	streaming: boolean;
	/** It has said nothing yet. */
	silent: boolean;
}

const newConnection = (): Connection => ({
	feed: null,
	busy: false,
	whole: false,
	calling: false,
	waiting: [],
	ended: false,
	last: null,
	streaming: false,
	silent: true,
});

/** Returns the head of a whole request. A client that repeats a read sends the same bytes, so reuse the last head. */
function headOf({ last }: Connection, chunk: Buffer): Head | null {
	return last?.chunk.equals(chunk) ? last.head : readHead(chunk);
}

class FrontServer extends Server {
	readonly #connections = new Map<Socket, Connection>();
	readonly #answers: Answers;
	#calls = 0;
	#closing = false;

	constructor(
		handle: RequestListener,
		answers: Answers,
		{ connectionsMax, admitConnection }: Pick<Admission, 'connectionsMax' | 'admitConnection'>,
		timeouts: Timeouts,
	) {
		const limits = {
			keepAliveTimeout: KEEP_ALIVE_MS,
			headersTimeout: timeouts.headMs,
			requestTimeout: timeouts.requestMs,
			connectionsCheckingInterval: timeouts.checkedEveryMs,
		};
		super(limits, (request, response) => {
			const connection = this.#connections.get(request.socket);
			response.once('close', () => {
				if (connection) connection.busy = !connection.whole;
				// Its connection has become idle after the others were closed: closing would wait until it gives up.
				if (this.#closing) setImmediate(() => this.closeIdleConnections());
			});
			handle(request, response);
		});
		this.#answers = answers;
		this.maxConnections = connectionsMax;
		this.timeout = timeouts.stuckMs;
		const [serve] = this.listeners('connection') as ((socket: Socket) => void)[];
		this.removeAllListeners('connection');
		this.on('connection', (socket: Socket) => {
			const leave = admitConnection(socket.remoteAddress);
			if (!leave) {
				// Not a word: an answer would cost a request to read first, and a slot while it is on its way.
				socket.resetAndDestroy();
				return;
			}
			const connection = newConnection();
			this.#connections.set(socket, connection);
			const close = () => socket.destroy();
			// Node's server brings its own, as soon as it has the connection.
			const onError = () => undefined;
			socket.setTimeout(timeouts.headMs, close);
			const onEnd = () => {
				connection.ended = true;
				// A client that half-closes after sending a call still gets the response.
				if (!connection.calling) socket.end();
			};
			socket
				.once('close', () => {
					this.#connections.delete(socket);
					leave();
				})
				.on('error', onError)
				.once('end', onEnd);
			const onData = (chunk: Buffer) => {
				if (connection.streaming) return;
				if (connection.silent) {
					connection.silent = false;
					socket.setTimeout(KEEP_ALIVE_MS);
				}
				if (connection.calling) {
					connection.waiting.push(chunk);
					socket.pause();
					return;
				}
				// More than one request at a time: from here on the connection is Node's.
				if (connection.busy) connection.whole = false;
				else if (this.#answer(socket, connection, chunk, onData)) return;
				connection.feed ??= handOver();
				connection.feed.call(socket, chunk);
			};
			const handOver = (): Feed => {
				socket.off('timeout', close).off('error', onError).off('end', onEnd).off('data', onData).setTimeout(0);
				serve?.call(this, socket);
				const [feed] = socket.listeners('data') as Feed[];
				if (!feed) throw new Error('The HTTP server reads in a way that the front does not know');
				socket.off('data', feed).on('data', onData);
				return feed;
			};
			socket.on('data', onData);
		});
	}

	/** Answers the chunk if the front can. Returns false if Node must handle it. */
	#answer(socket: Socket, connection: Connection, chunk: Buffer, next: Feed): boolean {
		const head = this.#answers.fastPath ? headOf(connection, chunk) : null;
		// A client that sends requests without reading the responses must wait: Node's server handles it.
		if (head && !socket.writableNeedDrain) {
			const path = readPath(head);
			const found = path === null ? null : this.#answers.ready(path);
			if (found) {
				if (connection.last?.head !== head) connection.last = { chunk, head };
				socket.write(quickAnswer(found, head, this.#answers.headersOfAll));
				return true;
			}
			const stream =
				path === null || connection.feed
					? null
					: this.#answers.stream({ path, headers: head.headers, peer: socket.remoteAddress });
			if (Buffer.isBuffer(stream)) {
				socket.write(stream);
				return true;
			}
			if (stream) {
				connection.streaming = true;
				connection.last = null;
				socket.setTimeout(0);
				stream(socket);
				return true;
			}
			const call = path === null ? readCall(head, chunk) : null;
			const called = call && this.#answers.take(call, socket.remoteAddress ?? '');
			if (called) {
				void this.#finishCall(socket, connection, called, next);
				return true;
			}
		}
		connection.busy = true;
		connection.whole = head !== null;
		return false;
	}

	async #finishCall(socket: Socket, connection: Connection, called: Promise<string>, next: Feed): Promise<void> {
		connection.calling = true;
		this.#calls += 1;
		const answer = await called;
		this.#calls -= 1;
		connection.calling = false;
		if (this.#closing || connection.ended) {
			socket.end(answer);
			if (this.#closing && this.#calls === 0) this.closeIdleConnections();
			return;
		}
		socket.write(answer);
		if (connection.waiting.length === 0) return;
		const waited = Buffer.concat(connection.waiting.splice(0));
		socket.resume();
		next(waited);
	}

	/** Part of closing. Node's server knows only the connections that were handed over, and takes those at a call for idle. */
	override closeIdleConnections(): void {
		this.#closing = true;
		for (const [socket, { feed, calling, streaming }] of this.#connections) {
			if (!feed && !calling && !streaming) socket.destroy();
		}
		if (this.#calls === 0) super.closeIdleConnections();
	}

	override closeAllConnections(): void {
		for (const socket of this.#connections.keys()) socket.destroy();
		super.closeAllConnections();
	}
}
