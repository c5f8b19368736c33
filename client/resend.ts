/** When a request that may succeed in a moment is sent again: a vote under its key, or a read. */

/** From the first failure on. */
export const PATIENCE_MS = 10_000;

/** Without a word of the server: the pause doubles from the first one. */
const FIRST_MS = 300;
const LONGEST_MS = 2_000;
/** The server names whole seconds. Devices that were told the same one come spread over its length. */
const SPREAD_MS = 1_000;

export interface Failure {
	/** Failures of the request before this one. */
	before: number;
	/** Seconds of the `Retry-After` header, if there was one. */
	retryAfter?: number | undefined;
	leftMs: number;
	random: number;
}

/** Null where the device gives up. A server that asks for more patience than is left is asked once more, at the end. */
export function pauseAfter({ before, retryAfter, leftMs, random }: Failure): number | null {
	if (retryAfter !== undefined) {
		if (leftMs < SPREAD_MS) return null;
		return Math.min(retryAfter * 1000 + random * SPREAD_MS, leftMs - random * SPREAD_MS);
	}
	const pause = Math.min(FIRST_MS * 2 ** before, LONGEST_MS) * (0.5 + random / 2);
	return pause < leftMs ? pause : null;
}
