/** How long entries of the public logs have been waiting for a publication. */

export interface LogState {
	unpublished: number;
	/** Epoch seconds of the last publication. */
	last_checkpoint_time: number | null;
}

/**
 * Returns the seconds since entries were first seen waiting without a publication in between. The age of the last
 * publication alone would call a log late that has just got its first vote in an hour.
 */
export function watchLag(now: () => number = () => performance.now()): (log: LogState) => number {
	let waiting: { checkpoint: number | null; since: number } | null = null;
	return ({ unpublished, last_checkpoint_time: checkpoint }) => {
		if (unpublished === 0) waiting = null;
		else if (waiting?.checkpoint !== checkpoint) waiting = { checkpoint, since: now() };
		return waiting ? (now() - waiting.since) / 1000 : 0;
	};
}
