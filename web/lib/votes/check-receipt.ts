/** Checks the receipt that came with a vote, on this device. */
import type { VoteReceipt } from '#contract/voting.ts';
import { inTime } from '../lazy-page.tsx';
import type { KnownVote } from './evidence.ts';
import { canCheckSignatures } from './signature-support.ts';

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
		const [{ isPromised }, vkey] = await Promise.all([inTime(import('./evidence.ts')), response.text()]);
		return await isPromised(vote, receipt, vkey.trim());
	} catch {
		return null;
	}
}
