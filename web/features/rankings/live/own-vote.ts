/** Adds a fan's own vote to a chart that was built a moment before the vote. Pure. */
import type { Chart } from '#contract/rankings.ts';

export interface OwnVote {
	artist_id: number;
	/** The artist's tickets, including this vote. */
	artist_tickets: number;
	ticket_number: number;
	/** Version of the vote: see contract/values/chart-version.ts. */
	chart_version: string;
}

/** Returns the chart with the vote included. Later votes of others are never removed. */
export function withOwnVote<C extends Chart>(chart: C, vote: OwnVote): C {
	const listed = chart.artist_list.find(({ artist_id }) => artist_id === vote.artist_id);
	if (!listed || listed.tickets >= vote.artist_tickets) return chart;
	const artists = chart.artist_list.map((artist) =>
		artist === listed ? { ...artist, tickets: vote.artist_tickets } : artist,
	);
	// The sort is stable, so with equal tickets the artist who was ahead stays ahead.
	const ranked = artists
		.toSorted((a, b) => b.tickets - a.tickets)
		.map((artist, index) => (artist.rank === index + 1 ? artist : { ...artist, rank: index + 1 }));
	return {
		...chart,
		artist_list: ranked,
		total_tickets: chart.total_tickets + vote.artist_tickets - listed.tickets,
	};
}
