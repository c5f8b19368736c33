/** Asks the site over a few hundred connections, as all its fans together do. */
import { setTimeout as sleep } from 'node:timers/promises';
import { RETRY_HEADER } from '#contract/voting.ts';
import { ConnectionLost, Line, type Reply } from './line.ts';

export interface Request {
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
