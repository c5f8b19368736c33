/** Runs the jobs of this process. Any number of processes may; each job is taken by one. */
import { Logger, run, type Runner, type TaskList } from 'graphile-worker';
import type { FastifyBaseLogger } from 'fastify';
import { openJobPool } from '#server/db/pool.ts';
import type { JobHandlers } from './jobs.ts';

export interface Worker {
	/** Lets the jobs under way finish. */
	stop(): Promise<void>;
}

/** What runs when, in UTC; of several processes one does it. */
const CRONTAB = `
* * * * * close_rankings
*/10 * * * * take_snapshots
7 * * * * prepare_month
13 3 * * * forget_traces
23 * * * * erase_accounts
41 * * * * reconcile
* * * * * work_on_cases
* * * * * count_votes
* * * * * watch_orders
*/10 * * * * read_payment_events
`;

export async function startWorker(
	url: string,
	handlers: JobHandlers,
	log: Pick<FastifyBaseLogger, 'debug' | 'info' | 'warn' | 'error'>,
): Promise<Worker> {
	const pool = openJobPool(url);
	const taskList: TaskList = Object.fromEntries(
		Object.entries(handlers).map(([name, handle]) => [name, (payload: unknown) => handle(payload as never)]),
	);
	const runner: Runner = await run({
		pgPool: pool,
		taskList,
		crontab: CRONTAB,
		concurrency: 2,
		noHandleSignals: true,
		logger: new Logger(() => (level, message) => {
			if (level === 'error') log.error(message);
			else if (level === 'warning') log.warn(message);
			else log.debug(message);
		}),
	});
	return {
		async stop() {
			await runner.stop();
			await pool.end();
		},
	};
}
