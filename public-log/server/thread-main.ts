/** The thread of the vote log: see vote-log/thread.ts, which starts it. */
import { parentPort, workerData } from 'node:worker_threads';
import { openDatabase } from '#server/db/pool.ts';
import { OF_JOBS } from '#server/db/connect.ts';
import { openLogWriter } from '#server/storage.ts';
import { openLogKeys } from './keys.ts';
import { runVoteLog } from './leader.ts';
import type { ThreadInput, ThreadMessage } from './thread.ts';

/** One of the log, one of the anchor, one of the witnesses. The leader's lock has a connection beside them. */
const CONNECTIONS = 3;

const { url, config, names } = workerData as ThreadInput;
const tell = (message: ThreadMessage) => parentPort?.postMessage(message);

let told: string | null | undefined;
function tellChange(fault: string | null): void {
	if (fault !== told) tell({ fault });
	told = fault;
}

const line = (level: 'warn' | 'error') => (facts: Readonly<Record<string, unknown>>, message: string) =>
	tell({ level, facts, message });

const db = openDatabase(url, { max: CONNECTIONS, timeouts: OF_JOBS });
const runner = runVoteLog({
	db,
	store: openLogWriter(config, names.generation),
	keys: await openLogKeys(config),
	prefix: names.prefix,
	anchor: names.anchor,
	policy: config.voteLog.policy,
	log: { warn: line('warn'), error: line('error') },
	onFault: tellChange,
});
parentPort?.once('message', () => void stop());

async function stop(): Promise<void> {
	await runner.stop();
	await db.close();
}
