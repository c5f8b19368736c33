/**
 * Appends to the anchor what is due: at most once a minute, in one transaction on one snapshot that locks the anchor. Two
 * processes may try at once: the second one fails, and has changed nothing. The publisher then publishes the anchor like
 * every other log.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AnchorLeaf } from '#public-log/format/anchor/anchor-leaf.ts';
import { type Supply, supply as supplyShape } from '#public-log/format/anchor/anchor-json.ts';
import type { WitnessPolicy } from '#public-log/format/witness/witness-policy.ts';
import type { Tx } from '#server/kernel/database.ts';
import type { PublisherDeps } from '../publisher.ts';
import { readOneSnapshot } from '../sequencing/sql.ts';
import { sequenceIn } from '../sequencing/sequencer.ts';
import { readAccounts } from './accounts.ts';
import * as sql from './sql.ts';
import { base64, hex, isEqual, utf8 } from '#public-log/format/bytes.ts';
import { parseLeaf } from '#public-log/format/leaf.ts';
import { sha256 } from '#public-log/format/sha256.ts';
import { selectLogs } from '../sql.ts';
import type { LogStore } from '../store.ts';
import { readLeaf } from '../tiles.ts';
import { formatVerifierKey, makeVerifierKey, parseVerifierKey } from '#public-log/format/note.ts';

export interface AnchorDeps extends PublisherDeps {
	policy?: WitnessPolicy | null;
}

/**
 * Returns true if the anchor has grown, null if it is not due yet.
 * @throws {pg.DatabaseError} 40001 if another process was faster: nothing was changed
 * @throws {SupplyUnbalanced} after everything else was appended
 */
export async function growAnchor(deps: AnchorDeps): Promise<boolean | null> {
	const dues = await sql.selectDues(deps.db);
	if (!dues.isDue) return null;
	// Read before the anchor is locked: it takes a while, and need not be of the same snapshot.
	const accounts = dues.areAccountsDue ? await readAccounts(deps.db) : null;
	const { grown, unbalanced } = await deps.db.transaction(async (tx) => {
		await readOneSnapshot(tx);
		const locked = await sql.lockAnchor(tx);
		const { size, isDue, isSupplyDue, areAccountsDue } = locked;
		if (!isDue) return { grown: null, unbalanced: null };
		// Every minute, so that there is never much to count.
		await sql.countChanges(tx);
		const hashes = await announceHashes(tx, locked.now, deps.policy ?? null);
		const leaves = [...(await announceKeys(tx, deps, locked)), ...hashes, ...(await anchorCheckpoints(tx, deps))];
		const { supply, unbalanced: found } = isSupplyDue ? await trySupply(tx) : { supply: null, unbalanced: null };
		if (supply) leaves.push({ type: 'supply', json: supply });
		if (accounts && areAccountsDue) leaves.push({ type: 'accounts', json: accounts });
		await sql.appendAnchorLeaves(tx, size, leaves);
		return { grown: leaves.length > 0, unbalanced: found };
	});
	if (unbalanced) throw unbalanced;
	return grown;
}

/** What `npm run build` writes, and the site serves. */
const PROGRAM = join(import.meta.dirname, '../../../dist/audit-log.mjs');

/**
 * A fan who is served another auditor, or other witnesses, than the anchor tells can show it. Without a build, no auditor is
 * served.
 */
async function announceHashes(tx: Tx, at: number, policy: WitnessPolicy | null): Promise<AnchorLeaf[]> {
	const files = { program: await readFile(PROGRAM).catch(() => null), policy: policy && utf8(policy.text) };
	const leaves: AnchorLeaf[] = [];
	for (const type of ['program', 'policy'] as const) {
		const leaf = files[type] && ({ type, at, sha256: hex(sha256(files[type])) } as const);
		if (leaf && !(await sql.selectAnnounced(tx, type))?.leaf.toString().endsWith(leaf.sha256)) leaves.push(leaf);
	}
	return leaves;
}

/** A supply that does not add up is not told, but holds up nothing else. */
async function trySupply(tx: Tx): Promise<{ supply: Supply | null; unbalanced: SupplyUnbalanced | null }> {
	// In this snapshot, every vote gets its index, or the supply waits.
	const { faults } = await sequenceIn(tx);
	if (faults.length > 0) return { supply: null, unbalanced: null };
	try {
		return { supply: await takeSupply(tx), unbalanced: null };
	} catch (error) {
		if (!(error instanceof SupplyUnbalanced)) throw error;
		return { supply: null, unbalanced: error };
	}
}

