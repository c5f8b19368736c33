/** The room in a queue of votes, with a clock that is turned by hand. */
import { expect, it } from 'vitest';
import { openRoom } from './admission.ts';

const FIRST = { isRetry: false };
const AGAIN = { isRetry: true };

function openStage({ pace = 2_000, queueMax = 10_000 } = {}) {
	const clock = { now: 5_000 };
	const room = openRoom({ queueMax, pace: () => pace, now: () => clock.now });
	const turns = (count: number, known = true) => Array.from({ length: count }, () => room.giveTurn(known));
	return { ...room, clock, turns };
}

it('holds what drains in a second, at least a thousand and never more than the process may', () => {
	const sizeOf = (stage: ReturnType<typeof openStage>) =>
		[999, 1_000, 1_999, 2_000].filter((waiting) => stage.isThere(waiting, FIRST)).length;
	expect(sizeOf(openStage({ pace: 2_000 }))).toBe(3);
	expect(sizeOf(openStage({ pace: 0 }))).toBe(1);
	expect(sizeOf(openStage({ pace: 50_000, queueMax: 1_000 }))).toBe(1);
});

it('gives as many turns a second as drain, less a tenth', () => {
	const { turns } = openStage({ pace: 2_000 });
	const given = turns(5_400);
	const inSecond = (second: number) => given.filter((turn) => turn === second).length;
	// The first turn comes when the full queue has drained.
	expect(inSecond(0)).toBe(0);
	for (const second of [1, 2]) expect(Math.abs(inSecond(second) - 1_800)).toBeLessThanOrEqual(1);
});

it('waits for a full queue that drains slowly', () => {
	const { turns } = openStage({ pace: 250 });
	expect(turns(1)).toEqual([4]);
});

it('asks nobody to wait longer than a device goes on', () => {
	const { turns } = openStage({ pace: 1_000 });
	expect(Math.max(...turns(50_000))).toBe(9);
});

it('keeps no turn for strangers', () => {
	const { turns } = openStage({ pace: 2_000 });
	expect(new Set(turns(50_000, false))).toEqual(new Set([1]));
	expect(turns(1)).toEqual([1]);
});

it('leaves a half of the queue to votes with a turn, until the last turn has come', () => {
	const { isThere, turns, clock } = openStage({ pace: 2_000 });
	expect(isThere(1_500, FIRST)).toBe(true);
	turns(1);
	expect([isThere(1_500, FIRST), isThere(999, FIRST), isThere(1_500, AGAIN)]).toEqual([false, true, true]);
	clock.now += 1_001;
	expect(isThere(1_500, FIRST)).toBe(true);
});
