/** Writes the answer to a vote. */
import type { Envelope, ReplyOf } from '#contract/endpoint.ts';
import { castVote } from '#contract/voting.ts';
import type { Receipt } from '#public-log/server/public-log.ts';
import { serializerOf } from '#server/http/reply-serializer.ts';

export type VoteReply = ReplyOf<typeof castVote> & { receipt: Receipt | null };

/** The end of a written answer without a receipt: it is the contract's last field. */
const END_WITHOUT = 'null}}';
const serialize = serializerOf(castVote);

/** The receipt is JSON already, so it is put in as it is. */
/** @param response the envelope of a `VoteReply` */
export function writeVoteReply(response: unknown): string {
	const { data, ...envelope } = response as Envelope<VoteReply>;
	const { receipt } = data;
	const text = serialize({ ...envelope, data: { ...data, receipt: null } });
	return receipt ? `${text.slice(0, -END_WITHOUT.length)}${receipt.json}}}` : text;
}
