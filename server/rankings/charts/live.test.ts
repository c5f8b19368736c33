import { afterEach, describe, expect, it } from 'vitest';
import type { Boards, Build } from './boards.ts';
import { openLive, type Live } from './live.ts';

let live: Live;
afterEach(() => live.close());

/** A board whose total is set by hand; it counts how often it is read. */
function aBoard() {
	const state = { total: 0, reads: 0 };
	const build = (): Build =>
		({
			chart: { artist_list: [], ranking_config: {}, total_tickets: state.total },
			prepared: { etag: `W/"${state.total}"` },
		}) as unknown as Build;
	const boards = {
		read: async (key: string) => {
			state.reads += 1;
			return key === 'november' ? build() : null;
		},
	} as Boards;
	return { boards, state };
}

function aListener() {
	const heard: string[] = [];
	let ended = false;
	return {
		heard,
		send: (event: Buffer) => void heard.push(String(event)),
		end: () => (ended = true),
		hasEnded: () => ended,
	};
}

describe('a live chart', () => {
	it('is read once for all who listen, and for nobody when nobody does', async () => {
		const { boards, state } = aBoard();
		live = openLive(boards);
		const listeners = Array.from({ length: 500 }, aListener);
		const leaves = await Promise.all(listeners.map((listener) => live.listen('november', listener, null)));
		const before = state.reads;
		state.total = 1;
		await expect.poll(() => listeners.every(({ heard }) => heard.length === 2)).toBe(true);
		// Each event triggers one read, sometimes a few more that find nothing new.
		expect(state.reads - before).toBeLessThan(20);
		for (const leave of leaves) leave?.();
		const after = state.reads;
		const [last] = listeners;
		state.total = 2;
		await new Promise((resolve) => void setImmediate(resolve));
		expect([state.reads, last?.heard.length]).toEqual([after, 2]);
	});

	it('says that it is alive when nothing happens', async () => {
		live = openLive(aBoard().boards, { heartbeatMs: 5 });
		const listener = aListener();
		await live.listen('november', listener, null);
		await expect.poll(() => listener.heard.filter((event) => event === ':\n\n').length).toBeGreaterThan(2);
	});
});
