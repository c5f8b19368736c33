/** Asks the site over a few hundred connections, as all its fans together do. */
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { RETRY_HEADER } from '#contract/voting.ts';

interface Request {
	method?: 'GET' | 'POST' | 'PUT';
	/** Of the site, from the root. */
	path: string;
	headers?: Record<string, string>;
	body?: unknown;
}

export interface Client {
	/** Asks once more, with the same key, if the connection is lost, and later if the site is busy. */
	ask(request: Request): Promise<Reply>;
	/** Requests that were sent again. */
	retries(): number;
	close(): void;
}

const TRIES_MAX = 50;
const BUSY_MS = 100;
/** The site asks to come again: it is overloaded, a wallet is held, or a limit of requests was met. */
const BUSY = new Set([429, 502, 503, 504]);

export function openClient(address: string, connections: number): Client {
	const url = new URL(address);
	const idle: Line[] = [];
	const waiting: ((line: Line) => void)[] = [];
	let opened = 0;
	let retries = 0;

	function take(): Promise<Line> | Line {
		const line = idle.pop();
		if (line?.isOpen) return line;
		if (line) opened -= 1;
		if (line) return take();
		if (opened === connections) return new Promise((resolve) => void waiting.push(resolve));
		opened += 1;
		return new Line(url);
	}

	function giveBack(line: Line): void {
		const next = waiting.shift();
		if (!next) return void idle.push(line);
		next(line.isOpen ? line : new Line(url));
	}

	async function askOnce(bytes: string): Promise<Reply | null> {
		const line = await take();
		try {
			return await line.ask(bytes);
		} catch (error) {
			if (!(error instanceof ConnectionLost)) throw error;
			return null;
		} finally {
			giveBack(line);
		}
	}

	async function ask(request: Request): Promise<Reply> {
		for (let tries = 1; ; tries += 1) {
			const reply = await askOnce(bytesOf(url, request, tries > 1));
			if (reply && !BUSY.has(reply.status)) return reply;
			if (tries === TRIES_MAX) throw new Error(`${request.path} was not answered: ${reply?.text ?? 'no reply'}`);
			retries += 1;
			if (reply) await sleep(BUSY_MS);
		}
	}

	return {
		ask,
		retries: () => retries,
		close() {
			for (const line of idle) line.close();
		},
	};
}

function bytesOf({ host }: URL, { method, path, headers = {}, body }: Request, again: boolean): string {
	const text = body === undefined ? '' : JSON.stringify(body);
	const all = again ? { ...headers, [RETRY_HEADER]: '1' } : headers;
	const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
	const type = body === undefined ? '' : 'content-type: application/json\r\n';
	const length =
		method === 'GET' || (!method && body === undefined) ? '' : `content-length: ${Buffer.byteLength(text)}\r\n`;
	const verb = method ?? (body === undefined ? 'GET' : 'POST');
	return `${verb} ${path} HTTP/1.1\r\nhost: ${host}\r\n${lines.join('')}${type}${length}\r\n${text}`;
}

export interface Reply {
	status: number;
	/** The status line and the headers. */
	head: string;
	text: string;
}

/** One keep-alive connection of plain bytes: an HTTP client would cost more than the server that it asks. */
class ConnectionLost extends Error {}

interface Waiting {
	resolve(reply: Reply): void;
	reject(error: Error): void;
}

class Line {
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

/** Does the work for each item, so many at a time. */
export async function inParallel<T>(
	items: readonly T[],
	atOnce: number,
	work: (item: T) => Promise<unknown>,
): Promise<void> {
	const rest = items.values();
	await Promise.all(
		Array.from({ length: Math.min(atOnce, items.length) }, async () => {
			for (const item of rest) await work(item);
		}),
	);
}
