/** Finds the entry that a pasted receipt proves. */
import type { VoteLog } from '#contract/voting.ts';
import { isEqual } from '#public-log/format/bytes.ts';
import { parseVerifierKey, type VerifierKey } from '#public-log/format/note.ts';
import { verifyTlogProof } from '#public-log/format/tlog-proof.ts';
import { addressOf } from './logs.ts';
import { LogCut, nullIfMissing, openPublicLog, readEntry, type ReadFile } from './read-log.ts';

export interface SignedEntry {
	/** The receipt. */
	text: string;
	/** The address of the list that it names, and the key of that list. */
	address: string;
	key: VerifierKey;
	/** Of the signed list, and of the entry in it. */
	size: number;
	index: number;
}

/**
 * The entry, and the address of a list that shows it. Or why the receipt does not hold.
 * @throws {LogCut} if the site does not show the part of the list with the entry
 */
export async function findEntry(
	read: ReadFile,
	signed: SignedEntry,
	today: Pick<VoteLog, 'log' | 'vkey'> | undefined,
): Promise<{ leaf: Uint8Array; address: string } | 'signature' | 'entry' | 'revoked'> {
	const { text, address, key, size, index } = signed;
	// A list whose key was revoked ends where the key still counted. The list of today has every entry.
	const next = today && wasRevoked(key, today) ? addressOf(today.log) : null;
	let isCut = false;
	for (const list of next === null ? [address] : [address, next]) {
		const leaf = await readEntry(read, list, size, index).catch(nullIfMissing);
		isCut ||= leaf === null;
		if (!leaf) continue;
		const verified = await verifyTlogProof(leaf, text, key);
		if (!('fault' in verified)) return { leaf, address: list };
		if (verified.fault !== 'not_included') return 'signature';
	}
	const ended = next === null ? null : await openPublicLog(read, address);
	if (ended && size > ended.checkpoint.size) return 'revoked';
	if (isCut) throw new LogCut(index, index);
	return 'entry';
}

/** The list goes on under another name and another key. */
function wasRevoked(key: VerifierKey, { log, vkey }: Pick<VoteLog, 'log' | 'vkey'>): boolean {
	const present = parseVerifierKey(vkey);
	return log !== key.name && present !== null && !isEqual(present.publicKey, key.publicKey);
}
