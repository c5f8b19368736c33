/**
 * One connection: takes each chunk of bytes and either answers it or gives it to Node's own HTTP server. A chunk that
 * arrives while a call is handled waits. After Node got anything but exactly one whole request, the connection stays
 * with Node.
 */
import type { Socket } from 'node:net';
import { readCall } from './call.ts';
import type { TakeCall } from './fan-call.ts';
import { readHead, type Head } from './head.ts';
import { quickAnswer, readPath, type PreparedAt } from './read.ts';
import { KEEP_ALIVE_MS } from './timeouts.ts';

export type OpenStream = (asked: AskedStream) => ((socket: Socket) => void) | Buffer | null;

export interface AskedStream {
	path: string;
	headers: Head['headers'];
	peer: string | undefined;
}

/** What the fast path can answer. */
export interface Answers {
	fastPath: boolean;
	ready: (path: string) => PreparedAt | null;
	stream: OpenStream;
	take: TakeCall;
	headersOfAll: Record<string, string>;
	/** Reads answered from memory since the start. */
	reads: number;
}

/** The server's side, shared by all its connections. */
export interface ConnectionHost {
	readonly answers: Answers;
	readonly headMs: number;
	/** Calls that the fast path is handling, on all connections. */
	calls: number;
	/** The server closes: each connection ends with the answer to its call. */
	closing: boolean;
	/** Gives the socket to Node's server, which adds its own listeners. */
	adopt(socket: Socket): void;
	closeIdleConnections(): void;
}

type Feed = (chunk: Buffer) => void;

export class Connection {
	readonly #socket: Socket;
	readonly #host: ConnectionHost;
	/** Node's parser for this connection, set once a chunk arrives that the fast path does not handle. */
	#feed: Feed | null = null;
	/** Node's server is handling a request, or has received a part of one. */
	#busy = false;
	/** Node's server got exactly one whole request, so the next chunk begins a new one. */
	#whole = false;
	/** The fast path is handling a call. */
	#calling = false;
	/** Bytes that arrived meanwhile. */
	readonly #waiting: Buffer[] = [];
	/** The client will send no more. */
	#ended = false;
	/** The last read answered from memory, with its parsed head. A client that repeats it sends the same bytes. */
	#last: { chunk: Buffer; head: Head } | null = null;
	/** It is a stream's until it closes; what comes is not listened to. */
	#streaming = false;
	/** It has said nothing yet. */
	#silent = true;

	constructor(socket: Socket, host: ConnectionHost) {
		this.#socket = socket;
		this.#host = host;
		socket.setTimeout(host.headMs, this.#onTimeout);
		socket.on('error', ignoreError).once('end', this.#onEnd).on('data', this.#onData);
	}

	/** True if the fast path has it, and neither handles a call nor sends a stream. */
	isIdle(): boolean {
		return !this.#feed && !this.#calling && !this.#streaming;
	}

	/** True if nothing has arrived yet. */
	isSilent(): boolean {
		return this.#silent;
	}

	/** Node's server has finished its answer: the next chunk may be looked at again. */
	answeredByNode(): void {
		this.#busy = !this.#whole;
	}

	readonly #onTimeout = (): void => {
		this.#socket.destroy();
	};

	readonly #onEnd = (): void => {
		this.#ended = true;
		// A client that half-closes after sending a call still gets the response.
		if (!this.#calling) this.#socket.end();
	};

	readonly #onData = (chunk: Buffer): void => {
		if (this.#streaming) return;
		if (this.#silent) {
			this.#silent = false;
			this.#socket.setTimeout(KEEP_ALIVE_MS);
		}
		if (this.#calling) {
			this.#waiting.push(chunk);
			this.#socket.pause();
			return;
		}
		// More than one request at a time: from here on the connection is Node's.
		if (this.#busy) this.#whole = false;
		else if (this.#answer(chunk)) return;
		this.#feed ??= this.#handOver();
		this.#feed.call(this.#socket, chunk);
	};

	/** Answers the chunk if the fast path can. Returns false if Node must handle it. */
	#answer(chunk: Buffer): boolean {
		const socket = this.#socket;
		const { answers } = this.#host;
		const head = answers.fastPath ? this.#headOf(chunk) : null;
		// A client that sends requests without reading the responses must wait: Node's server handles it.
		if (head && !socket.writableNeedDrain) {
			const path = readPath(head);
			const found = path === null ? null : answers.ready(path);
			if (found) {
				if (this.#last?.head !== head) this.#last = { chunk, head };
				answers.reads += 1;
				socket.write(quickAnswer(found, head, answers.headersOfAll));
				return true;
			}
			const stream =
				path === null || this.#feed
					? null
					: answers.stream({ path, headers: head.headers, peer: socket.remoteAddress });
			if (Buffer.isBuffer(stream)) {
				socket.write(stream);
				return true;
			}
			if (stream) {
				this.#streaming = true;
				this.#last = null;
				socket.setTimeout(0);
				stream(socket);
				return true;
			}
			const call = path === null ? readCall(head, chunk) : null;
			const called = call && answers.take(call, socket.remoteAddress ?? '');
			if (called) {
				void this.#finishCall(called);
				return true;
			}
		}
		this.#busy = true;
		this.#whole = head !== null;
		return false;
	}

	/** Returns the head of a whole request. A client that repeats a read sends the same bytes, so reuse the last head. */
	#headOf(chunk: Buffer): Head | null {
		return this.#last?.chunk.equals(chunk) ? this.#last.head : readHead(chunk);
	}

	async #finishCall(called: Promise<string | Buffer>): Promise<void> {
		const host = this.#host;
		this.#calling = true;
		host.calls += 1;
		const answer = await called;
		host.calls -= 1;
		this.#calling = false;
		if (host.closing || this.#ended) {
			this.#socket.end(answer);
			if (host.closing && host.calls === 0) host.closeIdleConnections();
			return;
		}
		this.#socket.write(answer);
		if (this.#waiting.length === 0) return;
		const waited = Buffer.concat(this.#waiting.splice(0));
		this.#socket.resume();
		this.#onData(waited);
	}

	/** Lets Node's server take the connection, and returns its parser. Our listener stays and decides about each chunk. */
	#handOver(): Feed {
		const socket = this.#socket;
		socket.off('timeout', this.#onTimeout).off('error', ignoreError).off('end', this.#onEnd);
		socket.off('data', this.#onData).setTimeout(0);
		this.#host.adopt(socket);
		const [feed] = socket.listeners('data') as Feed[];
		if (!feed) throw new Error('The HTTP server reads in a way that the front does not know');
		socket.off('data', feed).on('data', this.#onData);
		return feed;
	}
}

/** Without a listener an error would end the process. Node's server brings its own, as soon as it has the connection. */
const ignoreError = (): void => undefined;
