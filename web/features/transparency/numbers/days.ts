import { useQuery } from '@tanstack/react-query';
import type { ReplyOf } from '#contract/endpoint.ts';
import { cacheKeys } from '#contract/values/first-screen.ts';
import { getTransparencyNumbers } from '#contract/transparency.ts';
import { reads } from '../../../lib/api/call.ts';

export interface Day {
	time: number;
	added: number;
	removed: number;
}

type Sums = Readonly<Record<string, { earned: number; purchased: number }>>;

export const totalOf = (sums: Sums | readonly Sums[string][]) =>
	Object.values(sums).reduce((sum, { earned, purchased }) => sum + earned + purchased, 0);

export const gemDays = (points: Numbers['supply']): Day[] =>
	daysOf(points.map(({ time, issued, burned }) => ({ time, added: totalOf(issued), removed: totalOf(burned) })));

/** Numbers from 1 to 19 are not told: they count as none here. */
export const accountDays = (points: Numbers['accounts']): Day[] =>
	daysOf(points.map(({ time, created, deleted }) => ({ time, added: created ?? 0, removed: deleted ?? 0 })));

const daysOf = (sums: readonly Day[]): Day[] =>
	sums.slice(1).map((now, index) => {
		const before = sums[index] as Day;
		return { time: now.time, added: now.added - before.added, removed: now.removed - before.removed };
	});

export type Numbers = ReplyOf<typeof getTransparencyNumbers>;

export const useNumbers = () =>
	useQuery({ ...reads(cacheKeys.numbers, getTransparencyNumbers, {}), staleTime: 60_000 });
