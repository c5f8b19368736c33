/** Compares an artist with their neighbor in the ranking. Pure. */
import type { RankInfo } from '#contract/artists.ts';

export interface Race {
	kind: 'behind' | 'ahead' | 'level';
	/** The neighbor: the artist above or, for the leader, the artist below. */
	name: string;
	rank: number;
	/** Tickets between the two. */
	tickets: number;
	/** Fill of the bar, 0..1: own tickets divided by the goal's tickets. */
	share: number;
}

/** Returns null if the artist is alone in the ranking. */
export function raceOf({ ticket_number: own, above, below }: RankInfo): Race | null {
	const rival = above ?? below;
	if (!rival) return null;
	const tickets = Math.abs(rival.tickets - own);
	const kind = tickets === 0 ? 'level' : rival.tickets > own ? 'behind' : 'ahead';
	const share = own >= rival.tickets ? 1 : own / rival.tickets;
	return { kind, name: rival.en_name, rank: rival.rank, tickets, share };
}

/** Includes the vote that the fan has just cast, even if the response was built a moment before it. */
export function withOwnVote(standing: RankInfo, tickets: number | null): RankInfo {
	return tickets !== null && tickets > standing.ticket_number ? { ...standing, ticket_number: tickets } : standing;
}
