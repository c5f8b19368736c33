/** A process of the server: an event loop on cores, and a queue for each shard. */
import { openHelper, type Cores } from './cores.ts';
import { openLoop } from './loop.ts';
import type { Answer, Vote } from './vote.ts';
import { openWriter, type Writer, type WriterOptions } from './writer.ts';

export interface ProcessOptions extends Omit<WriterOptions, 'loop' | 'connection'> {
	cores: Cores;
	/** A connection for the queue of each shard. */
	connections: readonly WriterOptions['connection'][];
}

export interface Process {
	/** A request has arrived. */
	take(vote: Vote): void;
	/** Returns the votes in its queues. */
	waiting(): number;
}

export function openProcess({ cores, connections, ...options }: ProcessOptions): Process {
	const { costs, settle } = options;
	const loop = openLoop(cores);
	const threads = openHelper(cores);
	// A vote that is sent for the first time is refused before it is read; one that comes again is read first.
	const atDoorMs = Math.min(costs.refusalMs, costs.requestMs);
	const answer = (vote: Vote, given: Answer) => {
		threads(costs.besideMs);
		settle(vote, given);
	};
	const writers = connections.map((connection) => openWriter({ ...options, loop, connection, settle: answer }));
	const writerOf = ({ shard }: Vote) => writers[shard % writers.length] as Writer;
	return {
		take(vote) {
			vote.requests += 1;
			const isRetry = vote.requests > 1;
			loop.arrive(isRetry ? costs.requestMs : atDoorMs, () => {
				const retryAfter = writerOf(vote).add(vote);
				if (retryAfter === null) {
					if (!isRetry) loop.soon(costs.requestMs - atDoorMs, () => undefined);
				} else if (isRetry) loop.soon(costs.refusalMs, () => settle(vote, { retryAfter }));
				else settle(vote, { retryAfter });
			});
		},
		waiting: () => writers.reduce((sum, writer) => sum + writer.waiting(), 0),
	};
}
