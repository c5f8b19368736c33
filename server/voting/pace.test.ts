import { describe, expect, it } from 'vitest';
import { openVoteWatch, paceOf } from './pace.ts';

describe('the pace of votes', () => {
	let now = 0;
	const watch = openVoteWatch(() => now);

	it('is unknown without votes', () => {
		expect(paceOf([watch.counts()])).toEqual({ p50Ms: null, p99Ms: null, votes: 0, failed: 0 });
	});

	it('tells the median and the slowest hundredth, at most a quarter of an octave too high', () => {
		for (let vote = 0; vote < 98; vote += 1) watch.cast(10);
		for (let vote = 0; vote < 2; vote += 1) watch.cast(3_000);
		watch.failed();
		const { p50Ms, p99Ms, votes, failed } = paceOf([watch.counts()]);
		expect([votes, failed]).toEqual([100, 1]);
		expect(p50Ms).toBeGreaterThanOrEqual(10);
		expect(p50Ms).toBeLessThanOrEqual(12);
		expect(p99Ms).toBeGreaterThanOrEqual(3_000);
		expect(p99Ms).toBeLessThanOrEqual(3_600);
	});

	it('is that of all processes together', () => {
		const other = openVoteWatch(() => now);
		for (let vote = 0; vote < 400; vote += 1) other.cast(100);
		const { p50Ms, p99Ms, votes, failed } = paceOf([watch.counts(), other.counts()]);
		expect([votes, failed]).toEqual([500, 1]);
		expect(p50Ms).toBeGreaterThanOrEqual(100);
		expect(p99Ms).toBeLessThanOrEqual(120);
	});

	it('forgets a vote after a minute', () => {
		now = 30_000;
		watch.cast(0.2);
		now = 60_500;
		expect(paceOf([watch.counts()])).toEqual({ p50Ms: 1, p99Ms: 1, votes: 1, failed: 0 });
	});

	it('keeps a vote of any length', () => {
		now = 200_000;
		watch.cast(1e9);
		expect(paceOf([watch.counts()]).p50Ms).toBeGreaterThan(200_000);
	});
});
