/** A vote as it is asked for, and what becomes of it. */
import type { ProblemSlug } from '#contract/problems.ts';
import type { Gems } from '#server/gems/rules.ts';
import type { FanKey } from '#server/kernel/caller.ts';

/** A vote that somebody asks for. */
export interface Ballot {
	fan: FanKey;
	/** What the fan's session is stored under: it must be alive when the vote is cast. */
	tokenHash: Buffer;
	/** Made by the fan's device; with the fan, the vote's identity. */
	key: string;
	rankingKey: string;
	artistId: number;
	tickets: number;
	/** What the fan was told it costs; null: nothing was said. */
	expectedCost: number | null;
	/** The fan may have sent it before: where it is refused now, the earlier sending must not count later. */
	isRetry: boolean;
}

/** A vote that counts. */
export interface CastVote {
	cost: Gems;
	balanceAfter: Gems;
	ledgerSeq: number;
	/** The artist's tickets, this vote included. */
	artistTickets: number;
	/** Epoch milliseconds of the database's clock. */
	castAt: number;
	/** The transaction that counted it; '0' for an earlier one, under the same key. */
	transaction: string;
}

export type Decision = { cast: CastVote } | { refused: ProblemSlug };
