/**
 * The vote engine: takes single ballots, commits them in batches, and answers each ballot separately. Each shard has a queue
 * of its own, so that a batch is of one shard, and a shard that stands still holds up no other.
 */
import type { FastifyBaseLogger } from 'fastify';
import { IDEMPOTENCY_KEY_PATTERN } from '#contract/voting.ts';
import type { Config } from '#server/config/config.ts';
import type { Database } from '#server/kernel/database.ts';
import { Problem } from '#server/kernel/problem.ts';
import { isDistributed, shardOf } from '#server/db/shards/shards.ts';
import { ballots } from '#server/kernel/signals/signals.ts';
import type { SignReceipts } from '#server/vote-log/fans/receipts.ts';
import { NO_TOTALS, openTotals } from './totals.ts';
import { openWriter, type Writer } from './writer.ts';
import type { Ballot, CastVote } from '../ballot.ts';

export interface Engine {
	/**
	 * Commits the ballot. When this returns, the vote is durable.
	 * @throws {Problem} the refusal, or `busy` if the outcome is unknown or the queue is full: the same key may be
	 * retried
	 */
	cast(ballot: Ballot): Promise<CastVote>;
	/**
	 * Returns the refusal of a vote that is sent for the first time, if the queues of its shard are full now: it need not be
	 * read to be refused. @param isKnown says if the session of its fan is known
	 */
	turnAway(shard: number, isKnown: () => boolean): Problem | null;
	/** Returns the number of ballots that wait for a batch, in all queues of the process. */
	waiting(): number;
	/** Commits the waiting ballots and accepts no more. */
	close(): Promise<void>;
}

/** Seconds after which the outcome of a batch may be known. */
const RETRY_AFTER_S = 1;

const VOTER_PATTERN = /^[A-Za-z0-9_-]{22}$/;
const INTEGER_MAX = 2 ** 31 - 1;

/** The contract already refuses these ballots. This check protects the batch from any other caller. */
function isStorable({ artistId, tickets, expectedCost, key, voter }: Ballot): boolean {
	const whole = [artistId, tickets, expectedCost ?? 0].every(Number.isSafeInteger);
	return (
		whole &&
		artistId > 0 &&
		artistId <= INTEGER_MAX &&
		tickets > 0 &&
		IDEMPOTENCY_KEY_PATTERN.test(key) &&
		VOTER_PATTERN.test(voter)
	);
}

export function openEngine({
	db,
	config,
	shardKeys,
	signReceipts,
	log,
}: {
	db: Database;
	config: Config['voting'];
	/** The key of each shard of the installation. */
	shardKeys: readonly number[];
	signReceipts: SignReceipts;
	log: Pick<FastifyBaseLogger, 'error' | 'warn'>;
}): Engine {
	const { batchMax } = config;
	const shards = shardKeys.length;
	// VOTE_QUEUE_MAX bounds the memory of the process. Each queue has its part of it: a shard that stands still fills its
	// own, and the others keep theirs.
	const queueMax = Math.ceil(config.queueMax / (shards * config.writers));
	const totals = isDistributed(shardKeys) ? openTotals(db) : NO_TOTALS;
	const open = (shard: number) => openWriter({ db, shard, totals, batchMax, queueMax, signReceipts, log });
	const queues = shardKeys.map((key) => Array.from({ length: config.writers }, () => open(key)));
	const writers = queues.flat();

	/** A fan's votes go through one writer, in order of arrival. */
	function writerOf({ fan }: Ballot): Writer {
		return queues[shardOf(fan, shards)]?.[Math.floor(fan.bucket / shards) % config.writers] as Writer;
	}

	/** Refusals are made once: when they are needed, there are very many, and each trace of the stack costs as much as the rest. */
	const busy = new Map<number, Problem>();
	function busyUntil(retryAfter: number): Problem {
		const problem = busy.get(retryAfter) ?? new Problem('busy', { retryAfter });
		busy.set(retryAfter, problem);
		return problem;
	}

	return {
		async cast(ballot) {
			// A ballot that no row can hold never joins a batch: others would wait while the batch is split to find it.
			if (!isStorable(ballot)) throw new Problem('invalid_request');
			if (ballots.hasSubscribers) ballots.publish(ballot);
			const outcome = await writerOf(ballot).add(ballot);
			if ('cast' in outcome) return outcome.cast;
			if ('retryAfter' in outcome) throw busyUntil(outcome.retryAfter);
			if ('refused' in outcome) throw new Problem(outcome.refused);
			throw outcome.failed === 'broken' ? new Problem('internal') : new Problem('busy', { retryAfter: RETRY_AFTER_S });
		},
		turnAway(shard, isKnown) {
			// Which of several writers a vote goes to is known when it was read.
			const [own, ...others] = queues[shard] ?? [];
			if (!own || others.length > 0) return null;
			const full = own.full(isKnown);
			return full && busyUntil(full.retryAfter);
		},
		waiting: () => writers.reduce((sum, writer) => sum + writer.waiting(), 0),
		async close() {
			await Promise.all(writers.map((writer) => writer.close()));
		},
	};
}
