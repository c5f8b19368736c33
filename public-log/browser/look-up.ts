/** Answers what a pasted receipt or code proves. Everything is checked where it runs: nothing that is pasted is sent. */
import type { VoteLog } from '#contract/voting.ts';
import { utf8, textOf } from '#public-log/format/bytes.ts';
import { checkpointIn } from '#public-log/format/checkpoint.ts';
import { parseLeaf, type VoteLeaf } from '#public-log/format/leaf.ts';
import { logTag } from '#public-log/format/log-tag.ts';
import { parseVerifierKey } from '#public-log/format/note.ts';
import { verifyReceipt } from '#public-log/format/receipt.ts';
import { parseReceiptFile, type ReceiptFile } from '#public-log/format/receipt-file.ts';
import { TILE_WIDTH } from '#public-log/format/tiles.ts';
import { parseTlogProof } from '#public-log/format/tlog-proof.ts';
import { findEntry, nullIfMissing } from './find-entry.ts';
import { addressOf, isLost, type Restore } from './logs.ts';
import {
	isSigned,
	openPublicLog,
	type PublicLog,
	readBundle,
	readEntry,
	type ReadFile,
	readKey,
	readReceiptKey,
} from './read-log.ts';

/**
 * `receipt`: the site did not sign the receipt with its key of today. `vote`: it signed another vote. `revoked`: a key signed
 * it after it was revoked.
 */
export type Falsehood = 'signature' | 'key' | 'entry' | 'receipt' | 'vote' | 'revoked';

export type Answer =
	/** The receipt holds. */
	| { kind: 'holds'; entry: Entry; rankingKey: string }
	/** The code is in the list. */
	| { kind: 'found'; entry: Entry; rankingKey: string }
	/** The code is not among the entries of the list. */
	| { kind: 'missing'; size: number }
	/** The receipt that a vote was answered with. `broken`: its time is over, and the list does not hold the vote. */
	| { kind: 'promised'; why: 'kept' | 'early' | 'broken'; rankingKey: string }
	/** The receipt holds, but the site was set back to a moment before its vote. Epoch seconds. */
	| { kind: 'lost'; restoredTo: number }
	/** `signature`, `key`: who signed is not the list's key, or not the one seen before. `entry`: the list says otherwise. */
	| { kind: 'false'; why: Falsehood }
	| { kind: 'unknown_log'; log: string }
	| { kind: 'unreadable' }
	/** The site does not show a key for receipts. */
	| { kind: 'hindered'; why: 'server' };

export interface Question {
	text: string;
	/** The list in which a code is looked up. */
	rankingKey: string;
	/** All lists, with their names of today. */
	logs: readonly Pick<VoteLog, 'ranking_key' | 'log' | 'vkey'>[];
	restores: readonly Restore[];
	read: ReadFile;
	/** The key that this device first saw for a log. */
	rememberedKey: (log: string) => string | undefined;
	onProgress: (read: number, size: number) => void;
	/** The server's clock, epoch seconds, as it told it itself. Null: no promise is broken yet. */
	now: () => number | null;
}

/** A list of a million entries has 3,907 bundles, and the site answers 6,000 requests of one address a minute. */
const BUNDLES_AT_ONCE = 4;
/** Between the machines of the site. */
const CLOCKS_DIFFER_S = 60;
const TAG = /^[A-Za-z0-9_-]{22,36}$/;

/** @throws {Error} if a log cannot be read */
export async function lookUp(question: Question): Promise<Answer> {
	const text = question.text.trim();
	if (TAG.test(text)) return findTag(text, question);
	// A pasted text may have lost its last line feed.
	const whole = `${text.replaceAll('\r\n', '\n')}\n`;
	const receipt = parseReceiptFile(whole);
	return receipt ? judgePromise(receipt, question) : judgeReceipt(whole, question);
}

async function judgeReceipt(text: string, question: Question): Promise<Answer> {
	const { read, rememberedKey } = question;
	const proof = parseTlogProof(text);
	const checkpoint = proof && checkpointIn(proof.checkpoint);
	if (!proof || !checkpoint) return { kind: 'unreadable' };
	const { origin: log, size } = checkpoint;
	const [address, rankingKey] = /\/(?:g\d{1,4}\/)?log\/([a-z0-9-]{1,64})$/.exec(log) ?? [];
	const vkey = address && (await readKey(read, address).catch(nullIfMissing));
	const key = vkey ? parseVerifierKey(vkey) : null;
	if (!rankingKey || !address || !vkey || key?.name !== log) return { kind: 'unknown_log', log };
	if ((rememberedKey(log) ?? vkey) !== vkey) return { kind: 'false', why: 'key' };
	const signed = { text, address, key, size, index: proof.index };
	const proven = await findEntry(read, signed, logOf(question, rankingKey));
	if (typeof proven === 'string') return { kind: 'false', why: proven };
	const entry = await readEntryOf(read, proven.address, size, proof.index, proven.leaf);
	// A list that has ended is evidence of what was signed. The list of today says what counts.
	const restoredTo = entry.vote && addressIn(question, rankingKey) !== address ? lostIn(entry.vote, question) : null;
	if (restoredTo !== null && entry.vote) {
		const today = await findTag(entry.vote.tag, { ...question, rankingKey });
		if (today.kind !== 'found') return today.kind === 'missing' ? { kind: 'lost', restoredTo } : today;
	}
	return { kind: 'holds', entry, rankingKey };
}

