/**
 * What `cast_votes` has to decide, written a second time and as plainly as can be: one ballot after the other, over facts
 * in memory. The tests compare the two; the product does not know this file.
 */
import type { ProblemSlug } from '#contract/problems.ts';
import { split, sum, type Gems } from '#server/gems/rules.ts';
import type { RankingStatus } from '#contract/rankings.ts';
import type { Ballot } from '#server/voting/ballot.ts';
import type { Undecided } from '#server/voting/engine/sql.ts';

export interface ModelWallet extends Gems {
	registered: boolean;
	suspended: boolean;
	signedIn: boolean;
}

export interface ModelRanking {
	/** `over`: its time has ended, but it is not closed yet. */
	status: RankingStatus | 'over';
	gemsPerVote: number;
	cap: number | null;
	/** Tickets by artist, of those that are listed. */
	listed: Map<number, number>;
}

export interface ModelVote {
	rankingKey: string;
	artistId: number;
	tickets: number;
	cost: Gems;
	balanceAfter: Gems;
	artistTickets: number;
}

export interface VoteModel {
	wallets: Map<number, ModelWallet>;
	rankings: Map<string, ModelRanking>;
	/** By fan and key. */
	votes: Map<string, ModelVote>;
	/** Keys that were refused to somebody who had sent them before, by fan and key. */
	dead: Map<string, ProblemSlug>;
}

const refusalByStatus: Record<ModelRanking['status'], ProblemSlug | Undecided | null> = {
	upcoming: 'ranking_not_open',
	ongoing: null,
	paused: 'ranking_paused',
	over: 'ranking_ended',
	ended: 'ranking_closed',
};

/** Decides one ballot and moves the model on. */
export function decide(model: VoteModel, ballot: Ballot): ModelVote | ProblemSlug | Undecided {
	const id = `${ballot.fan.fanId} ${ballot.key}`;
	if (!model.wallets.get(ballot.fan.fanId)?.signedIn) return 'sign_in_required';
	const earlier = model.votes.get(id);
	if (earlier) return isSame(earlier, ballot) ? earlier : 'idempotency_key_reused';
	const decision = model.dead.get(id) ?? castNew(model, ballot);
	if (ballot.isRetry && typeof decision === 'string' && decision !== 'ranking_ended') {
		model.dead.set(id, decision as ProblemSlug);
	}
	return decision;
}

function isSame(earlier: ModelVote, { rankingKey, artistId, tickets }: Ballot): boolean {
	return earlier.rankingKey === rankingKey && earlier.artistId === artistId && earlier.tickets === tickets;
}

function castNew({ wallets, rankings, votes }: VoteModel, ballot: Ballot): ModelVote | ProblemSlug | Undecided {
	const { fan, key, rankingKey, artistId, tickets, expectedCost } = ballot;
	const wallet = wallets.get(fan.fanId) as ModelWallet;
	if (!wallet.registered) return 'registration_required';
	if (wallet.suspended) return 'account_suspended';
	const ranking = rankings.get(rankingKey);
	if (!ranking) return 'ranking_not_found';
	const closed = refusalByStatus[ranking.status];
	if (closed) return closed;
	const before = ranking.listed.get(artistId);
	if (before === undefined) return 'artist_not_listed';

	const price = tickets * ranking.gemsPerVote;
	if (expectedCost !== null && expectedCost !== price) return 'cost_changed';
	if (sum(wallet) < 0) return 'wallet_in_debt';
	const cost = split(price, wallet);
	if (!cost) return 'not_enough_gems';
	const own = [...votes].filter(([of, vote]) => of.startsWith(`${fan.fanId} `) && vote.rankingKey === rankingKey);
	const given = own.reduce((total, [, vote]) => total + vote.tickets, 0);
	if (ranking.cap !== null && given + tickets > ranking.cap) return 'vote_cap_reached';

	wallet.earned -= cost.earned;
	wallet.purchased -= cost.purchased;
	ranking.listed.set(artistId, before + tickets);
	const balanceAfter = { earned: wallet.earned, purchased: wallet.purchased };
	const vote = { rankingKey, artistId, tickets, cost, balanceAfter, artistTickets: before + tickets };
	votes.set(`${fan.fanId} ${key}`, vote);
	return vote;
}
