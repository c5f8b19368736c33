/**
 * Reads charts: an artist's standing, and the changes between events of `/rankings/live`, without data that the browser
 * has. Pure.
 */
import type { RankInfo } from '../artists.ts';
import type { Chart, ChartChange, ListedArtist } from '../rankings.ts';

/** Returns null if more than counts and ranks has changed. Then the server sends the whole chart. */
export function changeBetween(before: Chart, after: Chart): ChartChange | null {
	const known = new Map(before.artist_list.map((artist) => [artist.artist_id, artist]));
	const moved = after.artist_list.filter((artist) => {
		const was = known.get(artist.artist_id);
		return was?.rank !== artist.rank || was.tickets !== artist.tickets;
	});
	const change: ChartChange = {
		moved: moved.map(({ artist_id, rank, tickets }) => [artist_id, rank, tickets]),
		total_tickets: after.total_tickets,
		votes_per_minute: after.votes_per_minute,
		chart_version: after.chart_version,
		log_size: after.log_size,
		end_countdown: after.ranking_config.end_countdown,
	};
	return JSON.stringify(withChange(before, change)) === JSON.stringify(after) ? change : null;
}

export function withChange<C extends Chart>(chart: C, change: ChartChange): C {
	const { moved: moves, end_countdown, ...totals } = change;
	const news = new Map(moves.map(([id, rank, tickets]) => [id, { rank, tickets }]));
	return {
		...chart,
		...totals,
		artist_list: chart.artist_list
			.map((artist) => {
				// An artist who has not moved stays the same object: their row is not drawn again.
				const moved = news.get(artist.artist_id);
				return moved ? { ...artist, ...moved } : artist;
			})
			.toSorted((one, other) => one.rank - other.rank),
		ranking_config: { ...chart.ranking_config, end_countdown },
	};
}

/** Returns where an artist stands in a chart. Null if the chart does not list them. */
export function standingIn({ artist_list: list, ranking_config: { status } }: Chart, artistId: number) {
	const index = list.findIndex(({ artist_id: id }) => id === artistId);
	const own = list[index];
	if (!own) return null;
	const [above, below] = [neighbor(list[index - 1]), neighbor(list[index + 1])];
	return { rank: own.rank, ticket_number: own.tickets, is_ongoing: status === 'ongoing', above, below };
}

function neighbor(listed: ListedArtist | undefined): RankInfo['above'] {
	if (!listed) return null;
	const { en_name, native_name, native_lang, rank, tickets } = listed;
	return { en_name, native_name, native_lang, rank, tickets };
}
