import { describe, expect, it } from 'vitest';
import type { Race, RaceLine } from '#contract/race.ts';
import type { Chart } from '#contract/rankings.ts';
import { isGuest, lastOfDays, orderAt, plotOf, withNow } from './plot.ts';

const line = (artist_id: number, tickets: number[], ranks: (number | null)[]): RaceLine => ({
	artist_id,
	en_name: `Singer ${artist_id}`,
	native_name: null,
	native_lang: null,
	fan_color: null,
	tickets,
	ranks,
});
const race = (times: number[], lines: RaceLine[]): Race => ({
	ranking_key: 'r',
	start_time: 0,
	end_time: 100,
	times,
	lines,
});
const two = race([50, 100], [line(1, [10, 20], [2, 1]), line(2, [15, 18], [1, 2])]);

describe('the plot of a race', () => {
	it('draws votes from the opening on, with the most at the top', () => {
		const { axis, paths } = plotOf(two, 'votes');
		expect(axis).toEqual({ bottom: 0, top: 20 });
		expect(paths).toEqual(['M0 400L500 200L1000 0', 'M0 400L500 100L1000 40']);
	});

	it('draws ranks with the first at the top, from the first vote on', () => {
		const late = race([50, 100], [line(1, [10, 20], [1, 1]), line(2, [0, 5], [null, 2])]);
		expect(plotOf(late, 'ranks')).toEqual({
			axis: { bottom: 3, top: 1 },
			places: [0.5, 1],
			paths: ['M500 0L1000 0', 'M1000 200L1001 200'],
		});
	});

	it('of nothing is empty', () => {
		expect(plotOf(race([], []), 'votes')).toEqual({ axis: { bottom: 0, top: 1 }, places: [], paths: [] });
	});

	it('knows the order of each moment, and the last moment of each day', () => {
		expect(orderAt(two.lines, 0).map(({ artist_id }) => artist_id)).toEqual([2, 1]);
		expect(orderAt(two.lines, 1).map(({ artist_id }) => artist_id)).toEqual([1, 2]);
		expect(lastOfDays([1, 2, 11, 25], (time) => String(Math.floor(time / 10)))).toEqual([1, 2, 3]);
	});
});

it('ends with the standing of now, and names who stands outside of the leaders', () => {
	const artist_list = [
		{ artist_id: 2, rank: 1, tickets: 25 },
		{ artist_id: 5, rank: 2, tickets: 24 },
		{ artist_id: 1, rank: 3, tickets: 21 },
	];
	const live = (status: string) => ({ artist_list, ranking_config: { status } }) as Chart;
	const now = withNow(two, live('ongoing'), 110);
	expect(now.times).toEqual([50, 100, 110]);
	expect(now.lines.map(({ tickets, ranks }) => [tickets.at(-1), ranks.at(-1)])).toEqual([
		[21, 3],
		[25, 1],
	]);
	expect(now.lines.map((one) => isGuest(now, one))).toEqual([true, false]);
	expect(withNow(two, live('ended'), 110)).toBe(two);
});
