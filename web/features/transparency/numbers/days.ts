/** What each day brought, from sums since the beginning. Pure. */
import type { Numbers } from './get-numbers.ts';

export interface Day {
	/** Epoch seconds of its last number. */
	time: number;
	/** Given out, or created. */
	added: number;
	/** Spent, or deleted. */
	removed: number;
}

type Sums = Readonly<Record<string, { earned: number; purchased: number }>>;

const totalOf = (sums: Sums) => Object.values(sums).reduce((sum, { earned, purchased }) => sum + earned + purchased, 0);

export function gemDays(points: Numbers['supply']): Day[] {
	return daysOf(points.map(({ time, issued, burned }) => ({ time, added: totalOf(issued), removed: totalOf(burned) })));
}

/** Numbers from 1 to 19 are not told: they count as none here. */
export function accountDays(points: Numbers['accounts']): Day[] {
	return daysOf(points.map(({ time, created, deleted }) => ({ time, added: created ?? 0, removed: deleted ?? 0 })));
}

function daysOf(sums: readonly Day[]): Day[] {
	return sums.slice(1).map((now, index) => {
		const before = sums[index] as Day;
		return { time: now.time, added: now.added - before.added, removed: now.removed - before.removed };
	});
}
