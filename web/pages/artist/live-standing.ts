/** Reads the artist's rank from the live chart. Pure. */
import type { RankInfo } from '#contract/artists.ts';
import type { Chart, ListedArtist } from '#contract/rankings.ts';

/** Returns the artist's live standing, or the standing of the page's data if no chart lists the artist. */
export function liveStanding(standing: RankInfo, artistId: number, chart: Chart | undefined): RankInfo {
	const list = chart?.artist_list ?? [];
	const index = list.findIndex(({ artist_id }) => artist_id === artistId);
	const own = list[index];
	if (!chart || !own) return standing;
	return {
		...standing,
		rank: own.rank,
		ticket_number: own.tickets,
		is_ongoing: chart.ranking_config.status === 'ongoing',
		above: neighbor(list[index - 1]),
		below: neighbor(list[index + 1]),
	};
}

function neighbor(listed: ListedArtist | undefined): RankInfo['above'] {
	return listed ? { en_name: listed.en_name, rank: listed.rank, tickets: listed.tickets } : null;
}
