import { describe, expect, test } from 'vitest';
import type { Chart, ListedArtist } from '#contract/rankings.ts';
import { withOwnVote } from './get-chart.ts';

function artist(artist_id: number, rank: number, tickets: number): ListedArtist {
	return {
		artist_id,
		rank,
		tickets,
		kind: 'solo',
		en_name: `Artist ${artist_id}`,
		native_name: null,
		native_lang: null,
		sub_title: null,
		avatar_url: null,
		fan_color: null,
	};
}

const chart: Chart = {
	artist_list: [artist(1, 1, 300), artist(2, 2, 200), artist(3, 3, 100)],
	ranking_config: {
		ranking_key: 'monthly-2026-11',
		ranking_type: 'monthly',
		title: 'November Monthly',
		status: 'ongoing',
		stage: 'open',
		start_time: 0,
		end_time: 1,
		end_countdown: 1,
		cover_image_url: null,
		cover_link_url: null,
		cover_alt: '',
		ticket2gem_ratio: 10,
	},
	total_tickets: 600,
	votes_per_minute: 0,
	chart_version: '0.5',
	log_size: 12,
};

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
