/** Leaves that announce the site's keys: a new one is added, and one that no growing log uses any more is retired. */
import type { AnchorLeaf } from '#public-log/format/anchor/anchor-leaf.ts';
import { isEqual } from '#public-log/format/bytes.ts';
import { formatVerifierKey, makeVerifierKey, parseVerifierKey } from '#public-log/format/note.ts';
import type { Tx } from '#server/kernel/database.ts';
import type { PublisherDeps } from '../publisher.ts';
import * as sql from './keys-sql.ts';
import type { AnchorDues } from './sql.ts';

/** The anchor keeps its first key. Rankings' logs are signed by the key that is named after the address above them. */
export async function announceKeys(
	tx: Tx,
	{ keys, prefix, anchor }: PublisherDeps,
	{ now, publicKey }: Pick<AnchorDues, 'now' | 'publicKey'>,
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
