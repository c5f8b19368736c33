/** Stages of a ranking by the clock, and the ranks of its artists. Pure: facts in, decision out. */
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

/** `closed` until certified: a result that the review may still change. */
export function stageAt(state: RankingState, now: number): RankingStage {
	if (state.certified) return 'certified';
	return statusAt(state, now) === 'ended' ? 'closed' : 'open';
}

/** Whole seconds left, rounded up, so that it says 0 only once no vote is taken. */
export function countdownAt(state: RankingState, now: number): number {
	return Math.max(0, Math.ceil((state.endsAt - now) / 1000));
}

/** The next instant at which the clock alone changes the status; null when it never will. */
export function nextBoundary(state: RankingState, now: number): number | null {
	if (now < state.startsAt) return state.startsAt;
	return now < state.endsAt ? state.endsAt : null;
}

export interface Standing {
	artistId: number;
	tickets: number;
	/** When the tickets reached this number, as epoch milliseconds; 0 without votes. */
	reachedAt: number;
}

/** Tickets, then who reached that number first, then artist_id: there are no ties. */
function byStanding(one: Standing, other: Standing): number {
	return other.tickets - one.tickets || one.reachedAt - other.reachedAt || one.artistId - other.artistId;
}

/** Puts artists in rank order: 1, 2, 3 … */
export function ranked<Entry extends Standing>(entries: readonly Entry[]): (Entry & { rank: number })[] {
	return entries.toSorted(byStanding).map((entry, index) => ({ ...entry, rank: index + 1 }));
}

/**
 * Returns true if a database snapshot includes the writes of a transaction. The text forms are PostgreSQL's:
 * `pg_current_snapshot()` is `xmin:xmax:running,…`, `pg_current_xact_id()` a whole number that never wraps.
 */
export function includes(snapshot: string, transaction: string): boolean {
	const [xmin = '0', xmax = '0', running = ''] = snapshot.split(':');
	const id = BigInt(transaction);
	if (id < BigInt(xmin)) return true;
	return id < BigInt(xmax) && !running.split(',').includes(transaction);
}
