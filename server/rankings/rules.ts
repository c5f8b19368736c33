/** Stages of a ranking by the clock, and the ranks of its artists. Pure: facts in, decision out. */
import type { Favorite } from '#contract/favorites.ts';
import type { RankingStage, RankingStatus } from '#contract/rankings.ts';

/** A ranking's window and what operators and the closing job have done to it. Times are epoch milliseconds. */
export interface RankingState {
	startsAt: number;
	/** Exclusive. */
	endsAt: number;
	paused: boolean;
	closed: boolean;
	certified: boolean;
}

export function statusAt(state: RankingState, now: number): RankingStatus {
	if (now >= state.endsAt || state.closed) return 'ended';
	if (now < state.startsAt) return 'upcoming';
	return state.paused ? 'paused' : 'ongoing';
}

/** Returns `closed` until the result is certified: the review may still change it. */
export function stageAt(state: RankingState, now: number): RankingStage {
	if (state.certified) return 'certified';
	return statusAt(state, now) === 'ended' ? 'closed' : 'open';
}

/** Returns whole seconds left, rounded up: 0 means that no vote is accepted any more. */
export const countdownAt = (state: RankingState, now: number): number =>
	Math.max(0, Math.ceil((state.endsAt - now) / 1000));

export function nextBoundary(state: RankingState, now: number): number | null {
	if (now < state.startsAt) return state.startsAt;
	return now < state.endsAt ? state.endsAt : null;
}

export interface Standing {
	artist_id: number;
	tickets: number;
	/** Time at which the artist reached this number of tickets, in epoch milliseconds. 0 without votes. */
	reachedAt: number;
}

/** As contract and table name it. `hidden`: operators have hidden the artist's page. */
export type NamedArtistRow = Omit<Favorite, 'avatar_url'> & { avatar_media_id: string | null; hidden?: boolean };

/** Sorts by tickets, then by the time at which they were reached, then by artist_id. There are no ties. */
const byStanding = (one: Standing, other: Standing): number =>
	other.tickets - one.tickets || one.reachedAt - other.reachedAt || one.artist_id - other.artist_id;

export const ranked = <Entry extends Standing>(entries: readonly Entry[]): (Entry & { rank: number })[] =>
	entries.toSorted(byStanding).map((entry, index) => ({ ...entry, rank: index + 1 }));
