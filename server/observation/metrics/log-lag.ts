/**
 * Measures how long leaves of the public log wait for their checkpoint. Rows have no time, so the age is that of the
 * first reading that saw leaves which are still not published. It is never too high, and too low by one reading.
 */
export interface LogLag {
	/** Takes a reading of all logs that have leaves waiting. Returns the age in seconds of the oldest such leaf. */
	note(logs: readonly LogSize[], now: number): number;
}

export interface LogSize {
	rankingId: number;
	leaves: number;
	published: number;
}

/** @returns a measure that takes `now` in milliseconds of a monotonic clock */
export function measureLogLag(): LogLag {
	/** Of each log: the leaves that it had at the first reading since which not all of them are published. */
	let seen = new Map<number, { leaves: number; at: number }>();
	return {
		note(logs, now) {
			const before = seen;
			seen = new Map(
				logs.map(({ rankingId, leaves, published }) => {
					const known = before.get(rankingId);
					return [rankingId, known && known.leaves > published ? known : { leaves, at: now }];
				}),
			);
			return seen.values().reduce((oldest, { at }) => Math.max(oldest, (now - at) / 1000), 0);
		},
	};
}
