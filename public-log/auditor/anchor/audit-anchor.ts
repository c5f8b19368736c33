/** Audits the anchor of a site: by itself, and against the logs that it tells of. */
import { accounts as accountsShape } from '#public-log/format/anchor/anchor-json.ts';
import { type AnchorLeaf, parseAnchorLeaf } from '#public-log/format/anchor/anchor-leaf.ts';
import { isEqual } from '#public-log/format/bytes.ts';
import { findCosignature } from '#public-log/format/witness/cosignature.ts';
import type { WitnessPolicy } from '#public-log/format/witness/witness-policy.ts';
import type { Note, VerifierKey } from '#public-log/format/note.ts';
import { leafHash, RightEdge } from '#public-log/format/tree.ts';
import { type Reports, Findings, type CheckReport } from '../checks/findings.ts';
import { olderMilestone } from '../checks/milestones.ts';
import type { Revocations } from '../checks/revoked.ts';
import { openCheckpoint, type OpenedCheckpoint } from '../source/checkpoint.ts';
import { readLeaves } from '../source/leaves.ts';
import type { LogSource } from '../source/source.ts';
import { watchMilestones } from '../walk.ts';
import { Claims, judgeGrowth } from './claims.ts';
import { KeyCheck } from './keys.ts';
import { judgeLog } from './logs.ts';
import { SupplyCheck } from './supply.ts';

/** The checks of an anchor. Each has a name and the sentence that holds if it passes. */
export const ANCHOR_CHECKS = {
	signature: 'The checkpoint is signed by the key',
	origin: 'The checkpoint names the log that the key belongs to',
	bundles: 'Every bundle holds exactly its leaves, and not a byte more',
	root: 'The leaves give the root that was signed',
	grammar: 'Every leaf can be read',
	keys: 'Keys are added once, end once, and sign every log that was read',
	growth: 'The checkpoints of each log grow, and nothing follows its result',
	logs: 'Every log that was read begins with all its checkpoints',
	results: 'The result of every log that was read is the one that was told',
	restored: 'Where a log has ended, only entries from after the moment were dropped',
	times: 'Entries of every log that was read are as old as the supplies say',
	voters: 'No log that was read has more voters than there were accounts',
	supply: 'Gems issued, less gems burned, are the gems outstanding',
	causes: 'This program knows every cause by which gems come and go',
	sums: 'Each supply follows the one before, and no sum in it shrinks',
	gems: 'The votes and gems of every log that was read are those of the supply',
	accounts: 'Numbers of accounts follow each other in time, without small ones',
	witnesses: 'Enough witnesses have cosigned the checkpoint',
	older: 'The log begins with the older checkpoints',
} as const;
export type AnchorCheckName = keyof typeof ANCHOR_CHECKS;
export const ANCHOR_CHECK_NAMES = Object.keys(ANCHOR_CHECKS) as AnchorCheckName[];

export interface AnchorAuditInput {
	/** Null: the key that the log shows itself. */
	key?: VerifierKey | null;
	/** Notes of older checkpoints. */
	older?: readonly Uint8Array[];
	/** Null: nobody needs to have cosigned. */
	policy?: WitnessPolicy | null;
	/** Logs of rankings that are read beside. */
	logs?: readonly LogSource[];
}

export interface AnchorAudit {
	key: VerifierKey;
	checks: CheckReport<AnchorCheckName>[];
	passed: boolean;
	size: number;
	claims: Claims;
	supply: SupplyCheck['last'];
	/** What is told of each log, for people to read. */
	told: string[];
	revoked: Revocations;
}

