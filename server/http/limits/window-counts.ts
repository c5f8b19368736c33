/** Counts requests by key in windows of a fixed length, in bounded memory. */

export interface WindowCount {
	count: number;
	/** Requests that the other processes have not been told of. */
	untold: number;
	/** By the given clock (ms). */
	endsAt: number;
}

/** About 150 bytes each. The count that was asked for least recently is dropped first. */
const KEPT_MAX = 50_000;

export function windowCounts(now: () => number, max = KEPT_MAX): { add(key: string, windowMs: number): WindowCount } {
	const counts = new Map<string, WindowCount>();
	return {
		add(key, windowMs) {
			let own = counts.get(key);
			if (own) counts.delete(key);
			if (!own || own.endsAt <= now()) own = { count: 0, untold: 0, endsAt: now() + windowMs };
			counts.set(key, own);
			const [oldest] = counts.size > max ? counts.keys() : [];
			if (oldest !== undefined) counts.delete(oldest);
			own.count += 1;
			own.untold += 1;
			return own;
		},
	};
}
