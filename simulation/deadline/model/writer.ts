/** The queue of one shard in one process, with the bounds of `server/voting/engine/writer.ts`. */
import { openRoom } from '#server/voting/engine/room.ts';
import { SECOND_BATCH_MIN } from '#server/voting/engine/writer.ts';
import type { Agenda } from './agenda.ts';
import type { ProcessCosts } from './costs.ts';
import type { Connection } from './database.ts';
import type { Loop } from './loop.ts';
import type { Answer, Vote } from './vote.ts';

export interface WriterOptions {
	agenda: Agenda;
	loop: Loop;
	connection: Connection;
	costs: ProcessCosts;
	/** Votes of a batch, and votes of the queue. */
	bounds: { batchMax: number; queueMax: number };
	/** One way between process and database, in milliseconds. */
	wireMs: number;
	/** A vote decided from here on is late. */
	cutOff: number;
	settle: (vote: Vote, answer: Answer) => void;
	/** Told of every batch: its votes, and how long it was under way. */
	watch: (votes: number, underWayMs: number) => void;
}

export interface Writer {
	/** Takes the vote, or returns after how many seconds it has its turn. */
	add(vote: Vote): number | null;
	waiting(): number;
}

export function openWriter(options: WriterOptions): Writer {
	const { agenda, loop, connection, costs, bounds, wireMs, cutOff, settle, watch } = options;
	let queue: Vote[] = [];
	let inFlight = 0;
	let isSendingSoon = false;
	/** Votes a second, smoothed. */
	let pace = 0;
	let landedAt = 0;
	const room = openRoom({ queueMax: bounds.queueMax, pace: () => pace, now: agenda.now });

	function sendBatches(): void {
		while (queue.length > 0 && (inFlight === 0 || (inFlight === 1 && queue.length >= SECOND_BATCH_MIN))) {
			const batch = queue.slice(0, bounds.batchMax);
			queue = queue.slice(bounds.batchMax);
			inFlight += 1;
			send(batch);
		}
	}

	function send(batch: readonly Vote[]): void {
		const startedAt = agenda.now();
		const sent = { votes: batch.length, hasRetry: batch.some(({ requests }) => requests > 1) };
		agenda.at(startedAt + wireMs, () =>
			connection(sent, (decidedAt) => {
				agenda.at(agenda.now() + wireMs, () =>
					loop.arrive(costs.batchMs, () => land(batch, startedAt, decidedAt < cutOff ? 'cast' : 'late')),
				);
			}),
		);
	}

	function land(batch: readonly Vote[], startedAt: number, answer: Answer): void {
		const now = agenda.now();
		watch(batch.length, now - startedAt);
		const rate = (batch.length * 1000) / Math.max(0.1, now - Math.max(startedAt, landedAt));
		pace = pace === 0 ? rate : pace * 0.9 + rate * 0.1;
		landedAt = now;
		inFlight -= 1;
		// First the database gets its next batch, then the answers of this one are written.
		sendBatches();
		for (const vote of batch) loop.soon(costs.answerMs, () => settle(vote, answer));
	}

	function sendSoon(): void {
		if (isSendingSoon) return;
		isSendingSoon = true;
		loop.soon(0, () => {
			isSendingSoon = false;
			sendBatches();
		});
	}

	return {
		add(vote) {
			if (!room.isThere(queue.length, { isRetry: vote.requests > 1 })) return room.giveTurn(true);
			queue.push(vote);
			if (inFlight > 0) sendBatches();
			else sendSoon();
			return null;
		},
		waiting: () => queue.length,
	};
}
