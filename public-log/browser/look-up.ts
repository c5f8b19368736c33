/** Answers what a pasted receipt or code proves. Everything is checked where it runs: nothing that is pasted is sent. */
import type { VoteLog } from '#contract/voting.ts';
import { utf8, textOf, isEqual } from '#public-log/format/bytes.ts';
import { checkpointIn } from '#public-log/format/checkpoint.ts';
import { parseLeaf, type VoteLeaf } from '#public-log/format/leaf.ts';
import { logTag } from '#public-log/format/log-tag.ts';
import { parseVerifierKey, type VerifierKey } from '#public-log/format/note.ts';
import { parseReceiptFile, type ReceiptFile } from '#public-log/format/receipt-file.ts';
import { promiseIn, verifyReceipt } from '#public-log/format/receipt.ts';
import { parseTlogProof, verifyTlogProof } from '#public-log/format/tlog-proof.ts';
import { addressOf, isLost, type Restore } from './logs.ts';
import {
	isSigned,
	LogCut,
	nullIfMissing,
	openPublicLog,
	readEntry,
	type ReadFile,
	readKey,
	searchBack,
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
	/** The site signed entries of the list that it does not show. */
	| { kind: 'cut'; from: number; to: number }
	/** The receipt is for a list that ended when the site was set back, and whose end was lost. */
	| { kind: 'lost_end' }
	/** `site`: the list is another site's. `anchor`: it holds no votes. `gone`: it ended, and is not served any more. */
	| { kind: 'unknown_log'; why: 'site' | 'anchor' | 'gone' | 'name'; log: string }
	/** `cut`: a part of a receipt. `file`: the signature of a list, a key, or a policy. */
	| { kind: 'unreadable'; why: 'cut' | 'file' | 'other' }
	/** The site does not show a key for receipts. */
	| { kind: 'hindered'; why: 'server' };

export interface Question {
	/** The receipt. */
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

/** Between the machines of the site. */
const CLOCKS_DIFFER_S = 60;
const TAG = /^[A-Za-z0-9_-]{22,36}$/;

/** @throws {Error} if a log cannot be read */
export async function lookUp(question: Question): Promise<Answer> {
	const text = question.text.replace(/^\uFEFF/, '').trim();
	try {
		if (TAG.test(text)) return await findTag(text, question);
		// A pasted text may have lost its last line feed.
		const whole = `${text.replaceAll('\r\n', '\n')}\n`;
		const receipt = parseReceiptFile(whole);
		return receipt ? await judgePromise(receipt, question) : await judgeReceipt(whole, question);
	} catch (error) {
		if (error instanceof LogCut) return { kind: 'cut', from: error.from, to: error.to };
		throw error;
	}
}

function unreadable(text: string): Answer {
	if (/^(?:v1 vote|index|deadline) |tlog-proof@/m.test(text)) return { kind: 'unreadable', why: 'cut' };
	const isFile =
		checkpointIn(text) || parseVerifierKey(text.trim()) || /^[ \t]*(?:log|witness|group|quorum)[ \t]/m.test(text);
	return { kind: 'unreadable', why: isFile ? 'file' : 'other' };
}

function unknownLog(log: string, rankingKey: string | undefined, { logs }: Question): Answer {
	const [host, ours] = [log.split('/')[0], logs[0]?.log.split('/')[0]];
	const why = () => {
		if (ours !== undefined && host !== ours) return 'site';
		if (log.endsWith('/anchor')) return 'anchor';
		return logs.some(({ ranking_key }) => ranking_key === rankingKey) ? 'gone' : 'name';
	};
	return { kind: 'unknown_log', why: why(), log };
}

async function judgeReceipt(text: string, question: Question): Promise<Answer> {
	const { read, rememberedKey } = question;
	const proof = parseTlogProof(text);
	const checkpoint = proof && checkpointIn(proof.checkpoint);
	if (!proof || !checkpoint) return unreadable(text);
	const { origin: log, size } = checkpoint;
	const [address, rankingKey] = /\/(?:g\d{1,4}\/)?log\/([a-z0-9-]{1,64})$/.exec(log) ?? [];
	const vkey = address && (await readKey(read, address).catch(nullIfMissing));
	const key = vkey ? parseVerifierKey(vkey) : null;
	if (!rankingKey || !address || !vkey || key?.name !== log) return unknownLog(log, rankingKey, question);
	if ((rememberedKey(log) ?? vkey) !== vkey) return { kind: 'false', why: 'key' };
	const signed = { text, address, key, size, index: proof.index };
	const isToday = addressIn(question, rankingKey) === address;
	const proven = await findEntry(read, signed, logOf(question, rankingKey)).catch((error: unknown) => {
		// Nobody has lost entries but a restored site, and only at the end of a list.
		if (error instanceof LogCut && !isToday && question.restores.length > 0) return null;
		throw error;
	});
	if (proven === null) return { kind: 'lost_end' };
	if (typeof proven === 'string') return { kind: 'false', why: proven };
	const entry = await readEntryOf(read, proven.address, size, proof.index, proven.leaf);
	// A list that has ended is evidence of what was signed. The list of today says what counts.
	const restoredTo = entry.vote && !isToday ? lostIn(entry.vote, question) : null;
	if (restoredTo !== null && entry.vote) {
		const today = await findTag(entry.vote.tag, { ...question, rankingKey });
		if (today.kind !== 'found') return today.kind === 'missing' ? { kind: 'lost', restoredTo } : today;
	}
	return { kind: 'holds', entry, rankingKey };
}

async function judgePromise({ leaf, proof }: ReceiptFile, question: Question): Promise<Answer> {
	const promise = promiseIn(proof);
	const [host, ours] = [promise?.log, question.logs[0]?.log].map((log) => log?.split('/')[0]);
	if (promise && ours !== undefined && host !== ours) return unknownLog(promise.log, undefined, question);
	const key = parseVerifierKey(await readKey(question.read, '/receipts'));
	const verified = key && (await verifyReceipt(utf8(leaf), proof, key));
	if (!verified) return { kind: 'hindered', why: 'server' };
	if ('fault' in verified) {
		if (verified.fault === 'not_a_proof') return { kind: 'unreadable', why: 'cut' };
		return { kind: 'false', why: verified.fault === 'not_included' ? 'vote' : 'receipt' };
	}
	const { log, deadline } = verified.promise;
	const rankingKey = log.slice(log.lastIndexOf('/') + 1);
	const promised = (why: 'kept' | 'early' | 'broken'): Answer => ({ kind: 'promised', why, rankingKey });
	const listed = await findTag(leaf.slice(leaf.lastIndexOf(' ') + 1), { ...question, rankingKey });
	if (listed.kind === 'found') return promised(listed.entry.line === leaf ? 'kept' : 'broken');
	if (listed.kind !== 'missing') return listed;
	const vote = parseLeaf(utf8(leaf));
	const restoredTo = vote?.type === 'vote' ? lostIn(vote, question) : null;
	if (restoredTo !== null) return { kind: 'lost', restoredTo };
	return promised((question.now() ?? 0) > deadline + CLOCKS_DIFFER_S ? 'broken' : 'early');
}

async function findTag(tag: string, question: Question): Promise<Answer> {
	const { rankingKey, read, rememberedKey, onProgress } = question;
	const address = addressIn(question, rankingKey);
	// The code of a vote, or the tag of its line.
	const hashed = logTag(rankingKey, tag);
	const log = await openPublicLog(read, address);
	if (!log) return { kind: 'false', why: 'signature' };
	if ((rememberedKey(log.key.name) ?? log.vkey) !== log.vkey) return { kind: 'false', why: 'key' };
	const { size } = log.checkpoint;
	const at = await searchBack(read, log, (leaf) => isTagOf(tag, leaf) || isTagOf(hashed, leaf), onProgress);
	if (!at) return { kind: 'missing', size };
	const { index, leaf } = at;
	if (!(await isSigned(read, log, index, leaf))) return { kind: 'false', why: 'entry' };
	return { kind: 'found', entry: await readEntryOf(read, address, size, index, leaf), rankingKey };
}

const logOf = ({ logs }: Question, rankingKey: string) => logs.find(({ ranking_key }) => ranking_key === rankingKey);

const addressIn = (question: Question, rankingKey: string): string =>
	addressOf(logOf(question, rankingKey)?.log ?? `/log/${rankingKey}`);

const lostIn = (vote: Pick<VoteLeaf, 'castAt'>, { restores }: Question): number | null =>
	restores.find((restore) => isLost(vote.castAt, restore))?.restored_to ?? null;

export interface Entry {
	index: number;
	/** The line itself. */
	line: string;
	/** Set if the entry is a vote. */
	vote: (VoteLeaf & { artist: string }) | null;
}

async function readEntryOf(read: ReadFile, address: string, size: number, index: number, leaf: Uint8Array) {
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

/**
 * The entry, and the address of a list that shows it. Or why the receipt does not hold.
 * @throws {LogCut} if the site does not show the part of the list with the entry
 */
export async function findEntry(
	read: ReadFile,
	signed: { text: string; address: string; key: VerifierKey; size: number; index: number },
	today: Pick<VoteLog, 'log' | 'vkey'> | undefined,
) {
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
