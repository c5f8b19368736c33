/**
 * The calls of the public log that the site uses. With the files of its tiles (store.ts), they are all that server/ knows of
 * the package.
 */
import type { FastifyInstance } from 'fastify';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { getTransparencyNumbers } from '#contract/transparency.ts';
import type { getVoteLogs } from '#contract/voting.ts';
import type { WitnessPolicy } from '#public-log/format/witness/witness-policy.ts';
import type { LastKnown } from '#server/db/last-known.ts';
import type { FindCaller } from '#server/kernel/caller.ts';
import type { Database, Db } from '#server/kernel/database.ts';
import { readNumbers } from './anchor/numbers.ts';
import { expectMasterKey, expectSigningKeys } from './expected-keys.ts';
import { openReceipts } from './fans/receipts.ts';
import { openPseudonyms } from './fans/voters.ts';
import { logNames, type LogNames, type LogReader } from './store.ts';
import { selectGeneration } from './generations/sql.ts';
import type { LogKeys } from './keys.ts';
import { readLogOverview } from './routes.ts';
import { anchorRoutes, voteLogRoutes } from './routes.ts';

export { openLogKeys, type LogKeys } from './keys.ts';
export { startVoteLog } from './thread.ts';
export type { LogNames } from './store.ts';
export { appendToLog, expectSoon } from './append.ts';
export { sequenceNow } from './sequencing/sequencer.ts';
export { logTag } from '#public-log/format/log-tag.ts';
export type { SignReceipts } from './fans/receipts.ts';
export type { PseudonymFor } from './fans/voters.ts';
export { readGemDays, type GemDay } from './anchor/numbers.ts';
export { readVoteLogHealth } from './operators.ts';
export { voteLogOperatorRoutes } from './routes.ts';

/** Reads the names of the logs, which a restore or a revoked key changes. A process reads them once, when it starts. */
export const readLogNames = async (db: Db, publicUrl: string): Promise<LogNames> =>
	logNames(publicUrl, await selectGeneration(db));

/**
 * Checks that the process was given the keys of this database: the master key, and those that sign logs which still grow.
 * @throws {StartRefused} otherwise
 */
export async function expectLogKeys(db: Db, keys: LogKeys): Promise<void> {
	await expectMasterKey(db, keys);
	await expectSigningKeys(db, keys);
}

export interface PublicLogDeps {
	db: Database;
	keys: LogKeys;
	names: LogNames;
	policy: WitnessPolicy | null;
	openStore: (generation: number) => LogReader;
}

export interface PublicFacts {
	logs: ReplyOf<typeof getVoteLogs>;
	numbers: ReplyOf<typeof getTransparencyNumbers>;
}

export const openPublicLog = ({ db, keys, names, policy, openStore }: PublicLogDeps) => ({
	...openPseudonyms(db, keys.masterKey),
	signReceipts: openReceipts(keys.receipts, names.prefix),
	/** Serves the logs, their overview, the numbers of the anchor, and the proof of a fan's vote. */
	serve(app: FastifyInstance, { known, findCaller }: { known: LastKnown; findCaller: FindCaller }) {
		const deps = { ...names, keys, policy, known };
		voteLogRoutes(app, { ...deps, db, findCaller, store: openStore(names.generation), openEnded: openStore });
		anchorRoutes(app, { ...deps, store: openStore(names.generation) });
	},
	/** Reads what the page about the logs shows: their overview, and the numbers of the anchor. */
	async read(from: Db): Promise<PublicFacts> {
		const deps = { ...names, keys, policy, store: openStore(names.generation) };
		const [logs, numbers] = await Promise.all([readLogOverview(from, deps), readNumbers(from, deps)]);
		return { logs, numbers };
	},
});
