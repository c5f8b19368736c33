import { expect, it } from 'vitest';
import { accountDays, gemDays, type Numbers } from './days.ts';

const gems = (earned: number, purchased = 0) => ({ earned, purchased });
const supply = (time: number, issued: number, voted: number) =>
	({
		index: time,
		time,
		issued: { checkin: gems(issued, 5) },
		burned: { vote: gems(voted) },
		outstanding: gems(0),
	}) as unknown as Numbers['supply'][number];
const accounts = (time: number, created: number | null, deleted: number | null) =>
	({ index: time, time, created, deleted }) as unknown as Numbers['accounts'][number];

it('are what the sums grew by from one day to the next', () => {
	expect(gemDays([supply(1, 100, 10), supply(2, 150, 40), supply(3, 150, 45)])).toEqual([
		{ time: 2, added: 50, removed: 30 },
		{ time: 3, added: 0, removed: 5 },
	]);
});

it('are none before the second number', () => {
	expect([gemDays([]), gemDays([supply(1, 100, 10)])]).toEqual([[], []]);
});

it('take numbers that are too small to be told for none', () => {
	expect(accountDays([accounts(1, null, null), accounts(2, 25, null)])).toEqual([{ time: 2, added: 25, removed: 0 }]);
});
