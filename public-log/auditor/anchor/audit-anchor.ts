/** Audits the anchor of a site: by itself, and against the logs that it tells of. */
import { accounts as accountsShape } from '#public-log/format/anchor/anchor-json.ts';
import { type AnchorLeaf, parseAnchorLeaf } from '#public-log/format/anchor/anchor-leaf.ts';
import type { Checkpoint } from '#public-log/format/checkpoint.ts';
import { hex, isEqual, utf8 } from '#public-log/format/bytes.ts';
import { sha256 as digest } from '#public-log/format/sha256.ts';
import { findCosignature, type WitnessPolicy } from '#public-log/format/witness/witness-policy.ts';
import type { Note, VerifierKey } from '#public-log/format/note.ts';
import { leafHash, RightEdge } from '#public-log/format/tree.ts';
import { type Reports, Findings, utc } from '../checks/findings.ts';
import { olderMilestone } from '../checks/milestones.ts';
import { LATE_SECONDS } from '../checks/time.ts';
import type { Revocations } from '../checks/revoked.ts';
import { openCheckpoint, type LogSource, readLeaves } from '../source/source.ts';
import { watchMilestones } from '../walk.ts';
import { Claims, judgeGrowth, secondInAnchor } from './claims.ts';
import { KeyCheck } from './keys.ts';
import { isAnchor, judgeLog, openLogs, SMALL_MAX } from './logs.ts';
import { SupplyCheck } from './supply.ts';

