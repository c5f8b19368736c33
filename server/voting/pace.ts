/** How long votes take on this process, and how many fail by a fault: over the last minute, in bounded memory. */

const SECONDS = 60;
/** Bucket n ends at 2^(n/4) ms: a quarter of an octave, to about four minutes. */
const PER_OCTAVE = 4;
const BUCKETS = 72;

interface Second {
	number: number;
	votes: number;
	failed: number;
	buckets: Uint32Array;
}

/** Votes of a minute. Counts of several processes can be added up. */
export interface VoteCounts {
	votes: number;
	failed: number;
	buckets: readonly number[];
}

export type VoteWatch = ReturnType<typeof openVoteWatch>;

export function openVoteWatch(now: () => number = () => performance.now()) {
	const seconds = Array.from({ length: SECONDS }, (): Second => ({
		number: -1,
		votes: 0,
		failed: 0,
		buckets: new Uint32Array(BUCKETS),
	}));

	function current(): Second {
		const number = Math.floor(now() / 1000);
		const second = seconds[number % SECONDS] as Second;
		if (second.number !== number) {
			second.number = number;
			second.votes = 0;
			second.failed = 0;
			second.buckets.fill(0);
		}
		return second;
	}

	return {
		cast(milliseconds: number) {
			const second = current();
			const octaves = Math.log2(Math.max(1, milliseconds));
			const bucket = Math.min(BUCKETS - 1, Math.ceil(octaves * PER_OCTAVE));
			second.votes += 1;
			second.buckets[bucket] = (second.buckets[bucket] ?? 0) + 1;
		},
		failed: () => void (current().failed += 1),
		counts() {
			const first = Math.floor(now() / 1000) - SECONDS;
			const recent = seconds.filter(({ number }) => number > first);
			return sumOf(recent);
		},
	};
}

/** Times are null without votes, and rounded up to the bucket's end. */
export function paceOf(counts: readonly VoteCounts[]) {
	const { votes, failed, buckets } = sumOf(counts);
	return { p50Ms: quantile(buckets, votes, 0.5), p99Ms: quantile(buckets, votes, 0.99), votes, failed };
}

function sumOf(all: readonly (Omit<VoteCounts, 'buckets'> & { buckets: ArrayLike<number> })[]): VoteCounts {
	const buckets = Array.from({ length: BUCKETS }, (_, at) => all.reduce((sum, one) => sum + (one.buckets[at] ?? 0), 0));
	return {
		votes: all.reduce((sum, one) => sum + one.votes, 0),
		failed: all.reduce((sum, one) => sum + one.failed, 0),
		buckets,
	};
}

function quantile(buckets: readonly number[], votes: number, part: number): number | null {
	if (votes === 0) return null;
	let open = Math.ceil(votes * part);
	const bucket = buckets.findIndex((value) => (open -= value) <= 0);
	return Math.round(2 ** (bucket / PER_OCTAVE));
}
