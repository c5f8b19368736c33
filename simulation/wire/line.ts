/** One keep-alive connection of plain bytes: an HTTP client would cost more than the server that it asks. */
import { connect, type Socket } from 'node:net';

export interface Reply {
	status: number;
	/** The status line and the headers. */
	head: string;
	text: string;
}

export class ConnectionLost extends Error {}

interface Waiting {
	resolve(reply: Reply): void;
	reject(error: Error): void;
}

export class Line {
	readonly #socket: Socket;
	#received: Buffer = Buffer.alloc(0);
	#waiting: Waiting | null = null;
	isOpen = true;

	constructor({ hostname, port }: URL) {
		this.#socket = connect({ host: hostname, port: Number(port), noDelay: true });
		this.#socket.on('data', (chunk: Buffer) => this.#take(chunk));
		this.#socket.on('error', () => undefined);
		this.#socket.on('close', () => {
			this.isOpen = false;
			this.#settle((waiting) => waiting.reject(new ConnectionLost('The connection was closed')));
		});
	}

	/** Sends one request. The next one may be sent when its reply has arrived. */
	ask(bytes: string): Promise<Reply> {
		return new Promise((resolve, reject) => {
			if (!this.isOpen) return reject(new ConnectionLost('The connection is closed'));
			this.#waiting = { resolve, reject };
			this.#socket.write(bytes);
		});
	}

	close(): void {
		this.#socket.destroy();
	}

	#take(chunk: Buffer): void {
		this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
		const headEnd = this.#received.indexOf('\r\n\r\n');
		if (headEnd < 0) return;
		const head = this.#received.toString('latin1', 0, headEnd);
		const bodyEnd = headEnd + 4 + Number(/\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? 0);
		if (this.#received.length < bodyEnd) return;
		const text = this.#received.toString('utf8', headEnd + 4, bodyEnd);
		this.#received = this.#received.subarray(bodyEnd);
		if (/\nconnection: *close/i.test(head)) this.isOpen = false;
		this.#settle((waiting) => waiting.resolve({ status: Number(head.slice(9, 12)), head, text }));
	}

	#settle(how: (waiting: Waiting) => void): void {
		const waiting = this.#waiting;
		this.#waiting = null;
		if (waiting) how(waiting);
	}
}
