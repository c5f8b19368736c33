import { describe, expect, it, onTestFinished } from 'vitest';
import { type CountStore, type StoredCount, openSharedCounts } from './shared-counts.ts';

const WINDOW_MS = 60_000;

/** Counts without an end, answers when it is told to, and fails on request. */
function aStore() {
	const counts = new Map<string, number>();
	const told: number[] = [];
	const state = { isAway: false, told };
	const store: CountStore = {
		async add(key, requests): Promise<StoredCount> {
			if (state.isAway) throw new Error('away');
			if (key !== 'probe') told.push(requests);
			const count = (counts.get(key) ?? 0) + requests;
			counts.set(key, count);
			return { count, restMs: WINDOW_MS };
		},
		close: async () => undefined,
	};
	return { ...state, store, state };
}

function aProcess(store: CountStore, now?: () => number) {
	const lines: string[] = [];
	const log = {
		info: (line: string) => void lines.push(line),
		warn: (_: object, line: string) => void lines.push(line),
	};
	const counts = openSharedCounts({ store, log: log as never, ...(now ? { now } : {}) });
	onTestFinished(() => counts.close());
	return { ...counts, lines };
}

/** Lets what is under way arrive. */
const arrival = () => new Promise((resolve) => void setImmediate(resolve));

describe('counts of two processes', () => {
	const limit = { max: 10, windowMs: WINDOW_MS };

	it('are told in steps of a hundredth of the limit, and not at all above it', async () => {
		const { store, told } = aStore();
		const one = aProcess(store);
		for (let n = 0; n < 1_500; n += 1) one.add('a', { max: 1_000, windowMs: WINDOW_MS });
		await arrival();
		expect(told).toEqual(Array.from({ length: 100 }, () => 10));
	});

	it('begin anew after the window, although the store forgets when it began', async () => {
		const { store } = aStore();
		let now = 0;
		const one = aProcess(store, () => now);
		one.add('a', limit);
		now = WINDOW_MS - 1;
		one.add('a', limit);
		await arrival();
		now = WINDOW_MS;
		expect(one.add('a', limit)).toEqual({ count: 1, restMs: WINDOW_MS });
	});

	it('are counted by each alone while the store is away, which is said once, and together afterwards', async () => {
		const { store, state } = aStore();
		state.isAway = true;
		const one = aProcess(store);
		for (let n = 1; n <= 3; n += 1) {
			expect(one.add('a', limit).count).toBe(n);
			await arrival();
		}
		expect([one.lines.length, one.fault()]).toEqual([1, expect.stringContaining('Redis')]);
		state.isAway = false;
		await expect.poll(one.fault).toBeNull();
		one.add('a', limit);
		await arrival();
		expect([aProcess(store).add('a', limit).count, one.add('a', limit).count]).toEqual([1, 5]);
	});

	it('say that the store is away before anybody has come', async () => {
		const { store, state } = aStore();
		const one = aProcess(store);
		await arrival();
		expect(one.fault()).toBeNull();
		state.isAway = true;
		await expect.poll(one.fault, { timeout: 5_000 }).toContain('Redis');
	});
});
