/** Answers what a pasted receipt or code proves. Everything is checked on this device. */
import type { VoteLog } from '#contract/voting.ts';
import { isProblem } from '#client/problem.ts';
import { utf8, textOf, isEqual } from '#contract/proof/bytes.ts';
import { parseCheckpoint } from '#contract/proof/checkpoint.ts';
import { parseLeaf, type VoteLeaf } from '#contract/proof/leaf.ts';
import { parseNote, parseVerifierKey, type VerifierKey } from '#contract/proof/note.ts';
import { verifyReceipt } from '#contract/proof/receipt.ts';
import { parseReceiptFile, type ReceiptFile } from '#contract/proof/receipt-file.ts';
import { TILE_WIDTH } from '#contract/proof/tiles.ts';
import { parseTlogProof, verifyTlogProof } from '#contract/proof/tlog-proof.ts';
import { isLost, type Restore, addressOf } from '../../../lib/votes/get-vote-logs.ts';
import { rememberedLogKey, canCheckSignatures, type Hindrance } from '../../../lib/votes/check-vote.ts';
import {
	isSigned,
	openPublicLog,
	type PublicLog,
	readBundle,
	readEntry,
	readKey,
	readReceiptKey,
} from '../public-log.ts';

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
	| { kind: 'hindered'; why: Hindrance };

export interface Question {
	text: string;
	/** The list in which a code is looked up. */
	rankingKey: string;
	/** All lists, with their names of today. */
	logs: readonly Pick<VoteLog, 'ranking_key' | 'log' | 'vkey'>[];
	restores: readonly Restore[];
	signal: AbortSignal;
	onProgress: (read: number, size: number) => void;
}

/** A list of a million entries has 3,907 bundles, and the site answers 6,000 requests of one address a minute. */
const BUNDLES_AT_ONCE = 4;
/** Between this device and the site. */
const CLOCKS_DIFFER_S = 60;
const TAG = /^[A-Za-z0-9_-]{22,36}$/;

export async function lookUp(question: Question): Promise<Answer> {
	const text = question.text.trim();
	if (!(await canCheckSignatures())) return { kind: 'hindered', why: 'browser' };
	try {
		if (TAG.test(text)) return await findTag(text, question);
		// A pasted text may have lost its last line feed.
		const whole = `${text.replaceAll('\r\n', '\n')}\n`;
		const receipt = parseReceiptFile(whole);
		return receipt ? await judgePromise(receipt, question) : await judgeReceipt(whole, question);
	} catch (error) {
		return { kind: 'hindered', why: isProblem(error, 'network') ? 'offline' : 'server' };
	}
}

async function judgeReceipt(text: string, question: Question): Promise<Answer> {
	const { signal } = question;
	const proof = parseTlogProof(text);
	const checkpoint = proof && parseCheckpoint(parseNote(proof.checkpoint)?.text ?? '');
	if (!proof || !checkpoint) return { kind: 'unreadable' };
	const { origin: log, size } = checkpoint;
	const [address, rankingKey] = /\/(?:g\d{1,4}\/)?log\/([a-z0-9-]{1,64})$/.exec(log) ?? [];
	const vkey = address && (await readKey(address, signal).catch(nullIfMissing));
	const key = vkey ? parseVerifierKey(vkey) : null;
	if (!rankingKey || !address || !vkey || key?.name !== log) return { kind: 'unknown_log', log };
	if ((rememberedLogKey(log) ?? vkey) !== vkey) return { kind: 'false', why: 'key' };
	const signed = { text, address, key, size, index: proof.index };
	const proven = await findEntry(signed, logOf(question, rankingKey), signal);
	if (typeof proven === 'string') return { kind: 'false', why: proven };
	const entry = await describe(proven.address, size, proof.index, proven.leaf, signal);
	// A list that has ended is evidence of what was signed. The list of today says what counts.
	const restoredTo = entry.vote && addressIn(question, rankingKey) !== address ? lostIn(entry.vote, question) : null;
	if (restoredTo !== null && entry.vote) {
		const today = await findTag(entry.vote.tag, { ...question, rankingKey });
		if (today.kind !== 'found') return today.kind === 'missing' ? { kind: 'lost', restoredTo } : today;
	}
	return { kind: 'holds', entry, rankingKey };
}

