/**
 * The vote engine: takes single ballots, commits them in batches, and answers each ballot separately.
 *
 * It commits one batch after the other on its own connection. While one batch commits, the next is collected. An idle
 * engine commits a single vote at once. A busy engine sends the next batch before the answer to the last one arrives, so that
 * the database never waits for this process.
 */
import type { FastifyBaseLogger } from 'fastify';
import { VERSION_OF_NONE } from '#contract/values/chart-version.ts';
import type { Config } from '#server/config/config.ts';
import type { Database } from '#server/kernel/database.ts';
import { Problem } from '#server/kernel/problem.ts';
import { batches, trace } from '#server/kernel/signals/signals.ts';
import { logTag, type SignReceipts } from '#public-log/server/public-log.ts';
import { openAdmission } from './admission.ts';
import { openHeldWallets, type Waiting } from './held-wallets.ts';
import { openSender, type Sent } from './sender.ts';
import type { Ballot, CastVote, Decision } from '../ballot.ts';

export type Engine = ReturnType<typeof openEngine>;

/** `unknown`: the same key may be retried. `broken`: the database refuses the vote because of a bug in our code. */
type Outcome = Decision | { failed: 'unknown' | 'broken' };

interface Vote extends Waiting {
	settle: (outcome: Outcome) => void;
	since: number;
}

/** Minimum size of a second batch sent behind the first: small batches cost more per vote. */
const SECOND_BATCH_MIN = 64;
/** Seconds after which the outcome of a batch may be known, or a held wallet free. */
const RETRY_AFTER_S = 1;

