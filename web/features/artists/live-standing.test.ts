import { describe, expect, test } from 'vitest';
import type { RankInfo } from '#contract/artists.ts';
import type { Chart } from '#contract/rankings.ts';
import { liveStanding } from './standing.ts';

const cameWith: RankInfo = {
	rank: 3,
	ticket_number: 10,
	ranking_key: 'november',
	ranking_title: 'November',
	is_ongoing: true,
	ticket2gem_ratio: 10,
	above: null,
	below: null,
};
const chart = {
	artist_list: [
		{ artist_id: 7, en_name: 'Ayu', rank: 1, tickets: 30 },
		{ artist_id: 8, en_name: 'Bex', rank: 2, tickets: 20 },
		{ artist_id: 9, en_name: 'Cleo', rank: 3, tickets: 5 },
	],
	ranking_config: { status: 'paused' },
} as Chart;

describe("the standing on an artist's page", () => {
	test('moves with the chart: rank, tickets, neighbors and whether one can vote', () => {
		expect(liveStanding(cameWith, 8, chart)).toEqual({
			...cameWith,
			rank: 2,
			ticket_number: 20,
			is_ongoing: false,
			above: { en_name: 'Ayu', rank: 1, tickets: 30 },
			below: { en_name: 'Cleo', rank: 3, tickets: 5 },
		});
		expect(liveStanding(cameWith, 7, chart).above).toBeNull();
		expect(liveStanding(cameWith, 9, chart).below).toBeNull();
	});

	test('is what the page came with until there is a chart that lists the artist', () => {
		expect(liveStanding(cameWith, 8, undefined)).toBe(cameWith);
		expect(liveStanding(cameWith, 99, chart)).toBe(cameWith);
	});
});
