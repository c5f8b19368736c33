import { expect, it } from 'vitest';
import { nextLook } from './get-order.ts';

it('who waits for a payment looks every second and a half, after a minute more rarely, and not once it has ended', () => {
	expect([nextLook('paying', 1), nextLook('paid', 39), nextLook('created', 40)]).toEqual([1_500, 1_500, 5_000]);
	expect([nextLook('fulfilled', 3), nextLook('refunded', 3), nextLook(undefined, 0)]).toEqual([false, false, false]);
});

it('who waits for a payment goes on looking at an expired order: the money may be on its way', () => {
	expect(nextLook('expired', 1)).toBe(5_000);
});
