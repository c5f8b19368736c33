/**
 * Appends to the anchor what is due: at most once a minute, in one transaction on one snapshot that locks the anchor. Two
 * processes may try at once: the second one fails, and has changed nothing. The publisher then publishes the anchor like
 * every other log.
 */
import { formatAnchorLeaf, type AnchorLeaf } from '#public-log/format/anchor/anchor-leaf.ts';
import type { Supply } from '#public-log/format/anchor/anchor-json.ts';
import type { Tx } from '#server/kernel/database.ts';
import type { PublisherDeps } from '../publisher.ts';
import { readOneSnapshot } from '../sequencing/sql.ts';
import { sequenceIn } from '../sequencing/sequencer.ts';
import { readAccounts } from './accounts/accounts.ts';
import { anchorCheckpoints } from './checkpoints.ts';
import { announceKeys } from './keys.ts';
import * as sql from './sql.ts';
import { SupplyUnbalanced, takeSupply } from './supply.ts';
import { countChanges } from './supply-sql.ts';

/**
 * Returns true if the anchor has grown, null if it is not due yet.
 * @throws {pg.DatabaseError} 40001 if another process was faster: nothing was changed
 * @throws {SupplyUnbalanced} after everything else was appended
 */
export async function growAnchor(deps: PublisherDeps): Promise<boolean | null> {
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
		await countChanges(tx);
		const leaves = [...(await announceKeys(tx, deps, locked)), ...(await anchorCheckpoints(tx, deps))];
		const { supply, unbalanced: found } = isSupplyDue ? await trySupply(tx) : { supply: null, unbalanced: null };
		if (supply) leaves.push({ type: 'supply', json: supply });
		if (accounts && areAccountsDue) leaves.push({ type: 'accounts', json: accounts });
		await append(tx, deps, size, leaves);
		return { grown: leaves.length > 0, unbalanced: found };
	});
	if (unbalanced) throw unbalanced;
	return grown;
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

function append(tx: Tx, { prefix }: PublisherDeps, size: number, leaves: readonly AnchorLeaf[]): Promise<void> {
	return sql.appendAnchorLeaves(
		tx,
		size,
		leaves.map((leaf) => ({ kind: leaf.type, leaf: formatAnchorLeaf(leaf), log: logOf(leaf, prefix) })),
	);
}

function logOf(leaf: AnchorLeaf, prefix: string): sql.NewLeaf['log'] {
	if (leaf.type !== 'cp' && leaf.type !== 'result') return null;
	return { rankingKey: leaf.origin.slice(prefix.length + 1), size: leaf.size };
}
