/**
 * Leaves of the anchor that revoke a key, under each name that it was announced by, and the key of receipts that comes from
 * it: whoever has the one can compute the other.
 */
import type { KeyLeaf } from '#public-log/format/anchor/anchor-leaf.ts';
import { isEqual } from '#public-log/format/bytes.ts';
import { formatVerifierKey, parseVerifierKey, type VerifierKey } from '#public-log/format/note.ts';
import type { Tx } from '#server/kernel/database.ts';
import { keepKey, selectKeys } from '../anchor/keys-sql.ts';

/** @param receipts null if the site was not given the key @param at when: Unix seconds */
export async function revokedLeaves(
	tx: Tx,
	publicKey: Buffer,
	receipts: VerifierKey | null,
	at: number,
): Promise<KeyLeaf[]> {
	const leaves: KeyLeaf[] = [];
	const announced = (await selectKeys(tx)).filter(({ vkey }) => {
		const key = parseVerifierKey(vkey);
		return key !== null && isEqual(key.publicKey, publicKey);
	});
	// Keys of receipts are announced by nothing else.
	if (receipts) {
		const vkey = formatVerifierKey(receipts);
		leaves.push({ type: 'key', change: 'add', vkey, from: at, to: null });
		announced.push({ vkey, addedAt: at, isRetired: false });
	}
	for (const { vkey, addedAt } of announced) {
		leaves.push({ type: 'key', change: 'revoke', vkey, from: addedAt, to: at });
		await keepKey(tx, vkey, addedAt, at);
	}
	return leaves;
}
