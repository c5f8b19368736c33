import type { RankInfo } from '#contract/artists.ts';
import type { Chart } from '#contract/rankings.ts';
import { standingIn } from '#contract/values/live-chart.ts';

export interface Race {
	kind: 'behind' | 'ahead' | 'level';
	/** The neighbor: the artist above or, for the leader, the artist below. */
	rival: NonNullable<RankInfo['above']>;
	tickets: number;
	/** Fill of the bar, 0..1: own tickets divided by the goal's tickets. */
	share: number;
}

export function raceOf({ ticket_number: own, above, below }: RankInfo): Race | null {
	const rival = above ?? below;
	if (!rival) return null;
	const tickets = Math.abs(rival.tickets - own);
	const kind = tickets === 0 ? 'level' : rival.tickets > own ? 'behind' : 'ahead';
	const share = own >= rival.tickets ? 1 : own / rival.tickets;
	return { kind, rival, tickets, share };
}

/** Includes the vote that the fan has just cast, even if the response was built a moment before it. */
export const withOwnVote = (standing: RankInfo, tickets: number | null): RankInfo =>
	tickets !== null && tickets > standing.ticket_number ? { ...standing, ticket_number: tickets } : standing;

/** Returns the artist's live standing, or the standing of the page's data if no chart lists the artist. */
export const liveStanding = (standing: RankInfo, artistId: number, chart: Chart | undefined): RankInfo => ({
	...standing,
	...(chart && standingIn(chart, artistId)),
});
