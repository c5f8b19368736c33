/**
 * The decision over a whole batch of votes. Pure: what was read under the locks goes in, what to write and what to
 * answer comes out. Several votes of one fan are decided in order; what does not fit is refused alone.
 */
import type { ProblemSlug } from '#contract/problems.ts';
import { split, sum, type Gems } from '#server/gems/rules.ts';
import { statusAt, type RankingState } from '#server/rankings/rules.ts';
import type { FanKey } from '#server/http/access.ts';

/** A vote that somebody asks for. */
export interface Ballot {
	fan: FanKey;
	/** Made by the fan's device; with the fan, the vote's identity. */
	key: string;
	rankingKey: string;
	artistId: number;
	tickets: number;
	/** What the fan was told it costs; null: nothing was said. */
	expectedCost: number | null;
}

/** A vote that counts. */
export interface CastVote {
	fan: FanKey;
	key: string;
	rankingId: number;
	artistId: number;
	tickets: number;
	cost: Gems;
	balanceAfter: Gems;
	ledgerSeq: number;
	/** The artist's tickets, this vote included. */
	artistTickets: number;
	/** Epoch milliseconds of the database's clock. */
	castAt: number;
}

export type Decision = { cast: CastVote } | { refused: ProblemSlug };

export interface WalletFacts extends Gems {
	lastSeq: number;
	registered: boolean;
	suspended: boolean;
	frozen: boolean;
}

export interface RankingFacts extends RankingState {
	rankingId: number;
	gemsPerVote: number;
	/** Most tickets of one fan; null for no cap. */
	ticketsPerFanMax: number | null;
}

/** What was read under the batch's locks. Maps are keyed by the functions below. */
export interface BatchFacts {
	/** Epoch milliseconds, read once, after the locks: decides the cut-off and is stored. */
	now: number;
	wallets: Map<string, WalletFacts>;
	rankings: Map<string, RankingFacts>;
	/** Tickets so far of every artist that a ranking of the batch lists. */
	listed: Map<string, number>;
	/** Votes that are already there under a key of the batch. */
	earlier: Map<string, CastVote>;
	/** Tickets that fans of the batch have already given in capped rankings. */
	given: Map<string, number>;
}

export const fanOf = ({ fanId }: FanKey): string => String(fanId);
export const voteOf = (fan: FanKey, key: string): string => `${fan.fanId} ${key}`;
export const entryOf = (rankingId: number, artistId: number): string => `${rankingId} ${artistId}`;
export const givenOf = (fan: FanKey, rankingId: number): string => `${fan.fanId} ${rankingId}`;

/** A decision for each ballot, in order. The maps of `facts` are moved on as votes are accepted. */
export function decide(ballots: readonly Ballot[], facts: BatchFacts): Decision[] {
	return ballots.map((ballot) => decideOne(ballot, facts));
}

function decideOne(ballot: Ballot, facts: BatchFacts): Decision {
	const { fan, key, rankingKey, artistId, tickets } = ballot;
	const wallet = facts.wallets.get(fanOf(fan));
	const ranking = facts.rankings.get(rankingKey);
	// Before every other check: who voted in time gets the same answer after the close, or when the gems are gone.
	const earlier = facts.earlier.get(voteOf(fan, key));
	if (earlier) return isSame(earlier, ballot, ranking) ? { cast: earlier } : { refused: 'idempotency_key_reused' };

	if (!wallet?.registered) return { refused: 'registration_required' };
	if (wallet.suspended || wallet.frozen) return { refused: 'account_suspended' };
	if (!ranking) return { refused: 'ranking_not_found' };
	const closed = refusalByStatus[statusAt(ranking, facts.now)];
	if (closed) return { refused: closed };
	const entry = entryOf(ranking.rankingId, artistId);
	const before = facts.listed.get(entry);
	if (before === undefined) return { refused: 'artist_not_listed' };

	const price = tickets * ranking.gemsPerVote;
	if (ballot.expectedCost !== null && ballot.expectedCost !== price) return { refused: 'cost_changed' };
	if (sum(wallet) < 0) return { refused: 'wallet_in_debt' };
	const cost = split(price, wallet);
	if (!cost) return { refused: 'not_enough_gems' };
	const given = givenOf(fan, ranking.rankingId);
	const givenAfter = (facts.given.get(given) ?? 0) + tickets;
	if (ranking.ticketsPerFanMax !== null && givenAfter > ranking.ticketsPerFanMax)
		return { refused: 'vote_cap_reached' };

	wallet.earned -= cost.earned;
	wallet.purchased -= cost.purchased;
	wallet.lastSeq += 1;
	const cast: CastVote = {
		fan,
		key,
		rankingId: ranking.rankingId,
		artistId,
		tickets,
		cost,
		balanceAfter: { earned: wallet.earned, purchased: wallet.purchased },
		ledgerSeq: wallet.lastSeq,
		artistTickets: before + tickets,
		castAt: facts.now,
	};
	facts.listed.set(entry, cast.artistTickets);
	facts.given.set(given, givenAfter);
	// A copy of this vote later in the batch gets this one's answer.
	facts.earlier.set(voteOf(fan, key), cast);
	return { cast };
}

const refusalByStatus: Record<ReturnType<typeof statusAt>, ProblemSlug | null> = {
	upcoming: 'ranking_not_open',
	ongoing: null,
	paused: 'ranking_paused',
	ended: 'ranking_closed',
};

function isSame(earlier: CastVote, { artistId, tickets }: Ballot, ranking: RankingFacts | undefined): boolean {
	return earlier.rankingId === ranking?.rankingId && earlier.artistId === artistId && earlier.tickets === tickets;
}
