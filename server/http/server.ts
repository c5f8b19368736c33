/** Node's HTTP server, with limits of connections and of slow clients, and an end that cuts no request off. */
import { type RequestListener, Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Drain } from './health.ts';
import type { Admission } from './limits/admission.ts';

export interface Timeouts {
	headMs: number;
	requestMs: number;
	stuckMs: number;
	checkedEveryMs: number;
}

const TIMEOUTS: Timeouts = {
	/** No connection is held by silence, or a byte now and then. Bodies take longer: pictures on slow networks. */
	headMs: 20_000,
	requestMs: 120_000,
	stuckMs: 120_000,
	checkedEveryMs: 5_000,
};

/** The framework's keep-alive time. Longer than that of any proxy in front of us. */
const KEEP_ALIVE_MS = 72_000;
/** Time limit for the first byte on a connection that was opened right before the end of a drain. */
const SPOKEN_WITHIN_MS = 1_000;
/** Under a load that never ends, the last connections are reset all the same. */
const TURNS_MAX = 2_000;
/** While the server closes, connections whose answer is sent end within this time. */
const SWEPT_EVERY_MS = 50;

/** Requests of a connection that were sent before the one before was answered. Browsers and proxies send none. */
const PIPELINED_MAX = 10;

/**
 * Ends a connection that sends many and reads nothing: each would hold its answer and a file, and one address a whole memory.
 * @returns false for a request that nobody will read the answer of
 */
function expectsAnswer(response: ServerResponse, pipelined: WeakMap<Socket, number>, socket: Socket): boolean {
	// Node gives the connection to the first response only.
	if (response.socket !== null) return true;
	const count = (pipelined.get(socket) ?? 0) + 1;
	pipelined.set(socket, count);
	response.once('close', () => pipelined.set(socket, (pipelined.get(socket) ?? 1) - 1));
	if (count > PIPELINED_MAX) socket.destroy();
	return count <= PIPELINED_MAX;
}

interface ServerParts {
	admission: Pick<Admission, 'connectionsMax' | 'admitConnection'>;
	drain?: Pick<Drain, 'isDraining'>;
	timeouts?: Timeouts;
}

export class SiteServer extends Server {
	readonly #sockets = new Set<Socket>();
	readonly #drain: Pick<Drain, 'isDraining'>;
	#accepted = 0;

	constructor(answer: RequestListener, { admission, drain = { isDraining: false }, timeouts = TIMEOUTS }: ServerParts) {
		const limits = {
			keepAliveTimeout: KEEP_ALIVE_MS,
			headersTimeout: timeouts.headMs,
			requestTimeout: timeouts.requestMs,
			connectionsCheckingInterval: timeouts.checkedEveryMs,
		};
		const pipelined = new WeakMap<Socket, number>();
		super(limits, (request, response) => {
			if (!expectsAnswer(response, pipelined, request.socket)) return;
			// Node then tells the client that the connection ends with this answer.
			if (drain.isDraining) response.shouldKeepAlive = false;
			answer(request, response);
		});
		this.#drain = drain;
		this.maxConnections = admission.connectionsMax;
		this.timeout = timeouts.stuckMs;
		this.prependListener('connection', (socket: Socket) => {
			this.#accepted += 1;
			const leave = admission.admitConnection(socket.remoteAddress);
			if (!leave) {
				// Not a word: an answer would cost a request to read first, and a slot while it is on its way.
				socket.resetAndDestroy();
				return;
			}
			this.#sockets.add(socket);
			socket.once('close', () => {
				this.#sockets.delete(socket);
				leave();
			});
		});
	}

	override close(callback?: (error?: Error) => void): this {
		void this.#closeInTime(callback);
		return this;
	}

	async #closeInTime(callback?: (error?: Error) => void): Promise<void> {
		if (this.#drain.isDraining) await this.#acceptWaiting();
		// Connections become idle after the others were closed: closing would wait until they give up.
		const sweeping = setInterval(() => this.closeIdleConnections(), SWEPT_EVERY_MS);
		super.close((error) => {
			clearInterval(sweeping);
			callback?.(error);
		});
		setTimeout(() => this.#silent().forEach((socket) => socket.destroy()), SPOKEN_WITHIN_MS).unref();
	}

	/** Closing resets connections that wait to be accepted, and Node accepts one in a turn of its loop. */
	async #acceptWaiting(): Promise<void> {
		let before = -1;
		for (let turn = 0; turn < TURNS_MAX && before !== this.#accepted; turn += 1) {
			before = this.#accepted;
			await nextTurn();
		}
	}

	/** At the end of a drain, a proxy may have just opened a connection whose request must not be lost: idle ones wait. */
	override closeIdleConnections(): void {
		if (!this.#drain.isDraining || this.#silent().length === 0) super.closeIdleConnections();
	}

	#silent(): Socket[] {
		return [...this.#sockets].filter((socket) => socket.bytesRead === 0);
	}
}
