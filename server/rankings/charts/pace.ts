/** Computes votes per minute from the growth of a total between reads. */

const WINDOW_MS = 60_000;

export interface Pace {
	/** Records a total. `at` is in milliseconds of any one clock. */
	note(total: number, at: number): void;
	perMinute(): number;
}

export function measurePace(): Pace {
	// Oldest first. One sample before the window's start is kept, so that the samples always cover the window.
	const samples: { total: number; at: number }[] = [];
	return {
		note(total, at) {
			const last = samples.at(-1);
			if (last && at - last.at < 1_000) return;
			samples.push({ total, at });
			while (samples[1] && samples[1].at <= at - WINDOW_MS) samples.shift();
		},
		perMinute() {
			const [first, last] = [samples[0], samples.at(-1)];
			if (!first || !last || last.at === first.at) return 0;
			return Math.max(0, Math.round(((last.total - first.total) * WINDOW_MS) / (last.at - first.at)));
		},
	};
}
