/** A log behind an address. A read that fails is tried again a few times. */
import { setTimeout as wait } from 'node:timers/promises';
import type { LogSource } from './source.ts';
import { Unreachable } from './unreachable.ts';

const POLICY = { tries: 4, timeoutMs: 30_000, firstPauseMs: 500 };

export function httpSource(address: string, policy = POLICY): LogSource {
	const base = address.endsWith('/') ? address.slice(0, -1) : address;
	return {
		async read(path, limit) {
			const url = `${base}/${path}`;
			for (let tried = 1; ; tried += 1) {
				try {
					return await get(url, limit, policy.timeoutMs);
				} catch (error) {
					if (tried === policy.tries) throw new Unreachable(`${url}: ${reasonOf(error)}`, { cause: error });
				}
				await wait(policy.firstPauseMs * 2 ** (tried - 1));
			}
		},
	};
}

async function get(url: string, limit: number, timeoutMs: number): Promise<Uint8Array | null> {
	const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) });
	if (!response.ok) {
		await response.body?.cancel();
		if (response.status === 404 || response.status === 410) return null;
		throw new Error(`the server answers ${response.status}`);
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
