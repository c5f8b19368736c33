import { expect, test } from 'vitest';
import type { Chart } from '#contract/rankings.ts';
import { newLead, risen } from './moves.ts';

/** Votes by artist, in the order of the ranks. */
const chart = (...votes: [id: number, tickets: number][]) =>
	({ artist_list: votes.map(([artist_id, tickets], index) => ({ artist_id, tickets, rank: index + 1 })) }) as Chart;

const before = chart([1, 10], [2, 5], [3, 0]);

test.each<[string, Chart, Chart, number | undefined]>([
	['one more vote than the first', before, chart([2, 11], [1, 10], [3, 0]), 1],
	['nobody new', before, chart([1, 20], [2, 5], [3, 0]), undefined],
	['votes that were taken from the first', before, chart([2, 5], [1, 4], [3, 0]), undefined],
	['a first who has left the chart', before, chart([2, 5], [3, 0]), undefined],
	['the first vote of a chart', chart([1, 0], [2, 0]), chart([2, 1], [1, 0]), undefined],
	['a tie that the server has decided', before, chart([2, 10], [1, 10], [3, 0]), 0],
	['an artist who was not there', before, chart([9, 11], [1, 10]), undefined],
])('the lead after %s', (_, from, to, by) => expect(newLead(from, to)?.by).toBe(by));

test('who has risen to ranks 2 to 10, and not who fell or has no votes', () => {
	expect(risen(before, chart([1, 10], [3, 6], [2, 5])).map(({ artist_id }) => artist_id)).toEqual([3]);
	expect(risen(before, chart([2, 11], [1, 10], [3, 0]))).toEqual([]);
	expect(risen(chart([1, 0], [2, 0], [3, 0]), chart([1, 0], [3, 0], [2, 0]))).toEqual([]);
});
