/** Writes the answer to a vote. */
import type { ReplyOf } from '#contract/endpoint.ts';
import type { castVote } from '#contract/voting.ts';
import type { Receipt } from '#public-log/server/fans/receipts.ts';

export type VoteReply = ReplyOf<typeof castVote> & { receipt: Receipt | null };

/** The end of a written answer without a receipt: it is the contract's last field. */
const END_WITHOUT = 'null}}';

/** @param serialize writes any reply of the contract. The receipt is JSON already, so it is put in as it is */
export function writeVoteReply(reply: VoteReply, serialize: (reply: ReplyOf<typeof castVote>) => string): string {
	const { receipt } = reply;
	const text = serialize({ ...reply, receipt: null });
	return receipt ? `${text.slice(0, -END_WITHOUT.length)}${receipt.json}}}` : text;
}