async function judgePromise({ leaf, proof }: ReceiptFile, question: Question): Promise<Answer> {
	const key = parseVerifierKey(await readReceiptKey(question.read));
	const verified = key && (await verifyReceipt(utf8(leaf), proof, key));
	if (!verified) return { kind: 'hindered', why: 'server' };
	if ('fault' in verified) {
		if (verified.fault === 'not_a_proof') return { kind: 'unreadable' };
		return { kind: 'false', why: verified.fault === 'not_included' ? 'vote' : 'receipt' };
	}
	const { log, deadline } = verified.promise;
	const rankingKey = log.slice(log.lastIndexOf('/') + 1);
	const listed = await findTag(leaf.slice(leaf.lastIndexOf(' ') + 1), { ...question, rankingKey });
	if (listed.kind === 'found') return listed.entry.line === leaf ? kept(rankingKey) : broken(rankingKey);
	if (listed.kind !== 'missing') return listed;
	const vote = parseLeaf(utf8(leaf));
	const restoredTo = vote?.type === 'vote' ? lostIn(vote, question) : null;
	if (restoredTo !== null) return { kind: 'lost', restoredTo };
	return (question.now() ?? 0) > deadline + CLOCKS_DIFFER_S ? broken(rankingKey) : early(rankingKey);
}

const promised = (why: 'kept' | 'early' | 'broken') => (rankingKey: string) =>
	({ kind: 'promised', why, rankingKey }) as const;
const [kept, early, broken] = [promised('kept'), promised('early'), promised('broken')];

/** Reads the list from its end: most people ask for a recent vote. */
async function findTag(tag: string, question: Question): Promise<Answer> {
	const { rankingKey, read, rememberedKey, onProgress } = question;
	const address = addressIn(question, rankingKey);
	// The code of a vote, or the tag of its line.
	const hashed = logTag(rankingKey, tag);
	const log = await openPublicLog(read, address);
	if (!log) return { kind: 'false', why: 'signature' };
	if ((rememberedKey(log.key.name) ?? log.vkey) !== log.vkey) return { kind: 'false', why: 'key' };
	const { size } = log.checkpoint;
	for (let end = Math.ceil(size / TILE_WIDTH); end > 0; end -= BUNDLES_AT_ONCE) {
		const start = Math.max(0, end - BUNDLES_AT_ONCE);
		const numbers = Array.from({ length: end - start }, (_, place) => start + place);
		const bundles = await Promise.all(numbers.map((bundle) => readBundle(read, address, size, bundle)));
		if (bundles.includes(null)) return { kind: 'false', why: 'entry' };
		const leaves = bundles.flatMap((bundle) => bundle ?? []);
		const at = leaves.findIndex((leaf) => isTagOf(tag, leaf) || isTagOf(hashed, leaf));
		const leaf = leaves[at];
		if (leaf) return await found(read, log, rankingKey, start * TILE_WIDTH + at, leaf);
		onProgress(size - start * TILE_WIDTH, size);
	}
	return { kind: 'missing', size };
}

async function found(
	read: ReadFile,
	log: PublicLog,
	rankingKey: string,
	index: number,
	leaf: Uint8Array,
): Promise<Answer> {
	if (!(await isSigned(read, log, index, leaf))) return { kind: 'false', why: 'entry' };
	return { kind: 'found', entry: await readEntryOf(read, log.address, log.checkpoint.size, index, leaf), rankingKey };
}

const logOf = ({ logs }: Question, rankingKey: string) => logs.find(({ ranking_key }) => ranking_key === rankingKey);

const addressIn = (question: Question, rankingKey: string): string =>
	addressOf(logOf(question, rankingKey)?.log ?? `/log/${rankingKey}`);

function lostIn(vote: Pick<VoteLeaf, 'castAt'>, { restores }: Question): number | null {
	return restores.find((restore) => isLost(vote.castAt, restore))?.restored_to ?? null;
}

export interface Entry {
	index: number;
	/** The line itself. */
	line: string;
	/** Set if the entry is a vote. */
	vote: (VoteLeaf & { artist: string }) | null;
}

async function readEntryOf(
	read: ReadFile,
	address: string,
	size: number,
	index: number,
	leaf: Uint8Array,
): Promise<Entry> {
	const parsed = parseLeaf(leaf);
	const rules = await readEntry(read, address, size, 0);
	const vote = parsed?.type === 'vote' ? { ...parsed, artist: artistIn(rules, parsed.artistId) } : null;
	return { index, line: textOf(leaf), vote };
}

/** The tag is the last field of a vote. */
function isTagOf(tag: string, leaf: Uint8Array): boolean {
	const end = utf8(` ${tag}`);
	return leaf.length > end.length && end.every((byte, at) => leaf[leaf.length - end.length + at] === byte);
}

function artistIn(rules: Uint8Array | undefined, artistId: number): string {
	const open = rules && parseLeaf(rules);
	const json = open?.type === 'open' ? (open.json as { candidates?: Record<string, string[]> }) : null;
	// Names are left out of very long rules, and artists may have come later.
	return json?.candidates?.[artistId]?.[0] ?? `#${artistId}`;
}
