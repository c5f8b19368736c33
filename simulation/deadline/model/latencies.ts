/** Many times in little memory: counted in buckets that are one percent wide. */

export interface Latencies {
	add(milliseconds: number): void;
	count(): number;
	/** Returns the time that this part of all stayed below, one percent too long at most. NaN if there are none. */
	quantile(part: number): number;
}

const WIDTH = Math.log(1.01);
const FIRST_MS = 0.001;
/** To an hour. */
const BUCKETS = Math.ceil(Math.log(3_600_000 / FIRST_MS) / WIDTH);

export function openLatencies(): Latencies {
	const buckets = new Uint32Array(BUCKETS);
	let count = 0;
	return {
		add(milliseconds) {
			const bucket = Math.ceil(Math.log(Math.max(FIRST_MS, milliseconds) / FIRST_MS) / WIDTH);
			const at = Math.min(BUCKETS - 1, bucket);
			buckets[at] = (buckets[at] ?? 0) + 1;
			count += 1;
		},
		count: () => count,
		quantile(part) {
			if (count === 0) return Number.NaN;
			let left = Math.ceil(count * part);
			const bucket = buckets.findIndex((votes) => (left -= votes) <= 0);
			return FIRST_MS * Math.exp(bucket * WIDTH);
		},
	};
}
