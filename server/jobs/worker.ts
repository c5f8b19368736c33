/** Runs the jobs of this process. Any number of processes may; each job is taken by one. */
import { EventEmitter, once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { Logger, run, type Runner, type TaskList, type WorkerEvents } from 'graphile-worker';
import type { FastifyBaseLogger } from 'fastify';
import { countConnections, openJobPool } from '#server/db/pool.ts';
import { jobRuns, trace } from '#server/kernel/signals/signals.ts';
import { CRONTAB, type JobHandlers } from './jobs.ts';
import { openPresence, type PresenceOptions } from './presence.ts';

export interface WorkerTimeouts extends Pick<PresenceOptions, 'lookMs' | 'silentMs'> {
	/** Time that jobs under way get to finish when the worker is stopped. */
	stopMs?: number;
}

const RESTART_MS = 1_000;
/** Jobs under way may finish for so long after the runner has failed. The library can wait for itself without an end. */
const GIVE_UP_MS = 15_000;
/** Leaves the rest of the process a few of the ten seconds that supervisors grant. */
const STOP_MS = 6_000;

export type WorkerLog = Pick<FastifyBaseLogger, 'debug' | 'info' | 'warn' | 'error'>;

/** A runner that ends by itself, as it does when the database goes away under a job, is started again. */
export async function startWorker(
	url: string,
	handlers: Partial<JobHandlers>,
	log: WorkerLog,
	{ stopMs = STOP_MS, ...timeouts }: WorkerTimeouts = {},
) {
	const pool = openJobPool(url);
	const presence = openPresence({ pool, log, ...timeouts });
	const stopping = new AbortController();
	const taskList: TaskList = Object.fromEntries(
		Object.entries(handlers).map(([name, handle]) => [
			name,
			(payload: unknown, { abortSignal }: { abortSignal?: AbortSignal }) =>
				trace(jobRuns, { job: name }, () => handle(payload as never, abortSignal ?? stopping.signal)),
		]),
	);

	async function begin(): Promise<{ runner: Runner; name: string; failed: Promise<unknown> }> {
		const events: WorkerEvents = new EventEmitter();
		const failed = once(events, 'pool:fatalError', { signal: stopping.signal });
		failed.catch(() => undefined);
		let name = '';
		events.on('pool:create', ({ workerPool }) => (name = workerPool.id));
		const underWay = new Set<string>();
		events.on('job:start', ({ job }) => void underWay.add(job.id));
		events.on('job:complete', ({ job }) => void underWay.delete(job.id));
		const runner = await run({
			pgPool: pool,
			taskList,
			crontab: CRONTAB,
			events,
			noHandleSignals: true,
			logger: new Logger(() => (level, message) => {
				if (level === 'error') log.error(message);
				else if (level === 'warning') log.warn(message);
				else log.debug(message);
			}),
			preset: {
				worker: {
					concurrentJobs: 2,
					// Jobs of many steps learn at once that they are to end.
					gracefulShutdownAbortTimeout: 0,
					// Without it, a database that goes away while an outcome is written would end the process.
					completeJobBatchDelay: 0,
					failJobBatchDelay: 0,
				},
			},
		});
		runner.promise.catch(() => undefined);
		await presence.announce(name, underWay).catch(async (error: unknown) => {
			await runner.stop().catch(() => undefined);
			throw error;
		});
		return { runner, name, failed };
	}

	let current = await begin();
	const ended = keepRunning();

	async function keepRunning(): Promise<void> {
		for (;;) {
			const { runner, failed } = current;
			const givenUp = failed.then(() => wait(GIVE_UP_MS, undefined, { ref: false }));
			await Promise.race([runner.promise, givenUp]).catch((error: unknown) => {
				if (!stopping.signal.aborted) log.error({ err: error }, 'the runner of jobs has failed');
			});
			const stopped = runner.stop().catch(() => undefined);
			if (stopping.signal.aborted) {
				await stopped;
				return;
			}
			log.warn('the runner of jobs has ended and is started again');
			if (!(await beginAgain(current.name))) return;
		}
	}

	/** False where the worker was stopped meanwhile. */
	async function beginAgain(former: string): Promise<boolean> {
		for (;;) {
			await wait(RESTART_MS, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
			if (stopping.signal.aborted) return false;
			try {
				await presence.withdraw(former);
				current = await begin();
				return true;
			} catch (error) {
				log.warn({ err: error }, 'the runner of jobs could not be started again yet');
			}
		}
	}

	return {
		connections: () => countConnections(pool),
		/** Waits for jobs under way, within a limit. Returns false if some are left: another process does them again. */
		async stop() {
			const stopped = current.runner.stop().catch(() => undefined);
			stopping.abort();
			const finished = await Promise.race([
				Promise.all([stopped, ended]).then(() => true),
				wait(stopMs, false, { ref: false }),
			]);
			if (!finished) log.warn('jobs are still under way at the end of this process: another one does them again');
			await presence.close();
			const closed = pool.end();
			if (finished) await closed;
			return finished;
		},
	};
}
