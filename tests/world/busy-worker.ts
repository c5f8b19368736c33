/** A process that takes up a job and never finishes it. Started by tests, which kill it: `busy-worker.ts <database>`. */
import { startWorker } from '#server/jobs/worker.ts';

const silent = () => undefined;
const log = { debug: silent, info: silent, warn: silent, error: console.error };

await startWorker(
	process.argv[2] ?? '',
	{
		refund_payment: async ({ paymentId }) => {
			console.log(`working on ${paymentId}`);
			await new Promise(silent);
		},
	},
	log,
);
