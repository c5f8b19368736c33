/**
 * Ends a log whose key is revoked with the last checkpoint that the published anchor tells of: outsiders know that one from
 * before. What was signed later could be somebody else's. The anchor itself ends with its last checkpoint.
 */
import { base64, fromBase64 } from '#public-log/format/bytes.ts';
import { formatCheckpoint } from '#public-log/format/checkpoint.ts';
import { formatVerifierKey, makeVerifierKey } from '#public-log/format/note.ts';
import { EMPTY_ROOT } from '#public-log/format/tree.ts';
import type { Tx } from '#server/kernel/database.ts';
import type { LogKeys, NoteSigner } from '../keys.ts';
import type { LogState } from '../sql.ts';
import type { LogStore } from '../store.ts';
import { keyFile, readEnded, type End } from './ends.ts';
import { selectAnchoredEnd } from './freeze-sql.ts';

const ANCHOR_FOLDER = '_anchor';
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
