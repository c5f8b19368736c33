import { isProblem } from '#client/call.ts';
import { serverSeconds } from '#client/server-clock.ts';
import { getVoteProof } from '#contract/my-account.ts';
import type { ReceiptFile } from '#public-log/format/receipt-file.ts';
import type { VoteReceipt } from '#contract/voting.ts';
import { storedValue } from '#ui/stored.ts';
import { call } from '../api/call.ts';
import { inTime } from '../lazy-page.tsx';
import type { KnownVote, Verdict, VoteEvidence } from '#public-log/browser/evidence.ts';
import { type Ballot, deviceMemory } from './vote-memory.ts';

export type { KnownVote };

export type Hindrance = 'offline' | 'server' | 'browser';

export type VoteCheck = (Verdict | { state: 'unchecked'; why: Hindrance }) & {
	evidence?: VoteEvidence;
	receipt?: ReceiptFile;
};

/** The proof that the device keeps stays the first one: later answers are compared with its line. */
async function remember({ log, vkey, leaf, proof }: VoteEvidence, ballot: Ballot | undefined): Promise<void> {
	rememberLogKey(log, vkey);
	if (!ballot || ballot.listed || proof === null) return;
	// A full device changes nothing about what was found out.
	await deviceMemory()
		.keep({ ...ballot, listed: { leaf, proof } })
		.catch(() => undefined);
}

let support: Promise<boolean> | undefined;

export async function checkVote(vote: KnownVote, signal?: AbortSignal): Promise<VoteCheck> {
	if (!(await (support ??= canCheckSignatures()))) return { state: 'unchecked', why: 'browser' };
	const ballot = await deviceMemory()
		.find(vote.tag)
		.catch(() => undefined);
	const kept = ballot?.receipt?.receipt ? { receipt: ballot.receipt.receipt } : {};
	try {
		const [{ judge }, evidence] = await Promise.all([
			inTime(import('#public-log/browser/evidence.ts')),
			call(getVoteProof, { params: { tag: vote.tag } }, { signal }),
		]);
		const verdict = await judge(vote, evidence, { ballot, logKey: rememberedLogKey(evidence.log) }, serverSeconds());
		if (verdict.state !== 'listed') return { ...verdict, ...kept, evidence };
		await remember(evidence, ballot);
		const change = evidence.witnessed && (await (await pins()).compareWithPin(evidence.witnessed));
		if (change === 'key' || change === 'witnesses') return { state: 'failed', fault: change, ...kept, evidence };
		// Witnesses of before a change that this device knows lock nothing.
		return { ...verdict, ...(change === 'older' && { witnesses: [] }), ...kept, evidence };
	} catch (error) {
		if (isProblem(error, 'vote_not_found')) return { state: 'failed', fault: 'no_line', ...kept };
		return { state: 'unchecked', why: isProblem(error, 'network') ? 'offline' : 'server', ...kept };
	}
}

const pins = () => inTime(import('./anchor-pin.ts'));

/** Public key of test 1 of RFC 8032, section 7.1: any valid key shows whether the browser knows the algorithm. */
const SAMPLE_KEY = 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a';

export async function canCheckSignatures(): Promise<boolean> {
	const bytes = Uint8Array.from(SAMPLE_KEY.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
	try {
		await crypto.subtle.importKey('raw', bytes, 'Ed25519', false, ['verify']);
		return true;
	} catch {
		return false;
	}
}

const logKeys = storedValue('lightstick.log-keys', (found) => [...new Map(found as [string, string][])]);

export const rememberedLogKey = (log: string): string | undefined => new Map(logKeys.get()).get(log);

function rememberLogKey(log: string, key: string): void {
	const keys = new Map(logKeys.get());
	if (!keys.has(log)) logKeys.set([...keys, [log, key]]);
}

/** True for a promise that holds, false for one that does not. Null: there is none, or it cannot be checked now. */
export async function checkReceipt(
	vote: KnownVote,
	receipt: VoteReceipt['receipt'],
	signal: AbortSignal,
): Promise<boolean | null> {
	if (!receipt || !(await canCheckSignatures())) return null;
	try {
		const response = await fetch('/receipts/vkey', { signal });
		if (!response.ok) return null;
		const [{ isPromised }, vkey] = await Promise.all([
			inTime(import('#public-log/browser/evidence.ts')),
			response.text(),
		]);
		return await isPromised(vote, receipt, vkey.trim());
	} catch {
		return null;
	}
}