async function judgePromise({ leaf, proof }: ReceiptFile, question: Question): Promise<Answer> {
	const key = parseVerifierKey(await readReceiptKey(question.signal));
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
	return Date.now() / 1000 > deadline + CLOCKS_DIFFER_S ? broken(rankingKey) : early(rankingKey);
}

const promised = (why: 'kept' | 'early' | 'broken') => (rankingKey: string) =>
	({ kind: 'promised', why, rankingKey }) as const;
const [kept, early, broken] = [promised('kept'), promised('early'), promised('broken')];

/** Reads the list from its end: most people ask for a recent vote. */
async function findTag(tag: string, question: Question): Promise<Answer> {
	const { rankingKey, signal, onProgress } = question;
	const address = addressIn(question, rankingKey);
	const log = await openPublicLog(address, signal);
	if (!log) return { kind: 'false', why: 'signature' };
	if ((rememberedLogKey(log.key.name) ?? log.vkey) !== log.vkey) return { kind: 'false', why: 'key' };
	const { size } = log.checkpoint;
	for (let end = Math.ceil(size / TILE_WIDTH); end > 0; end -= BUNDLES_AT_ONCE) {
		const start = Math.max(0, end - BUNDLES_AT_ONCE);
		const numbers = Array.from({ length: end - start }, (_, place) => start + place);
		const bundles = await Promise.all(numbers.map((bundle) => readBundle(address, size, bundle, signal)));
		if (bundles.includes(null)) return { kind: 'false', why: 'entry' };
		const leaves = bundles.flatMap((bundle) => bundle ?? []);
		const at = leaves.findIndex((leaf) => isTagOf(tag, leaf));
		const leaf = leaves[at];
		if (leaf) return await found(log, rankingKey, start * TILE_WIDTH + at, leaf, signal);
		onProgress(size - start * TILE_WIDTH, size);
	}
	return { kind: 'missing', size };
}

async function found(
	log: PublicLog,
	rankingKey: string,
	index: number,
	leaf: Uint8Array,
	signal: AbortSignal,
): Promise<Answer> {
	const { address, checkpoint } = log;
	if (!(await isSigned(log, index, leaf, signal))) return { kind: 'false', why: 'entry' };
	return { kind: 'found', entry: await describe(address, checkpoint.size, index, leaf, signal), rankingKey };
}

async function describe(address: string, size: number, index: number, leaf: Uint8Array, signal: AbortSignal) {
	return entryOf(index, leaf, await readEntry(address, size, 0, signal));
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

/** `rules` is the log's first entry. */
function entryOf(index: number, leaf: Uint8Array, rules: Uint8Array | undefined): Entry {
	const parsed = parseLeaf(leaf);
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

interface SignedEntry {
	/** The receipt. */
	text: string;
	/** The address of the list that it names, and the key of that list. */
	address: string;
	key: VerifierKey;
	/** Of the signed list, and of the entry in it. */
	size: number;
	index: number;
}

/** The entry, and the address of a list that shows it. Or why the receipt does not hold. */
export async function findEntry(
	signed: SignedEntry,
	today: Pick<VoteLog, 'log' | 'vkey'> | undefined,
	signal: AbortSignal,
): Promise<{ leaf: Uint8Array; address: string } | 'signature' | 'entry' | 'revoked'> {
	const { text, address, key, size, index } = signed;
	// A list whose key was revoked ends where the key still counted. The list of today has every entry.
	const next = today && wasRevoked(key, today) ? addressOf(today.log) : null;
	for (const list of next === null ? [address] : [address, next]) {
		const leaf = await readEntry(list, size, index, signal).catch(nullIfMissing);
		if (!leaf) continue;
		const verified = await verifyTlogProof(leaf, text, key);
		if (!('fault' in verified)) return { leaf, address: list };
		if (verified.fault !== 'not_included') return 'signature';
	}
	const ended = next === null ? null : await openPublicLog(address, signal);
	return ended && size > ended.checkpoint.size ? 'revoked' : 'entry';
}

/** The list goes on under another name and another key. */
function wasRevoked(key: VerifierKey, { log, vkey }: Pick<VoteLog, 'log' | 'vkey'>): boolean {
	const present = parseVerifierKey(vkey);
	return log !== key.name && present !== null && !isEqual(present.publicKey, key.publicKey);
}

function nullIfMissing(error: unknown): null {
	if (isProblem(error) && error.code === 404) return null;
	throw error;
}
