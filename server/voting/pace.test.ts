import { expect, it } from 'vitest';
import { openVoteWatch, paceOf } from './pace.ts';

it('the pace of votes is that of the last minute, of all processes, at most a quarter of an octave too high', () => {
	let now = 0;
	const [watch, other] = [openVoteWatch(() => now), openVoteWatch(() => now)];
	expect(paceOf([watch.counts()])).toEqual({ p50Ms: null, p99Ms: null, votes: 0, failed: 0 });
	for (let vote = 0; vote < 98; vote += 1) watch.cast(10);
	for (let vote = 0; vote < 2; vote += 1) watch.cast(3_000);
	watch.failed();
	const expectPace = (watches: (typeof watch)[], median: number, slowest: number, votes: number) => {
		const pace = paceOf(watches.map((one) => one.counts()));
		expect(pace).toMatchObject({ votes, failed: 1 });
		for (const [told, ms] of [
			[pace.p50Ms, median],
			[pace.p99Ms, slowest],
		] as const) {
			expect(told).toBeGreaterThanOrEqual(ms);
			expect(told).toBeLessThanOrEqual(1.2 * ms);
		}
	};
	expectPace([watch], 10, 3_000, 100);
	for (let vote = 0; vote < 400; vote += 1) other.cast(100);
	expectPace([watch, other], 100, 100, 500);
	now = 30_000;
	watch.cast(0.2);
	now = 60_500;
	expect(paceOf([watch.counts()])).toEqual({ p50Ms: 1, p99Ms: 1, votes: 1, failed: 0 });
	now = 200_000;
	watch.cast(1e9);
	expect(paceOf([watch.counts()]).p50Ms).toBeGreaterThan(200_000);
});
