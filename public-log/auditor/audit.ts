/** Audits a log: its checkpoint, its bundles, every leaf, and what was signed before. */
import type { Checkpoint } from '#public-log/format/checkpoint.ts';
import type { VerifierKey } from '#public-log/format/note.ts';
import type { ReceiptFile } from '#public-log/format/receipt-file.ts';
import { Findings, CHECK_NAMES } from './checks/findings.ts';
import { olderMilestone, receiptMilestone } from './checks/milestones.ts';
import { checkPromise, type Promised } from './checks/promise.ts';
import { judgeRevoked, rankingOf, type Revocations } from './checks/revoked.ts';
import { openCheckpoint, type LogSource, readLeaves } from './source/source.ts';
import { startWalk, type Walk } from './walk.ts';

export interface AuditInput {
	/** Null: the key that the log shows itself. */
	key?: VerifierKey | null;
	/** Notes of older checkpoints. */
	older?: readonly Uint8Array[];
	receipt?: ReceiptFile | null;
	promise?: Promised | null;
	/** From the anchor of the site, if it was given. */
	revoked?: Revocations;
}

export type Audit = Awaited<ReturnType<typeof audit>>;

/** @throws {Unreachable} if the log cannot be read, or shows no key and none was given */
export async function audit(source: LogSource, input: AuditInput = {}) {
	const findings = new Findings(CHECK_NAMES);
	const { key, opened } = await openCheckpoint(source, input.key ?? null, findings);
	// Null if nothing could be counted.
	const walk = opened && (await auditLeaves(source, key, opened.checkpoint, input, findings));
	if (!walk) findings.skipOthers('there is no checkpoint');
	const checks = findings.list();
	return { key, checks, passed: checks.every(({ status }) => status !== 'fail'), walk };
}

async function auditLeaves(
	source: LogSource,
	key: VerifierKey,
	checkpoint: Checkpoint,
	{ older = [], receipt = null, promise = null, revoked }: AuditInput,
	findings: Findings,
): Promise<Walk> {
	judgeRevoked(key, checkpoint, revoked, findings);
	const before = await Promise.all(older.map((note) => olderMilestone(note, key, checkpoint, findings)));
	const proven = receipt && (await receiptMilestone(receipt, key, checkpoint, findings, revoked));
	const own = { ...checkpoint, fail: () => findings.fail('root', 'the leaves give another root') };
	if (older.length === 0) findings.skip('older', 'none was given');
	if (!receipt) findings.skip('receipt', 'none was given');
	const promised = promise && (await checkPromise(promise, key, findings, revoked));
	if (!promise) findings.skip('promise', 'none was given');

	const milestones = [own, ...before, proven?.milestone ?? null];
	const more = [promised, proven?.finder ?? null].filter((one) => one !== null);
	const walk = startWalk(rankingOf(key.name), milestones, findings, more);
	let isWhole = false;
	try {
		isWhole = await readLeaves(source, checkpoint.size, (leaf) => walk.take(leaf), findings);
		if (isWhole) walk.end();
	} finally {
		walk.close();
	}
	if (checkpoint.size === 0) findings.skipOthers('the log has no entries yet');
	if (!isWhole) findings.skipOthers(`it could be checked before leaf ${walk.log.edge.size} only`);
	if (proven?.milestone) {
		const isVoid = walk.log.ledger.voteAt(proven.index)?.isVoid === true;
		const how = proven.isRevoked ? ', signed before its key was revoked' : '';
		findings.remark('receipt', `it is leaf ${proven.index}${isVoid ? ', which was voided' : ''}${how}`);
	}
	return walk;
}
