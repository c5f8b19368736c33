/** Who may join the queue of votes, with a clock that is turned by hand. */
import { expect, it } from 'vitest';
import { openAdmission } from './admission.ts';

const FIRST = { isRetry: false };
const AGAIN = { isRetry: true };

function openStage({ rate = 2_000, queueMax = 10_000 } = {}) {
	const clock = { now: 5_000 };
	const admission = openAdmission({ queueMax, rate: () => rate, now: () => clock.now });
	let fans = 0;
	const slots = (count: number, known = true) =>
		Array.from({ length: count }, () => admission.nextSlot(known ? (fans += 1) : null));
	return { ...admission, clock, slots };
}

it('holds what drains in a second, at least a thousand and never more than the process may', () => {
	const sizeOf = (stage: ReturnType<typeof openStage>) =>
		[999, 1_000, 1_999, 2_000].filter((waiting) => stage.admits(waiting, FIRST)).length;
	expect(sizeOf(openStage({ rate: 2_000 }))).toBe(3);
	expect(sizeOf(openStage({ rate: 0 }))).toBe(1);
	expect(sizeOf(openStage({ rate: 50_000, queueMax: 1_000 }))).toBe(1);
});

it('gives as many slots a second as drain, less a tenth', () => {
	const { slots } = openStage({ rate: 2_000 });
	const given = slots(5_400);
	const inSecond = (second: number) => given.filter((slot) => slot === second).length;
	// The first slot comes when the full queue has drained.
	expect(inSecond(0)).toBe(0);
	for (const second of [1, 2]) expect(Math.abs(inSecond(second) - 1_800)).toBeLessThanOrEqual(1);
});

it('waits for a full queue that drains slowly', () => {
	const { slots } = openStage({ rate: 250 });
	expect(slots(1)).toEqual([4]);
});

it('asks nobody to wait longer than a device goes on', () => {
	const { slots } = openStage({ rate: 1_000 });
	expect(Math.max(...slots(50_000))).toBe(9);
});

it('keeps no slot for strangers', () => {
	const { slots } = openStage({ rate: 2_000 });
	expect(new Set(slots(50_000, false))).toEqual(new Set([1]));
	expect(slots(1)).toEqual([1]);
});

it('gives a fan who asks again the same slot, so that others wait no longer, and a new one once it has come', () => {
	const { nextSlot, slots, clock } = openStage({ rate: 250 });
	const own = nextSlot(-1);
	expect(new Set(Array.from({ length: 50_000 }, () => nextSlot(-1)))).toEqual(new Set([own]));
	expect(slots(1)).toEqual([own]);
	clock.now += 2_000;
	expect(nextSlot(-1)).toBe(own - 2);
	clock.now += 4_000;
	expect(nextSlot(-1)).toBe(own);
});

it('leaves half of the queue to votes with a slot, until the last slot has come', () => {
	const { admits, slots, clock } = openStage({ rate: 2_000 });
	expect(admits(1_500, FIRST)).toBe(true);
	slots(1);
	expect([admits(1_500, FIRST), admits(999, FIRST), admits(1_500, AGAIN)]).toEqual([false, true, true]);
	clock.now += 1_001;
	expect(admits(1_500, FIRST)).toBe(true);
});
