/** Leaves of the anchor that revoke a key, under each name that it was announced by. */
import type { KeyLeaf } from '#contract/proof/anchor/anchor-leaf.ts';
import { isEqual } from '#contract/proof/bytes.ts';
import { parseVerifierKey } from '#contract/proof/note.ts';
import type { Tx } from '#server/kernel/database.ts';
import { keepKey, selectKeys } from '../anchor/keys-sql.ts';

/** @param at when: Unix seconds */
export async function revokedLeaves(tx: Tx, publicKey: Buffer, at: number): Promise<KeyLeaf[]> {
	const leaves: KeyLeaf[] = [];
	for (const { vkey, addedAt } of await selectKeys(tx)) {
		const key = parseVerifierKey(vkey);
		if (!key || !isEqual(key.publicKey, publicKey)) continue;
		leaves.push({ type: 'key', change: 'revoke', vkey, from: addedAt, to: at });
		await keepKey(tx, vkey, addedAt, at);
	}
	return leaves;
}
