/** Where a log is read from: an address, or a folder with the same layout. */
import { open, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

export interface LogSource {
	/** Address or folder. */
	place?: string;
	/**
	 * Reads the first `limit` bytes of a path below the log, or all if there are fewer. Null if there is no such path.
	 * @throws {Unreachable} if the source cannot be read now
	 */
	read(path: string, limit: number): Promise<Uint8Array | null>;
}

/** Nothing can be said about the log: it could not be read. */
export class Unreachable extends Error {
	override name = 'Unreachable';
}

/** The log at an `http:` or `https:` address, or else in a folder. */
export function openSource(place: string): LogSource {
	return /^https?:\/\//i.test(place) ? httpSource(place) : folderSource(place);
}

function folderSource(folder: string): LogSource {
	return {
		place: folder,
		async read(path, limit) {
			const file = join(folder, path);
			try {
				return await readStart(file, limit);
			} catch (error) {
				const code = error instanceof Error && 'code' in error ? error.code : null;
				if (code === 'ENOENT' || code === 'ENOTDIR') return null;
				throw new Unreachable(`${file}: ${String(error)}`, { cause: error });
			}
		},
	};
}

async function readStart(path: string, limit: number): Promise<Uint8Array> {
	const file = await open(path, 'r');
	try {
		const { size } = await file.stat();
		return await readAll(file, Math.min(size, limit));
	} finally {
		await file.close();
	}
}

async function readAll(file: FileHandle, length: number): Promise<Uint8Array> {
	const bytes = new Uint8Array(length);
	let at = 0;
	while (at < length) {
		const { bytesRead } = await file.read(bytes, at, length - at, at);
		if (bytesRead === 0) break;
		at += bytesRead;
	}
	return bytes.subarray(0, at);
}

const POLICY = { tries: 4, timeoutMs: 30_000, firstPauseMs: 500 };
/** Times that a server may say it is busy, for one file, and the longest pause that it may ask for. */
const BUSY = { times: 20, secondsMax: 90 };

/** A log behind an address. A read that fails is tried again a few times. */
export function httpSource(address: string, policy = POLICY): LogSource {
	const base = address.endsWith('/') ? address.slice(0, -1) : address;
	return {
		place: base,
		async read(path, limit) {
			const url = `${base}/${path}`;
			let busy = 0;
			for (let tried = 1; ; tried += 1) {
				try {
					return await get(url, limit, policy.timeoutMs);
				} catch (error) {
					if (error instanceof Busy && busy < BUSY.times) {
						await wait(error.seconds * 1_000);
						[busy, tried] = [busy + 1, tried - 1];
						continue;
					}
					if (error instanceof Unreachable) throw error;
					if (tried === policy.tries) throw new Unreachable(`${url}: ${reasonOf(error)}`, { cause: error });
				}
				await wait(policy.firstPauseMs * 2 ** (tried - 1));
			}
		},
	};
}

/** The server limits how much one address may read: a large log takes longer, and is no fault. */
class Busy extends Error {
	readonly seconds: number;

	constructor(retryAfter: string | null) {
		super('the server answers 429');
		const asked = Number(retryAfter ?? Number.NaN);
		this.seconds = Number.isFinite(asked) ? Math.min(Math.max(asked, 0), BUSY.secondsMax) : 1;
	}
}

async function get(url: string, limit: number, timeoutMs: number): Promise<Uint8Array | null> {
	const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) });
	if (!response.ok) {
		await response.body?.cancel();
		if (response.status === 404 || response.status === 410) return null;
		if (response.status === 429) throw new Busy(response.headers.get('retry-after'));
		throw new Error(`the server answers ${response.status}`);
	}
	// A site answers unknown addresses with a page for people.
	if (response.headers.get('content-type')?.startsWith('text/html')) {
		await response.body?.cancel();
		throw new Unreachable(`${url}: this is a web page, and no file of a log. Is the address right?`);
	}
	const parts: Uint8Array[] = [];
	let length = 0;
	for await (const part of response.body ?? []) {
		parts.push(part);
		length += part.length;
		// Leaving the loop cancels the rest.
		if (length >= limit) break;
	}
	return Buffer.concat(parts).subarray(0, limit);
}

function reasonOf(error: unknown): string {
	if (!(error instanceof Error)) return String(error);
	return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}