/** Leaves that tie rankings' logs to the anchor: the newest checkpoint of each log that has one the anchor does not know. */
export async function anchorCheckpoints(tx: Tx, { store, prefix }: PublisherDeps): Promise<AnchorLeaf[]> {
	const logs = await sql.selectAnchorable(tx);
	if (logs.length === 0) return [];
	const leaves: AnchorLeaf[] = [];
	for (const { rankingKey, size, root, isFinal } of logs) {
		const checkpoint = { origin: `${prefix}/${rankingKey}`, size, root: base64(root) };
		if (!isFinal) leaves.push({ type: 'cp', ...checkpoint });
		else leaves.push({ type: 'result', ...checkpoint, leafSha256: await hashResult(tx, store, rankingKey) });
	}
	await sql.markAnchored(tx, logs);
	return leaves;
}

async function hashResult(tx: Tx, store: LogStore, rankingKey: string): Promise<string> {
	const [log] = await selectLogs(tx, [rankingKey]);
	const leaf = log && (await readLeaf(store, log, log.publishedSize - 1));
	if (!leaf || parseLeaf(leaf)?.type !== 'result')
		throw new Error(`The log of ${rankingKey} does not end with a result`);
	return hex(sha256(leaf));
}

/**
 * Leaves that announce the site's keys: a new one is added, and one that no growing log uses any more is retired. The anchor
 * keeps its first key. Rankings' logs are signed by the key that is named after the address above them.
 */
export async function announceKeys(
	tx: Tx,
	{ keys, prefix, anchor }: PublisherDeps,
	{ now, publicKey }: Pick<sql.AnchorDues, 'now' | 'publicKey'>,
): Promise<AnchorLeaf[]> {
	const { key } = keys.signer(prefix, null);
	// After a restore, logs of older keys have names that no key was announced for.
	const ofLogs = (await sql.selectKeysOfLogs(tx)).map((one) => makeVerifierKey(prefix, one));
	const signing = new Set([keys.signer(anchor, publicKey).key, key, ...ofLogs].map(formatVerifierKey));
	const known = await sql.selectKeys(tx);
	const leaves: AnchorLeaf[] = [];
	for (const vkey of [...signing].filter((one) => !known.some((announced) => announced.vkey === one))) {
		leaves.push({ type: 'key', change: 'add', vkey, from: now, to: null });
		await sql.keepKey(tx, vkey, now, null);
	}
	const inUse = [key.publicKey, ...(await sql.selectKeysInUse(tx))];
	for (const { vkey, addedAt, isRetired } of known) {
		const parsed = parseVerifierKey(vkey);
		if (isRetired || parsed?.name !== prefix || inUse.some((one) => isEqual(one, parsed.publicKey))) continue;
		leaves.push({ type: 'key', change: 'retire', vkey, from: addedAt, to: now });
		await sql.keepKey(tx, vkey, addedAt, now);
	}
	return leaves;
}

const NOTHING: sql.Gems = { earned: 0, purchased: 0 };

/** What was issued and burned is not what wallets hold. Nothing is told then. */
export class SupplyUnbalanced extends Error {
	override name = 'SupplyUnbalanced';
}

/** Transactions on one snapshot only, after `countChanges` and `sequenceIn`. @throws {SupplyUnbalanced} */
export async function takeSupply(tx: Tx): Promise<Supply> {
	const totals = new Map((await sql.selectTotals(tx)).map((total) => [total.kind, total]));
	const { at, prev, held, voted } = await sql.selectSums(tx);
	const grown = await sql.selectGrown(tx);
	const cameIn = (kind: string) => totals.get(kind)?.cameIn ?? NOTHING;
	const wentOut = (kind: string) => totals.get(kind)?.wentOut ?? NOTHING;
	const byCause = ({ def }: { def: { shape: object } }, gemsOf: (kind: string) => sql.Gems) =>
		Object.fromEntries(Object.keys(def.shape).map((kind) => [kind, gemsOf(kind)]));
	const unlogged = wentOut('vote');
	const supply: Supply = {
		at,
		prev,
		issued: byCause(supplyShape.shape.issued, cameIn) as Supply['issued'],
		burned: {
			...(byCause(supplyShape.shape.burned, wentOut) as Supply['burned']),
			vote: { earned: voted.earned + unlogged.earned, purchased: voted.purchased + unlogged.purchased },
		},
		outstanding: held,
		unlogged,
		rankings: Object.fromEntries(grown.map(({ rankingId: _, rankingKey, ...sums }) => [rankingKey, sums])),
	};
	expectBalance(supply);
	await sql.markSupplied(tx, grown);
	return supply;
}

function expectBalance({ issued, burned, outstanding }: Supply): void {
	for (const kind of ['earned', 'purchased'] as const) {
		const sum = (causes: Readonly<Record<string, sql.Gems>>) =>
			Object.values(causes).reduce((total, gems) => total + gems[kind], 0);
		const expected = sum(issued) - sum(burned);
		if (expected === outstanding[kind]) continue;
		throw new SupplyUnbalanced(
			`The supply of ${kind} gems does not add up: ${sum(issued)} issued, ${sum(burned)} burned, but wallets hold ` +
				`${outstanding[kind]} instead of ${expected}. See docs/operating/vote-log.md`,
		);
	}
}
