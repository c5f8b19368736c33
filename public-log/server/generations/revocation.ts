/**
 * Revokes a key: ends its logs, and says so in the new anchor.
 *
 * A log whose key is revoked ends with the last checkpoint that the published anchor tells of: outsiders know that one from
 * before. What was signed later could be somebody else's. The anchor itself ends with its last checkpoint.
 */
import { base64, fromBase64, isEqual } from '#public-log/format/bytes.ts';
import { formatCheckpoint } from '#public-log/format/checkpoint.ts';
import { formatVerifierKey, makeVerifierKey, parseVerifierKey, type VerifierKey } from '#public-log/format/note.ts';
import { EMPTY_ROOT } from '#public-log/format/tree.ts';
import type { Db, Tx } from '#server/kernel/database.ts';
import type { LogKeys, NoteSigner } from '../keys.ts';
import type { LogState } from '../sql.ts';
import type { LogStore } from '../store.ts';
import { keyFile, readEnded, type End } from './ended-logs.ts';
import { selectAnchoredEnd, selectIsRevoked, selectIsUntold, selectSigns } from './sql.ts';
import type { KeyLeaf } from '#public-log/format/anchor/anchor-leaf.ts';
import { ANCHOR_FOLDER, keepKey, selectKeys, type AnnouncedKey } from '../anchor/sql.ts';
import { StartRefused } from '#server/config/refused.ts';

const NOTHING: End = { size: 0, root: base64(EMPTY_ROOT) };

/** Doing it again writes the same bytes. */
export async function freeze(
	tx: Tx,
	{ store, keys }: { store: LogStore; keys: Pick<LogKeys, 'signer'> },
	{ name, publicKey }: LogState,
	origin: string,
): Promise<End | null> {
	if (publicKey === null) return null;
	const vkey = `${formatVerifierKey(makeVerifierKey(origin, publicKey))}\n`;
	await store.write(new Map([[keyFile(name), Buffer.from(vkey)]]));
	if (name === ANCHOR_FOLDER) return readEnded(store, name);
	const end = (await selectAnchoredEnd(tx, name)) ?? NOTHING;
	const signer = signerIfGiven(keys, origin, publicKey);
	if (signer) {
		const text = formatCheckpoint({ origin, size: end.size, root: fromBase64(end.root) ?? new Uint8Array() });
		await store.write(new Map([[`${name}/checkpoint`, Buffer.from(signer.sign(text))]]));
	}
	return end;
}

/** A key that is lost cannot sign once more: the log stays served as long as it was, and the anchor says how much of it counts. */
function signerIfGiven(keys: Pick<LogKeys, 'signer'>, origin: string, publicKey: Buffer): NoteSigner | null {
	try {
		return keys.signer(origin, publicKey);
	} catch {
		return null;
	}
}

/**
 * Leaves of the anchor that revoke a key, under each name that it was announced by, and the key of receipts that comes from
 * it: whoever has the one can compute the other.
 * @param receipts null if the site was not given the key
 * @param at when: Unix seconds
 */
export async function revokedLeaves(tx: Tx, publicKey: Buffer, receipts: VerifierKey | null, at: number) {
	const leaves: KeyLeaf[] = [];
	const announced = await selectAnnounced(tx, publicKey);
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

/** The names that the anchor has announced this key under. */
async function selectAnnounced(db: Db, publicKey: Buffer): Promise<AnnouncedKey[]> {
	const keys = await selectKeys(db);
	return keys.filter(({ vkey }) => isEqual(parseVerifierKey(vkey)?.publicKey ?? new Uint8Array(0), publicKey));
}

/** Whether a key can be revoked: false if it was revoked before. @throws {StartRefused} if it is the key that signs new logs, or none of this site */
export async function expectRevocable(db: Db, keys: Pick<LogKeys, 'signer'>, publicKey: Buffer): Promise<boolean> {
	if (isEqual(keys.signer('new logs', null).key.publicKey, publicKey))
		throw new StartRefused('This key signs new logs. Run npm run rotate-log-key first, then revoke it');
	if (await selectIsRevoked(db, publicKey)) return false;
	const announced = await selectAnnounced(db, publicKey);
	if (announced.length === 0 && !(await selectSigns(db, publicKey)))
		throw new StartRefused('No public log of this site was ever signed by this key');
	// Where it ended would be unknown to outsiders: nothing of any log would count.
	if (await selectIsUntold(db))
		throw new StartRefused('The anchor names no log yet. Start the site, wait a minute, then revoke the key');
	return true;
}
