/** What a vote costs on this machine, from samples under full load with small batches and with large ones. */
import type { Costs } from '../../simulation/deadline/model/costs.ts';
import type { Sample } from './meter.ts';

export interface Samples {
	small: Sample;
	large: Sample;
	/** Nearly every request is refused. */
	refused: Sample;
	flushMs: number;
}

export function costsFrom({ small, large, refused, flushMs }: Samples): Costs {
	const server = twoParts(small, large, ({ mainUs }) => mainUs);
	const backend = twoParts(small, large, ({ backendUs }) => backendUs);
	const requests = refused.perSecond + refused.refusedPerSecond;
	// What the few votes of that run took is not the refusals'.
	const ofVotes = (server.batchUs + server.voteUs) * refused.perSecond;
	const refusalUs = (refused.mainUs * requests - ofVotes) / refused.refusedPerSecond;
	return {
		process: {
			requestMs: server.voteUs / 2 / 1000,
			answerMs: server.voteUs / 2 / 1000,
			batchMs: server.batchUs / 1000,
			refusalMs: refusalUs / 1000,
			besideMs: large.besideUs / 1000,
		},
		database: {
			batchMs: backend.batchUs / 1000,
			voteMs: backend.voteUs / 1000,
			besideMs: Math.max(0, large.postgresUs - large.backendUs) / 1000,
			flushMs,
		},
	};
}

/** Splits the time of a vote into a part for each batch and one for each vote, in microseconds. */
function twoParts(small: Sample, large: Sample, us: (sample: Sample) => number): { batchUs: number; voteUs: number } {
	const batchUs = Math.max(0, (us(small) - us(large)) / (1 / small.batchVotes - 1 / large.batchVotes));
	return { batchUs, voteUs: us(large) - batchUs / large.batchVotes };
}
