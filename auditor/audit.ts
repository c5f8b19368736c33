/** Audits a log: its checkpoint, its bundles, every leaf, and what was signed before. */
import { textOf } from '#contract/proof/bytes.ts';
import { parseCheckpoint, type Checkpoint } from '#contract/proof/checkpoint.ts';
import { parseNote, parseVerifierKey, verifyNote, type VerifierKey } from '#contract/proof/note.ts';
import { tilePath } from '#contract/proof/tiles.ts';
import { Findings } from './checks/findings.ts';
import { CHECK_NAMES, type CheckReport } from './checks/list.ts';
import { olderMilestone, receiptMilestone, type Receipt } from './checks/milestones.ts';
import { checkPromise, type Promised } from './checks/promise.ts';
import { readBundles, splitBundle, type Bundle } from './source/bundles.ts';
import type { LogSource } from './source/source.ts';
import { Unreachable } from './source/unreachable.ts';
import { startWalk, type Milestone, type Walk } from './walk.ts';

export interface AuditInput {
	/** Null: the key that the log shows itself. */
	key: VerifierKey | null;
	/** Notes of older checkpoints. */
	older: readonly Uint8Array[];
	receipt: Receipt | null;
	promise: Promised | null;
}

export interface Audit {
	key: VerifierKey;
	checks: CheckReport[];
	passed: boolean;
	/** Null if nothing could be counted. */
	walk: Walk | null;
}

const NOTE_BYTES_MAX = 100_000;
const KEY_BYTES_MAX = 1_000;

/** @throws {Unreachable} if the log cannot be read, or shows no key and none was given */
export async function audit(source: LogSource, input: AuditInput): Promise<Audit> {
	const findings = new Findings();
	const key = input.key ?? (await readOwnKey(source));
	if (!input.key) findings.remark('signature', 'this is the key that the log shows itself');
	const checkpoint = await checkCheckpoint(await source.read('checkpoint', NOTE_BYTES_MAX), key, findings);
	const walk = checkpoint && (await auditLeaves(source, key, checkpoint, input, findings));
	if (!walk) skipOthers(findings, 'there is no checkpoint');
	const checks = findings.list();
	return { key, checks, passed: checks.every(({ status }) => status !== 'fail'), walk };
}

async function readOwnKey(source: LogSource): Promise<VerifierKey> {
	const bytes = await source.read('vkey', KEY_BYTES_MAX);
	const key = bytes && parseVerifierKey((textIn(bytes) ?? '').trimEnd());
	if (!key) throw new Unreachable('The log shows no key. Is this the address of a log? If it is, give its key: --key');
	return key;
}

async function checkCheckpoint(
	bytes: Uint8Array | null,
	key: VerifierKey,
	findings: Findings,
): Promise<Checkpoint | null> {
	if (!bytes) throw new Unreachable('There is no checkpoint. Is this the address of a log?');
	const note = parseNote(textIn(bytes) ?? '');
	const checkpoint = note && parseCheckpoint(note.text);
	if (!checkpoint) {
		findings.fail('signature', 'the checkpoint cannot be read');
		return null;
	}
	if (!(await verifyNote(note, key))) findings.fail('signature', 'the key did not sign this checkpoint');
	if (checkpoint.origin !== key.name) {
		findings.fail('origin', `it names ${checkpoint.origin}, and the key belongs to ${key.name}`);
	}
	return checkpoint;
}

function textIn(bytes: Uint8Array): string | null {
	try {
		return textOf(bytes);
	} catch {
		return null;
	}
}

async function auditLeaves(
	source: LogSource,
	key: VerifierKey,
	checkpoint: Checkpoint,
	{ older, receipt, promise }: AuditInput,
	findings: Findings,
): Promise<Walk> {
	const rootMilestone: Milestone = {
		size: checkpoint.size,
		root: checkpoint.root,
		reached: (isSame) => {
			if (!isSame) findings.fail('root', 'the leaves give another root');
		},
	};
	const before = await Promise.all(older.map((note) => olderMilestone(note, key, checkpoint, findings)));
	const proven = receipt && (await receiptMilestone(receipt, key, checkpoint, findings));
	const milestones = [rootMilestone, ...before, proven?.milestone ?? null].filter((milestone) => milestone !== null);
	if (older.length === 0) findings.skip('older', 'none was given');
	if (!receipt) findings.skip('receipt', 'none was given');
	const promised = promise && (await checkPromise(promise, key, findings));
	if (!promise) findings.skip('promise', 'none was given');

	// Our logs are named after their ranking.
	const walk = startWalk(
		key.name.slice(key.name.lastIndexOf('/') + 1),
		milestones,
		findings,
		promised ? [promised] : [],
	);
	const isWhole = await readLeaves(source, checkpoint.size, walk, findings);
	if (isWhole) walk.end();
	else skipOthers(findings, `it could be checked before leaf ${walk.log.edge.size} only`);
	if (proven) {
		const isVoid = walk.log.ledger.voteAt(proven.index)?.isVoid === true;
		findings.remark('receipt', `it is leaf ${proven.index}${isVoid ? ', which was voided' : ''}`);
	}
	return walk;
}

/** False if the leaves break off. */
async function readLeaves(source: LogSource, size: number, walk: Walk, findings: Findings): Promise<boolean> {
	for await (const bundle of readBundles(source, size)) {
		const { leaves, fault } = split(bundle);
		if (fault !== null) findings.fail('bundles', `${tilePath(bundle)} ${fault}`, walk.log.edge.size + leaves.length);
		for (const leaf of leaves) walk.take(leaf);
		if (leaves.length < bundle.width) return false;
	}
	return true;
}

function split({ bytes, width }: Bundle): ReturnType<typeof splitBundle> {
	return bytes ? splitBundle(bytes, width) : { leaves: [], fault: 'is missing' };
}

/** Everything that was not decided before the log broke off. */
function skipOthers(findings: Findings, reason: string): void {
	const decided = ['signature', 'origin', 'bundles'];
	for (const name of CHECK_NAMES) if (!decided.includes(name)) findings.skip(name, reason);
}
