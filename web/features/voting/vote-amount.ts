import { formatNumber, groupMark, readDigits } from '#client/numbers.ts';
import { asciiDigits } from '#contract/values/digits.ts';
import { votesProblem } from '#contract/voting.ts';

export type AmountProblem = 'invalid_votes' | 'no_votes' | 'not_enough_gems';

export interface Wallet {
	balance: number;
	ratio: number;
}

export function amountProblem(text: string, { balance, ratio }: Wallet): AmountProblem | null {
	if (text === '') return null;
	const problem = votesProblem(text);
	if (problem) return problem;
	return Number(text) * ratio > balance ? 'not_enough_gems' : null;
}

export const votesOf = (text: string, wallet: Wallet): number | null =>
	text === '' || amountProblem(text, wallet) ? null : Number(text);

/** +1, +10 and +100 add to the current number. Anything that is not a number counts as 0. */
export function addVotes(text: string, more: number): string {
	const present = votesProblem(text) === null ? Number(text) : 0;
	const sum = present + more;
	return Number.isSafeInteger(sum) ? String(sum) : text;
}

export const maxVotes = ({ balance, ratio }: Wallet): string =>
	String(ratio > 0 ? Math.max(0, Math.floor(balance / ratio)) : 0);

/**
 * Returns the amount that the field holds after an input: its digits, or the text as it stands if it is no number.
 * `before` is what the field showed, if only digits were inserted or removed: its group marks are the field's own, and
 * come and go with the digits. All other marks have to stand where grouping puts them.
 */
export function amountFromInput(input: string, before = ''): string {
	const written = readDigits(input);
	if (written !== null) return written;
	const edited = asciiDigits(input).replaceAll(groupMark(), '');
	return readDigits(before) !== null && /^[0-9]*$/.test(edited) ? edited : input.trim();
}

export const amountForDisplay = (text: string): string =>
	/^[1-9][0-9]{3,}$/.test(text) ? formatNumber(BigInt(text)) : text;
