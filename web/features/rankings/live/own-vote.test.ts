import { describe, expect, test } from 'vitest';
import type { Chart, ListedArtist } from '#contract/rankings.ts';
import { withOwnVote } from './get-chart.ts';

const artist = (artist_id: number, rank: number, tickets: number) => ({ artist_id, rank, tickets }) as ListedArtist;
const chart = {
	artist_list: [artist(1, 1, 300), artist(2, 2, 200), artist(3, 3, 100)],
	total_tickets: 600,
	chart_version: '0.5',
} as Chart;

const places = ({ artist_list }: Chart) =>
	artist_list.map(({ artist_id, rank, tickets }) => [artist_id, rank, tickets]);

describe('a fan who just voted', () => {
	test('sees their votes on a chart that was built before them, and the rank they bring', () => {
		const seen = withOwnVote(chart, { artist_id: 3, artist_tickets: 250, ticket_number: 150, chart_version: '0.6' });
		expect(places(seen)).toEqual([
			[1, 1, 300],
			[3, 2, 250],
			[2, 3, 200],
		]);
		expect(seen.total_tickets).toBe(750);
	});

	test('overtakes nobody by drawing level', () => {
		const seen = withOwnVote(chart, { artist_id: 3, artist_tickets: 200, ticket_number: 100, chart_version: '0.6' });
		expect(places(seen)[1]).toEqual([2, 2, 200]);
	});

	test('loses nothing of what others voted meanwhile', () => {
		expect(withOwnVote(chart, { artist_id: 3, artist_tickets: 90, ticket_number: 1, chart_version: '0.6' })).toBe(
			chart,
		);
	});
});
