/** Casting a vote. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Envelope, ReplyOf } from '#contract/endpoint.ts';
import { getMyTotals, getMyVotes } from '#contract/my-account.ts';
import { castVote } from '#contract/voting.ts';
import type { Config } from '#server/config/config.ts';
import type { Database } from '#server/kernel/database.ts';
import { sum } from '#server/gems/gems.ts';
import { bearerToken, type Bearer, type Caller, type FanKey, type FindCaller } from '#server/kernel/caller.ts';
import { Problem } from '#server/kernel/problem.ts';
import type { Ahead } from '#server/http/ahead.ts';
import { serializerOf, saysRetry, serveFan, type FanInput } from '#server/http/serve.ts';
import type { PseudonymFor } from '#public-log/server/public-log.ts';
import { tokenBuckets } from '#server/kernel/token-buckets.ts';
import type { CastVote, VoteRequest } from './ballot.ts';
import type { Engine } from './engine/engine.ts';
import { readMyTotals } from './my-totals.ts';
import { readMyVotes } from './own-votes.ts';
import { findVote } from './engine/sql.ts';
import type { VoteWatch } from './pace.ts';

interface VoterSessions {
	findCaller: FindCaller;
	/** Finds the caller of a vote. The batch itself checks that the session is alive. */
	recallCaller: FindCaller;
	recallNow: (request: Pick<Bearer, 'headers'>) => Caller | null;
	recallFan: (token: string) => FanKey | null;
}

interface Voting {
	db: Database;
	engine: Engine;
	ahead: Ahead;
	sessions: VoterSessions;
	pseudonymFor: PseudonymFor;
	config: Config['voting'];
	watch: Pick<VoteWatch, 'cast' | 'failed'>;
	/** Remembers a vote that a fault of the site refused, and that was read. `arrivedAt`: `performance.now()`. */
	noteFailed: (vote: VoteRequest, arrivedAt: number) => void;
}

/** Rate limit per account of votes marked as resent. A browser resends a vote about eight times in ten seconds. */
const RETRIES = { perSecond: 2, burst: 200 };

export function votingRoutes(app: FastifyInstance, voting: Voting): void {
	const { db, engine, ahead, sessions, pseudonymFor, config, watch, noteFailed } = voting;
	const { findCaller, recallCaller, recallNow, recallFan } = sessions;
	const { requestsPerSecond: perSecond, requestsBurst: burst } = config;
	const requests = tokenBuckets({ perSecond, burst });
	// Above the rate limit, an account may still ask for the outcome of a vote that it sent before.
	const questions = tokenBuckets({ perSecond, burst });
	// The refusal of a retry is stored in the database. An honest device never needs more than this rate.
	const retries = tokenBuckets(RETRIES);

	async function castOnce(request: VoteRequest): Promise<CastVote> {
		const { fanId } = request;
		const wait = Math.max(requests.take(fanId), request.isRetry ? retries.take(fanId) : 0);
		if (wait === 0) return castNow(request);
		const earlier = questions.take(fanId) === 0 ? await findVote(db, request) : null;
		if (!earlier) throw new Problem('too_many_requests', { retryAfter: Math.ceil(wait) });
		return earlier;
	}

	async function castNow(request: VoteRequest): Promise<CastVote> {
		const arrivedAt = performance.now();
		try {
			const voter = await pseudonymFor(request, request.rankingKey);
			// The account was erased, and its sessions with it.
			if (voter === null) throw new Problem('sign_in_required');
			const vote = await engine.cast({ ...request, voter });
			watch.cast(performance.now() - arrivedAt);
			return vote;
		} catch (error) {
			// A refusal is the fan's answer. Anything else is ours.
			if (!(error instanceof Problem) || error.status >= 500) {
				watch.failed();
				noteFailed(request, arrivedAt);
			}
			throw error;
		}
	}

	async function cast(input: FanInput<typeof castVote>): Promise<VoteReply> {
		const { caller, params, body, idempotencyKey, isRetry } = input;
		const vote = await castOnce({
			fanId: caller.fanId,
			tokenHash: caller.tokenHash,
			key: idempotencyKey,
			rankingKey: params.ranking_key,
			artistId: body.artist_id,
			tickets: body.ticket_number,
			expectedCost: body.expected_cost ?? null,
			isRetry,
		});
		return {
			artist_tickets: vote.artistTickets,
			ticket_number: body.ticket_number,
			gem_cost: sum(vote.cost),
			gem_cost_earned: vote.cost.earned,
			gem_cost_purchased: vote.cost.purchased,
			gem_balance: sum(vote.balanceAfter),
			chart_version: vote.version,
			cast_time: Math.floor(vote.castAt / 1000),
			// Its JSON: `writeVoteReply` puts it into the answer.
			receipt: vote.receipt as unknown as VoteReply['receipt'],
		};
	}

	/** While the queue is full. Retries are read: the vote may count already, and one that fails again is remembered. */
	function turnAway({ headers, raw }: Pick<FastifyRequest, 'headers' | 'raw'>): Error | null {
		const failure = ahead.failureOf(raw);
		if (failure) return failure;
		const token = saysRetry({ headers }) ? null : bearerToken({ headers });
		if (token === null) return null;
		let wait = 0;
		const refused = engine.turnAway(() => {
			const fan = recallFan(token);
			// Above its rate, an account is refused for that, and not for the queue.
			if (fan) wait = requests.take(fan.fanId);
			return fan?.fanId ?? null;
		});
		if (refused && wait > 0) return new Problem('too_many_requests', { retryAfter: Math.ceil(wait) });
		if (refused) watch.failed();
		return refused;
	}

	serveFan(app, findCaller, getMyVotes, ({ caller, query }) => readMyVotes(db, caller, query));
	serveFan(app, findCaller, getMyTotals, ({ caller, query }) => readMyTotals(db, caller, query.ranking_key));
	// Limit by account, not by address: a stadium of fans may share one address.
	serveFan(app, recallCaller, castVote, cast, { perMinute: false, turnAway, write: writeVoteReply });
	ahead.serve(app, castVote, { recall: recallNow, isOpen: engine.isOpen, handler: cast, write: writeVoteReply });
}

type VoteReply = ReplyOf<typeof castVote>;

/** The end of a written answer without a receipt: it is the contract's last field. */
const END_WITHOUT = 'null}}';
const serialize = serializerOf(castVote);

/** Writes the answer to a vote. @param response the envelope of a `VoteReply` whose receipt is JSON already */
function writeVoteReply(response: unknown): string {
	const { data, ...envelope } = response as Envelope<VoteReply>;
	const receipt = data.receipt as unknown as string | null;
	const text = serialize({ ...envelope, data: { ...data, receipt: null } });
	return receipt ? `${text.slice(0, -END_WITHOUT.length)}${receipt}}}` : text;
}
