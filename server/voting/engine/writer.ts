/**
 * A writer commits one batch of votes after the other on its own connection. While one batch commits, the next is
 * collected. There is no timer: an idle writer commits a single vote at once. A busy writer sends the next batch before
 * the answer to the last one arrives, so that the database never waits for this process.
 */
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '#server/kernel/database.ts';
import { batches, told } from '#server/kernel/signals/signals.ts';
import type { SignReceipts } from '#server/vote-log/fans/receipts.ts';
import type { Ballot, Decision } from '../ballot.ts';
import { openLines, type InLine } from './held-wallets.ts';
import { giveReceipts } from './receipts.ts';
import { openRoom } from './room.ts';
import { openSender, type Sent } from './sender.ts';
import type { Totals } from './totals.ts';

/** `unknown`: the same key may be retried. `broken`: the database refuses the vote because of a bug in our code. */
export type Outcome = Decision | { failed: 'unknown' | 'broken' };

/** The queue has no room. `retryAfter`: seconds after which it has some for the vote. */
export interface Full {
	retryAfter: number;
}

export interface Writer {
	/** Takes the ballot, or says why not. */
	add(ballot: Ballot): Promise<Outcome> | Full;
	/** Says if a vote that is sent for the first time would be refused now. @param isKnown says if its fan is known */
	full(isKnown: () => boolean): Full | null;
	/** Returns the number of votes that wait, for a batch or for a held wallet. */
	waiting(): number;
	/** Commits the waiting votes, then ends. */
	close(): Promise<void>;
}

interface Waiting extends InLine {
	settle: (outcome: Outcome) => void;
}

interface WriterOptions {
	db: Database;
	/** Key of the shard of all its votes. */
	shard: number;
	totals: Totals;
	batchMax: number;
	queueMax: number;
	signReceipts: SignReceipts;
	log: Pick<FastifyBaseLogger, 'error' | 'warn'>;
}

/** Minimum size of a second batch sent behind the first: small batches cost more per vote. */
const SECOND_BATCH_MIN = 64;

/** The process closes, or the fan's wallet is held: no room is waited for. */
const ELSEWHERE: Full = { retryAfter: 1 };

export function openWriter({ db, shard, totals, batchMax, queueMax, signReceipts, log }: WriterOptions): Writer {
	let queue: Waiting[] = [];
	const inFlight = new Set<Promise<void>>();
	const sender = openSender({ db, shard, totals, log });
	const lines = openLines<Waiting>({
		askAgain: (waiting) => enqueue(waiting),
		giveUp: ({ settle }) => settle({ failed: 'unknown' }),
	});
	let number = 0;
	let isSendingSoon = false;
	let closed = false;
	/** Votes a second, smoothed. */
	let pace = 0;
	let landedAt = 0;
	const room = openRoom({ queueMax, pace: () => pace, now: () => performance.now() });

	function full(vote: { isRetry: boolean }, isKnown = () => true): Full | null {
		if (closed) return ELSEWHERE;
		return room.isThere(queue.length + lines.size(), vote) ? null : { retryAfter: room.giveTurn(isKnown()) };
	}

	function add(ballot: Ballot): Promise<Outcome> | Full {
		const refused = lines.isFull(ballot.fan.fanId) ? ELSEWHERE : full(ballot);
		if (refused) return refused;
		return new Promise((settle) => {
			number += 1;
			const waiting = { ballot, settle, number };
			if (!lines.join(waiting)) enqueue(waiting);
		});
	}

	function enqueue(waiting: Waiting): void {
		queue.push(waiting);
		if (inFlight.size > 0) sendBatches();
		else sendSoon();
	}

	/** Waits for the current turn of the event loop: requests that arrived together then share the first batch. */
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

	/** Returns the first waiting vote of each fan. A fan's further votes wait for the next batch. */
	function nextBatch(): Waiting[] {
		const batch: Waiting[] = [];
		const left: Waiting[] = [];
		const fans = new Set<number>();
		for (const waiting of queue) {
			const { fanId } = waiting.ballot.fan;
			if (batch.length < batchMax && !fans.has(fanId)) batch.push(waiting);
			else left.push(waiting);
			fans.add(fanId);
		}
		queue = left;
		return batch;
	}

	async function send(batch: Waiting[]): Promise<void> {
		const startedAt = performance.now();
		await settleBatch(batch);
		const now = performance.now();
		const rate = (batch.length * 1000) / Math.max(0.1, now - Math.max(startedAt, landedAt));
		pace = pace === 0 ? rate : pace * 0.9 + rate * 0.1;
		landedAt = now;
	}

	/** Settles every vote of the batch. If the database refuses a vote, the batch is halved until that vote is alone. */
	async function settleBatch(batch: Waiting[]): Promise<void> {
		const ballots = batch.map(({ ballot }) => ballot);
		const outcomes = await told(batches, { ballots }, () => sender.send(ballots));
		if (outcomes) {
			// Answer later: first the database gets the next batch, then the answers of this one are written.
			setImmediate(() => {
				sign(ballots, outcomes);
				for (const [index, waiting] of batch.entries()) conclude(waiting, outcomes[index] ?? { failed: 'broken' });
			});
		} else if (batch.length === 1) {
			conclude(batch[0] as Waiting, { failed: 'broken' });
		} else {
			const middle = Math.ceil(batch.length / 2);
			await settleBatch(batch.slice(0, middle));
			await settleBatch(batch.slice(middle));
		}
	}

	/** The votes are committed: a fault of the signer must not keep their answers back. */
	function sign(ballots: readonly Ballot[], outcomes: readonly Sent[]): void {
		try {
			giveReceipts(ballots, outcomes, signReceipts);
		} catch (error) {
			log.error({ err: error, votes: ballots.length }, 'a batch of votes got no receipts');
		}
	}

	/** A vote with a held wallet waits in line with the same fan's other votes. A free wallet releases the line. */
	function conclude(waiting: Waiting, outcome: Outcome | 'held'): void {
		const { fanId } = waiting.ballot.fan;
		if (outcome === 'held' && !closed) {
			lines.hold([waiting, ...queue.filter(({ ballot }) => ballot.fan.fanId === fanId)]);
			queue = queue.filter(({ ballot }) => ballot.fan.fanId !== fanId);
			return;
		}
		waiting.settle(outcome === 'held' ? { failed: 'unknown' } : outcome);
		for (const freed of lines.release(fanId)) enqueue(freed);
	}

	return {
		add,
		full: (isKnown) => full({ isRetry: false }, isKnown),
		waiting: () => queue.length + lines.size(),
		async close() {
			closed = true;
			lines.close();
			sendBatches();
			while (inFlight.size > 0) await Promise.all(inFlight);
			await sender.close();
		},
	};
}