export function openEngine({
	db,
	config: { batchMax, queueMax },
	signReceipts,
	log,
}: {
	db: Database;
	/** `queueMax` bounds the memory of the process. */
	config: Pick<Config['voting'], 'batchMax' | 'queueMax'>;
	signReceipts: SignReceipts;
	log: Pick<FastifyBaseLogger, 'error' | 'warn'>;
}) {
	let queue: Vote[] = [];
	const inFlight = new Set<Promise<void>>();
	const sender = openSender(db, log);
	const held = openHeldWallets<Vote>({
		retry: (vote) => enqueue(vote),
		giveUp: ({ settle }) => settle({ failed: 'unknown' }),
	});
	let number = 0;
	let isSendingSoon = false;
	let closed = false;
	let rate = 0;
	let landedAt = 0;
	const admission = openAdmission({ queueMax, rate: () => rate, now: () => performance.now() });

	/** One `busy` refusal per waiting time, reused: an overloaded server sends very many, and building a stack trace for each costs as much as the rest of the refusal. */
	const busy = new Map<number, Problem>();
	function busyFor(retryAfter: number): Problem {
		const problem = busy.get(retryAfter) ?? new Problem('busy', { retryAfter });
		busy.set(retryAfter, problem);
		return problem;
	}

	const waiting = () => queue.length + held.size();

	function refuse(vote: { isRetry: boolean }, fanOf: () => number | null): Problem | null {
		if (closed) return busyFor(RETRY_AFTER_S);
		return admission.admits(waiting(), vote) ? null : busyFor(admission.nextSlot(fanOf()));
	}

	function add(ballot: Ballot): Promise<Outcome> {
		return new Promise((settle) => {
			number += 1;
			const vote = { ballot, settle, number, since: performance.now() };
			if (!held.join(vote)) enqueue(vote);
		});
	}

	function enqueue(vote: Vote): void {
		queue.push(vote);
		if (inFlight.size > 0) sendBatches();
		else sendSoon();
	}

	/** At the end of this turn of the event loop: requests that arrived together share the first batch. */
	function sendSoon(): void {
		if (isSendingSoon) return;
		isSendingSoon = true;
		setImmediate(() => {
			isSendingSoon = false;
			sendBatches();
		});
	}

	function sendBatches(): void {
		while (queue.length > 0 && (inFlight.size === 0 || (inFlight.size === 1 && queue.length >= SECOND_BATCH_MIN))) {
			const sent = send(nextBatch()).finally(() => {
				inFlight.delete(sent);
				sendBatches();
			});
			inFlight.add(sent);
		}
	}

	/** Takes the first waiting vote of each fan out of the queue. A fan's further votes wait for the next batch. */
	function nextBatch(): Vote[] {
		const batch: Vote[] = [];
		const left: Vote[] = [];
		const fans = new Set<number>();
		for (const vote of queue) {
			const { fanId } = vote.ballot;
			if (batch.length < batchMax && !fans.has(fanId)) batch.push(vote);
			else left.push(vote);
			fans.add(fanId);
		}
		queue = left;
		return batch;
	}

	async function send(batch: Vote[]): Promise<void> {
		const startedAt = performance.now();
		await settleBatch(batch);
		const now = performance.now();
		const latest = (batch.length * 1000) / Math.max(0.1, now - Math.max(startedAt, landedAt));
		rate = rate === 0 ? latest : rate * 0.9 + latest * 0.1;
		landedAt = now;
	}

	/** Settles every vote of the batch. If the database refuses a vote, the batch is halved until that vote is alone. */
	async function settleBatch(batch: Vote[]): Promise<void> {
		const asked = batch.map(({ ballot }) => ballot);
		const since = batch.reduce((first, vote) => Math.min(first, vote.since), Infinity);
		const outcomes = await trace(batches, { ballots: asked }, () => sender.send(asked, since));
		if (outcomes) {
			// Answer later: first the database gets the next batch, then the answers of this one are written.
			setImmediate(() => {
				sign(asked, outcomes);
				for (const [index, vote] of batch.entries()) conclude(vote, outcomes[index] ?? { failed: 'broken' });
			});
		} else if (batch.length === 1) {
			conclude(batch[0] as Vote, { failed: 'broken' });
		} else {
			const middle = Math.ceil(batch.length / 2);
			await settleBatch(batch.slice(0, middle));
			await settleBatch(batch.slice(middle));
		}
	}

	/** The votes are committed: a fault of the signer must not keep their answers back. */
	function sign(asked: readonly Ballot[], outcomes: readonly Sent[]): void {
		try {
			giveReceipts(asked, outcomes, signReceipts);
		} catch (error) {
			log.error({ err: error, votes: asked.length }, 'a batch of votes got no receipts');
		}
	}

	/** A vote with a held wallet waits with the same fan's other votes. Any other outcome shows that the wallet is free. */
	function conclude(vote: Vote, outcome: Outcome | 'held'): void {
		const { fanId } = vote.ballot;
		if (outcome === 'held' && !closed) {
			held.hold(fanId, [vote, ...queue.filter(({ ballot }) => ballot.fanId === fanId)]);
			queue = queue.filter(({ ballot }) => ballot.fanId !== fanId);
			return;
		}
		vote.settle(outcome === 'held' ? { failed: 'unknown' } : outcome);
		for (const freed of held.release(fanId)) enqueue(freed);
	}

	return {
		/** When this returns, the vote is durable. @throws {Problem} the refusal, or `busy` if the same key may be retried */
		async cast(ballot: Ballot): Promise<CastVote> {
			const refused = held.isFull(ballot.fanId) ? busyFor(RETRY_AFTER_S) : refuse(ballot, () => ballot.fanId);
			if (refused) throw refused;
			const outcome = await add(ballot);
			if ('cast' in outcome) return outcome.cast;
			if ('refused' in outcome) throw new Problem(outcome.refused);
			throw outcome.failed === 'broken' ? new Problem('internal') : busyFor(RETRY_AFTER_S);
		},
		/** The refusal of a first sending, unread, if the queue is full. `fanOf`: of its session, or null for a stranger. */
		turnAway: (fanOf: () => number | null) => refuse({ isRetry: false }, fanOf),
		/** False while `turnAway` may refuse. */
		isOpen: () => !closed && admission.admits(waiting(), { isRetry: false }),
		waiting,
		async close() {
			closed = true;
			held.close();
			sendBatches();
			while (inFlight.size > 0) await Promise.all(inFlight);
			await sender.close();
		},
	};
}

/** Signs once for each ranking of the batch. A vote that was cast by an earlier request has no receipt here. */
function giveReceipts(asked: readonly Ballot[], outcomes: readonly Sent[], sign: SignReceipts): void {
	const cast = asked.flatMap((ballot, index) => {
		const outcome = outcomes[index];
		const isNew = typeof outcome === 'object' && 'cast' in outcome && outcome.cast.version !== VERSION_OF_NONE;
		return isNew ? [{ ballot, vote: outcome.cast }] : [];
	});
	for (const [ranking, votes] of Map.groupBy(cast, ({ ballot }) => ballot.rankingKey)) {
		const receipts = sign(
			votes.map(({ ballot, vote }) => ({
				type: 'vote',
				ranking,
				artistId: ballot.artistId,
				tickets: ballot.tickets,
				gemsEarned: vote.cost.earned,
				gemsPurchased: vote.cost.purchased,
				castAt: Math.floor(vote.castAt / 1000),
				voter: ballot.voter,
				tag: logTag(ranking, ballot.key),
			})),
		);
		for (const [index, { vote }] of votes.entries()) vote.receipt = receipts[index] ?? null;
	}
}