/** The checks of an anchor. Each has a name and the sentence that holds if it passes. */
export const ANCHOR_CHECKS = {
	signature: 'The checkpoint is signed by the key',
	origin: 'The checkpoint names the log that the key belongs to',
	bundles: 'Every bundle holds exactly its leaves, and not a byte more',
	root: 'The leaves give the root that was signed',
	grammar: 'Every leaf can be read',
	clock: 'No entry of the anchor is much older than one before it',
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

export type AnchorAudit = Awaited<ReturnType<typeof auditAnchor>>;

/** @throws {Unreachable} if a log cannot be read, or the anchor shows no key and none was given */
export async function auditAnchor(
	source: LogSource,
	{ key: own = null, older = [], policy = null, logs = [] }: AnchorAuditInput = {},
) {
	const findings = new Findings(ANCHOR_CHECK_NAMES);
	const { key, opened } = await openCheckpoint(source, own, findings);
	const claims = new Claims();
	const [keys, supply] = [new KeyCheck(findings), new SupplyCheck(claims, findings)];
	/** What is told of each log, for people to read. */
	const told: string[] = [];
	const isWhole = opened !== null && (await judgeLeaves(opened.checkpoint));
	if (!isWhole) findings.skipOthers('the anchor could not be read to its end');
	else await judgeWitnesses(opened.note, policy, findings);
	const checks = findings.list();
	const passed = checks.every(({ status }) => status !== 'fail');
	const size = opened?.checkpoint.size ?? 0;
	const revoked: Revocations = {
		of: (origin) => keys.endedOf(origin, claims),
		has: (one) => keys.isRevoked(one),
		restoredTo: (origin) => claims.restored.of(origin)?.to ?? null,
	};
	return { key, checks, passed, size, claims, supply: supply.last, told, revoked };

	/** False if the leaves break off. */
	async function judgeLeaves(checkpoint: Checkpoint): Promise<boolean> {
		const given = await openLogs(logs, key.name);
		const milestones = await Promise.all(older.map((note) => olderMilestone(note, key, checkpoint, findings)));
		const edge = new RightEdge();
		const passMilestones = watchMilestones(milestones, edge);
		const accounts = checkAccounts(claims, findings);
		const clock = checkClock(findings);
		// Only an anchor from before is compared with the leaves of this one.
		const isKept = given.some(({ checkpoint: { origin } }) => isAnchor(origin));
		const keepTail = claims.restored.keep(key.name, isKept ? 0 : Infinity);
		passMilestones();
		const isRead = await readLeaves(
			source,
			checkpoint.size,
			(bytes) => {
				const [leaf, index] = [parseAnchorLeaf(bytes), edge.size];
				if (leaf) {
					keys.leaf(leaf, index);
					supply.leaf(leaf, index);
					accounts(leaf, index);
					clock(leaf, index);
					if (leaf.type === 'program' || leaf.type === 'policy') claims.announced.push(leaf);
					judgeGrowth(leaf, index, claims, findings);
				} else findings.fail('grammar', 'the leaf cannot be read', index);
				const hash = leafHash(bytes);
				keepTail(index, hash, { second: null, isVote: false });
				edge.append(hash);
				passMilestones();
			},
			findings,
		);
		if (!isRead) return false;
		if (!isEqual(edge.root(), checkpoint.root)) findings.fail('root', 'the leaves give another root');
		keys.judgeOwn(key);
		for (const log of given) told.push(await judgeLog(log, given, { claims, keys }, findings));
		told.push(...claims.restored.judge(findings));
		if (given.length > 0) told.push(...supply.judgeReturns(findings));
		told.push(...tellAnnounced(claims, policy, key));
		for (const ranking of claims.sums.keys())
			if (!claims.current.has(ranking))
				told.push(`Supplies count votes of ${ranking}, and the anchor names no log of it`);
		if (logs.length === 0)
			for (const name of ['logs', 'results', 'times', 'voters', 'gems'] as const)
				findings.skip(name, 'no log was given');
		if (older.length === 0) findings.skip('older', 'none was given');
		if (!supply.last)
			for (const name of ['supply', 'causes', 'sums'] as const) findings.skip(name, 'the anchor tells no supply yet');
		return true;
	}
}

const ANNOUNCED_MAX = 5;

/** Which auditors and witnesses the site announced: the latest, and how many there were before. */
function tellAnnounced({ announced }: Claims, policy: WitnessPolicy | null, { name, id }: VerifierKey): string[] {
	const told: string[] = [];
	const tell = (type: 'program' | 'policy', what: string) => {
		const all = announced.filter((leaf) => leaf.type === type);
		for (const { at, sha256 } of all.slice(-ANNOUNCED_MAX)) told.push(`${what} ${utc(at)} on: SHA-256 ${sha256}`);
		const others = all.length - ANNOUNCED_MAX;
		if (others > 0) told.push(`${others} others stand in the anchor before these`);
		return all.at(-1)?.sha256;
	};
	if (!tell('program', 'Auditor that the site served from'))
		told.push('The anchor does not tell which auditor the site serves');
	const latest = tell('policy', "Policy of the site's witnesses from");
	if (latest && policy)
		told.push(
			hex(digest(utf8(policy.text))) === latest
				? 'The policy given is this one'
				: 'The policy given is not this one: ask the site, and who gave it, why',
		);
	const logs = policy?.logs.filter((log) => log.name === name) ?? [];
	if (logs.length > 0 && !logs.some((log) => log.id === id))
		told.push('The policy given names another key of this anchor');
	return told;
}

async function judgeWitnesses(note: Note, policy: WitnessPolicy | null, findings: Findings<AnchorCheckName>) {
	if (!policy) return findings.skip('witnesses', 'no policy was given');
	const names = new Set<string>();
	const signed: string[] = [];
	for (const { name, key } of policy.witnesses) {
		const found = await findCosignature(note, key);
		if (!found) continue;
		names.add(name);
		signed.push(`${name} at ${utc(found.time)}`);
	}
	const told = signed.length === 0 ? 'nobody cosigned' : `cosigned by ${signed.join(', ')}`;
	if (policy.isQuorum(names)) findings.remark('witnesses', told);
	else findings.fail('witnesses', told);
}

/** Judges the seconds of the anchor. Accounts are counted before the anchor is locked, and may take a while. */
function checkClock(findings: Reports<'clock'>): (leaf: AnchorLeaf, index: number) => void {
	let latest = 0;
	return (leaf, index) => {
		const second = leaf.type === 'accounts' ? null : secondInAnchor(leaf);
		if (second !== null && second < latest - LATE_SECONDS)
			findings.fail('clock', `it is ${latest - second} s older than an entry before it`, index);
		latest = Math.max(latest, second ?? 0);
	};
}

/** Judges the numbers of accounts. Nobody outside can count accounts: only their form and order can be checked. */
function checkAccounts(claims: Claims, findings: Reports<'accounts'>): (leaf: AnchorLeaf, index: number) => void {
	let last = { at: 0, created: 0, deleted: 0 };
	return (leaf, index) => {
		if (leaf.type !== 'accounts') return;
		const { success, data } = accountsShape.safeParse(leaf.json);
		if (!success) return findings.fail('accounts', 'the numbers are not as they must be', index);
		const { at, created, deleted } = { at: data.at, created: data.created ?? 0, deleted: data.deleted ?? 0 };
		if (at < last.at - LATE_SECONDS) findings.fail('accounts', 'they are older than the ones before', index);
		if (created < last.created)
			findings.fail('accounts', `${created} accounts were created, but ${last.created} before`, index);
		if (deleted < last.deleted) findings.fail('accounts', `${deleted} were deleted, but ${last.deleted} before`, index);
		const ever = Math.max(created, SMALL_MAX);
		const most = Math.max(deleted, data.suspended ?? 0, data.active_24h ?? 0, data.voters_24h ?? 0);
		if (most > ever) findings.fail('accounts', `${most} accounts did something, and ${created} were created`, index);
		last = { at, created, deleted };
		claims.accounts = last;
		claims.clock = Math.max(claims.clock, at);
	};
}
