/** Casting a vote. */
import type { FastifyInstance } from 'fastify';
import { castVote } from '#contract/voting.ts';
import type { Config } from '#server/config.ts';
import { sum } from '#server/gems/rules.ts';
import type { FindCaller } from '#server/http/access.ts';
import { Problem } from '#server/http/problem.ts';
import { serveFan } from '#server/http/routes.ts';
import { tokenBuckets } from '#server/http/token-bucket.ts';
import type { Engine } from './engine.ts';

interface Voting {
	engine: Engine;
	findCaller: FindCaller;
	config: Config['voting'];
}

export function votingRoutes(app: FastifyInstance, { engine, findCaller, config }: Voting): void {
	const buckets = tokenBuckets({ perSecond: config.requestsPerSecond, burst: config.requestsBurst });

	serveFan(
		app,
		findCaller,
		castVote,
		async ({ caller, params, body, idempotencyKey }) => {
			const wait = buckets.take(caller.fanId);
			if (wait > 0) throw new Problem('too_many_requests', { retryAfter: Math.ceil(wait) });
			const vote = await engine.cast({
				fan: { bucket: caller.bucket, fanId: caller.fanId },
				key: idempotencyKey,
				rankingKey: params.ranking_key,
				artistId: body.artist_id,
				tickets: body.ticket_number,
				expectedCost: body.expected_cost ?? null,
			});
			return {
				artist_tickets: vote.artistTickets,
				ticket_number: vote.tickets,
				gem_cost: sum(vote.cost),
				gem_cost_earned: vote.cost.earned,
				gem_cost_purchased: vote.cost.purchased,
				gem_balance: sum(vote.balanceAfter),
				chart_version: vote.transaction,
				cast_time: Math.floor(vote.castAt / 1000),
			};
		},
		// Counted by account instead: a stadium of fans may share one address.
		{ perMinute: false },
	);
}
