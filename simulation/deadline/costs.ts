/**
 * The costs that the deadline is simulated with: two virtual cores of a shared server in a quiet hour. A core of your own
 * does more.
 *
 * The figures of `votes` and `batch` are those of docs/performance.md. `npm run bench -- deadline` has not found a quiet
 * hour yet: its backend took 1.3 ms for a batch instead of 0.54, beside other work. Only ratios come from it: what the
 * process takes for a batch ÷ what the backend takes, a refusal ÷ a vote, and the share of other threads.
 */
import type { Costs } from './model/costs.ts';

/** Main thread for a vote in large batches: 109 µs of the process (`votes`), less other threads, less its part of a batch. */
const VOTE_MS = 0.082;

export const MEASURED: Costs = {
	process: {
		// How the two share it was not measured. It moves a vote's wait by less than its own time.
		requestMs: VOTE_MS / 2,
		answerMs: VOTE_MS / 2,
		// `server_batch_us` ÷ `backend_batch_us` was 0.9 to 1.4.
		batchMs: 0.5,
		// `server_refusal_us` was 0.43 of `server_main_us_per_vote`.
		refusalMs: 0.43 * VOTE_MS,
		// `server_beside_us_per_vote`: about a fifth of the process.
		besideMs: 0.02,
	},
	database: {
		// `batch_of_1_us` and `batch_of_64_us` of `batch`, when a batch of one was cast as larger ones are: see decision 0059.
		batchMs: 0.54,
		voteMs: 0.053,
		// What `postgres_cpu_us_per_vote` of `votes` has above the backend's own work.
		besideMs: 0.034,
		// `durable_commit_ms` of `votes`: a whole small transaction, so a little too much.
		flushMs: 0.5,
	},
};
