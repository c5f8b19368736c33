/**
 * The front of the HTTP server: what comes most often is answered where its bytes arrive, before Node's parser and the
 * router, which cost more than the answer (docs/decisions/0009). It knows two shapes, each whole and in one piece: a
 * plain GET whose answer lies ready in memory or is a stream under way, and a plain POST of JSON to a call that it was
 * given. Every other byte goes to Node's own server, and so does the rest of a connection whose position between two
 * requests is not certain. connection.ts decides that; here connections are counted, opened and closed.
 */
import { type RequestListener, Server } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Drain } from '../drain.ts';
import type { Admission } from '../limits/admission.ts';
import { Connection, type Answers, type ConnectionHost, type OpenStream } from './connection.ts';
import type { TakeCall } from './fan-call.ts';
import type { PreparedAt } from './read.ts';
import { KEEP_ALIVE_MS, TIMEOUTS, type Timeouts } from './timeouts.ts';

export interface Front {
	/** Creates the server, for the framework's option of the same name. */
	serverFactory: (handle: RequestListener) => Server;
	/** Sets the source of plain reads: `ready` returns the bytes if they are prepared. */
	answer(ready: (path: string) => PreparedAt | null): void;
	/** Sets the source of streams, asked for every other plain read: it takes over the connection or refuses it. */
	stream(open: OpenStream): void;
	/** Sets the handler of plain calls. */
	take(call: TakeCall): void;
	/** Returns the number of plain reads answered since the start. */
	reads(): number;
}

interface FrontOptions {
	/** False gives every connection to Node from its first byte. The limits on connections and silence still apply. */
	fastPath?: boolean;
	timeouts?: Timeouts;
	drain?: Drain;
}

export function openFront(
	headersOfAll: Record<string, string>,
	admission: Pick<Admission, 'connectionsMax' | 'admitConnection'>,
	{ fastPath = true, timeouts = TIMEOUTS, drain }: FrontOptions = {},
): Front {
	const answers: Answers = {
		fastPath,
		ready: () => null,
		stream: () => null,
		take: () => null,
		headersOfAll,
		reads: 0,
	};
	// Node's server knows how to tell a client that the connection ends with the answer.
	drain?.onBegin(() => (answers.fastPath = false));
	return {
		reads: () => answers.reads,
		serverFactory: (handle) => new FrontServer(handle, answers, { admission, timeouts, drain }),
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

/** Time limit for the first word on a connection that was opened right before the end of a drain. */
const SPOKEN_WITHIN_MS = 1_000;

/** Under a load that never ends, the last ones are reset all the same. */
const TURNS_MAX = 2_000;

interface ServerParts {
	admission: Pick<Admission, 'connectionsMax' | 'admitConnection'>;
	timeouts: Timeouts;
	drain: Drain | undefined;
}

class FrontServer extends Server {
	readonly #connections = new Map<Socket, Connection>();
	readonly #host: ConnectionHost;
	readonly #drain: Drain | undefined;
	#accepted = 0;

	constructor(
		handle: RequestListener,
		answers: Answers,
		{ admission: { connectionsMax, admitConnection }, timeouts, drain }: ServerParts,
	) {
		const limits = {
			keepAliveTimeout: KEEP_ALIVE_MS,
			headersTimeout: timeouts.headMs,
			requestTimeout: timeouts.requestMs,
			connectionsCheckingInterval: timeouts.checkedEveryMs,
		};
		super(limits, (request, response) => {
			const connection = this.#connections.get(request.socket);
			if (drain?.isDraining) response.shouldKeepAlive = false;
			response.once('close', () => {
				connection?.answeredByNode();
				// Its connection has become idle after the others were closed: closing would wait until it gives up.
				if (this.#host.closing) setImmediate(() => this.closeIdleConnections());
			});
			handle(request, response);
		});
		this.#drain = drain;
		this.maxConnections = connectionsMax;
		this.timeout = timeouts.stuckMs;
		const [serve] = this.listeners('connection') as ((socket: Socket) => void)[];
		this.removeAllListeners('connection');
		this.#host = {
			answers,
			headMs: timeouts.headMs,
			calls: 0,
			closing: false,
			adopt: (socket) => serve?.call(this, socket),
			closeIdleConnections: () => this.closeIdleConnections(),
		};
		this.on('connection', (socket: Socket) => {
			this.#accepted += 1;
			const leave = admitConnection(socket.remoteAddress);
			if (!leave) {
				// Not a word: an answer would cost a request to read first, and a slot while it is on its way.
				socket.resetAndDestroy();
				return;
			}
			this.#connections.set(socket, new Connection(socket, this.#host));
			socket.once('close', () => {
				this.#connections.delete(socket);
				leave();
			});
		});
	}

	override close(callback?: (error?: Error) => void): this {
		const closeNow = () => void super.close(callback);
		if (this.#drain?.isDraining) void this.#acceptWaiting().then(closeNow);
		else closeNow();
		return this;
	}

	/** Closing resets connections that wait to be accepted, and Node accepts one in a turn of its loop. */
	async #acceptWaiting(): Promise<void> {
		let before = -1;
		for (let turn = 0; turn < TURNS_MAX && before !== this.#accepted; turn += 1) {
			before = this.#accepted;
			await nextTurn();
		}
	}

	/** Part of closing. Node's server knows only the connections that were handed over, and takes those at a call for idle. */
	override closeIdleConnections(): void {
		this.#host.closing = true;
		for (const [socket, connection] of this.#connections) {
			if (!connection.isIdle()) continue;
			if (this.#drain?.isDraining && connection.isSilent()) this.#destroySoon(socket, connection);
			else socket.destroy();
		}
		if (this.#host.calls === 0) super.closeIdleConnections();
	}

	/** A proxy has just opened it: its request is on its way, and some requests must not be repeated elsewhere. */
	#destroySoon(socket: Socket, connection: Connection): void {
		setTimeout(() => connection.isSilent() && socket.destroy(), SPOKEN_WITHIN_MS).unref();
	}

	override closeAllConnections(): void {
		for (const socket of this.#connections.keys()) socket.destroy();
		super.closeAllConnections();
	}
}