/** @throws {Unreachable} if a log cannot be read, or the anchor shows no key and none was given */
export async function auditAnchor(source: LogSource, input: AnchorAuditInput = {}): Promise<AnchorAudit> {
	const findings = new Findings(ANCHOR_CHECK_NAMES);
	const { key, opened } = await openCheckpoint(source, input.key ?? null, findings);
	const claims = new Claims();
	const [keys, supply] = [new KeyCheck(findings), new SupplyCheck(claims, findings)];
	const told: string[] = [];
	const judges = { claims, keys, supply, findings, told };
	const isWhole = opened !== null && (await judgeLeaves(source, key, opened, input, judges));
	if (!isWhole) findings.skipOthers('the anchor could not be read to its end');
	else await judgeWitnesses(opened.note, input.policy ?? null, findings);
	const checks = findings.list();
	const passed = checks.every(({ status }) => status !== 'fail');
	const size = opened?.checkpoint.size ?? 0;
	const revoked: Revocations = { of: (origin) => keys.revokedOf(origin, claims), has: (one) => keys.isRevoked(one) };
	return { key, checks, passed, size, claims, supply: supply.last, told, revoked };
}

interface Judges {
	claims: Claims;
	keys: KeyCheck;
	supply: SupplyCheck;
	findings: Findings<AnchorCheckName>;
	told: string[];
}

/** False if the leaves break off. */
async function judgeLeaves(
	source: LogSource,
	key: VerifierKey,
	{ checkpoint }: OpenedCheckpoint,
	{ older = [], logs = [] }: AnchorAuditInput,
	{ claims, keys, supply, findings, told }: Judges,
): Promise<boolean> {
	const milestones = await Promise.all(older.map((note) => olderMilestone(note, key, checkpoint, findings)));
	const edge = new RightEdge();
	const passMilestones = watchMilestones(milestones, edge);
	const accounts = checkAccounts(claims, findings);
	passMilestones();
	const isWhole = await readLeaves(
		source,
		checkpoint.size,
		(bytes) => {
			const [leaf, index] = [parseAnchorLeaf(bytes), edge.size];
			if (leaf) {
				keys.leaf(leaf, index);
				supply.leaf(leaf, index);
				accounts(leaf, index);
				if (leaf.type === 'program' || leaf.type === 'policy') claims.told.set(leaf.type, leaf.sha256);
				judgeGrowth(leaf, index, claims, findings);
			} else findings.fail('grammar', 'the leaf cannot be read', index);
			edge.append(leafHash(bytes));
			passMilestones();
		},
		findings,
	);
	if (!isWhole) return false;
	if (!isEqual(edge.root(), checkpoint.root)) findings.fail('root', 'the leaves give another root');
	for (const log of logs) told.push(await judgeLog(log, { claims, keys }, findings));
	told.push(...claims.restored.judge(findings));
	if (logs.length === 0)
		for (const name of ['logs', 'results', 'times', 'voters', 'gems'] as const) findings.skip(name, 'no log was given');
	if (older.length === 0) findings.skip('older', 'none was given');
	if (!supply.last)
		for (const name of ['supply', 'causes', 'sums'] as const) findings.skip(name, 'the anchor tells no supply yet');
	return true;
}

async function judgeWitnesses(
	note: Note,
	policy: WitnessPolicy | null,
	findings: Findings<AnchorCheckName>,
): Promise<void> {
	if (!policy) return findings.skip('witnesses', 'no policy was given');
	const names = new Set<string>();
	for (const { name, key } of policy.witnesses) if (await findCosignature(note, key)) names.add(name);
	const told = names.size === 0 ? 'nobody cosigned' : `cosigned by ${[...names].join(', ')}`;
	if (policy.isQuorum(names)) findings.remark('witnesses', told);
	else findings.fail('witnesses', told);
}

/** Judges the numbers of accounts. Nobody outside can count accounts: only their form and order can be checked. */
function checkAccounts(claims: Claims, findings: Reports<'accounts'>): (leaf: AnchorLeaf, index: number) => void {
	let last = { at: 0, created: 0 };
	return (leaf, index) => {
		if (leaf.type !== 'accounts') return;
		const { success, data } = accountsShape.safeParse(leaf.json);
		if (!success) return findings.fail('accounts', 'the numbers are not as they must be', index);
		const { at, created } = { at: data.at, created: data.created ?? 0 };
		if (at < last.at) findings.fail('accounts', 'they are older than the ones before', index);
		if (created < last.created)
			findings.fail('accounts', `${created} accounts were created, but ${last.created} before`, index);
		last = { at, created };
		claims.accounts = last;
		claims.clock = Math.max(claims.clock, at);
	};
}
