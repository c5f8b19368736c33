/**
 * Runs the vote log in a thread of its own: what it hashes, and the disk that it waits for, hold up no request. If the
 * thread dies, another one is started.
 */
import { Worker } from 'node:worker_threads';
import type { Config } from '#server/config/config.ts';
import type { LogNames } from './store.ts';
import type { LogRunner } from './leader.ts';
import type { RunnerLog } from './publisher.ts';

export interface ThreadInput {
	/** Of the database. */
	url: string;
	config: Pick<Config, 'dataFolder' | 'media' | 'voteLog'>;
	names: LogNames;
}

/** A line for the site's log, or what the log stands still for. */
export type ThreadMessage =
	| { level: 'warn' | 'error'; facts: Readonly<Record<string, unknown>>; message: string }
	| { fault: string | null };

const RESTART_MS = 1_000;
/** A store that does not answer would keep a stop waiting. What is cut off is done again by the next leader. */
const STOP_MS = 6_000;

export function startVoteLog({ url, config, names }: ThreadInput, log: RunnerLog): LogRunner {
	const { dataFolder, media, voteLog } = config;
	const workerData: ThreadInput = { url, config: { dataFolder, media, voteLog }, names };
	let fault: string | null = null;
	let restart: NodeJS.Timeout | undefined;
	let isStopping = false;
	let running = start();

	function start() {
		const thread = new Worker(new URL('./thread-main.ts', import.meta.url), { name: 'vote-log', workerData });
		const ended = Promise.withResolvers<void>();
		thread.on('message', (message: ThreadMessage) => {
			if ('fault' in message) fault = message.fault;
			else log[message.level](message.facts, message.message);
		});
		thread.on('error', (error) => {
			fault = 'The vote log is behind';
			log.error({ err: error }, 'the thread of the vote log has died. It is started again');
		});
		thread.on('exit', () => {
			ended.resolve();
			if (!isStopping) restart = setTimeout(() => void (running = start()), RESTART_MS);
		});
		return { thread, ended: ended.promise };
	}

	return {
		async stop() {
			isStopping = true;
			clearTimeout(restart);
			running.thread.postMessage('stop');
			const limit = setTimeout(() => void running.thread.terminate(), STOP_MS);
			await running.ended;
			clearTimeout(limit);
		},
		fault: () => fault,
	};
}
