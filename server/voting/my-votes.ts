/** My votes, as fans read them. */
import type * as z from 'zod/mini';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { getMyVotes, ownVote } from '#contract/my-account.ts';
import type { Db } from '#server/kernel/database.ts';
import type { FanKey } from '#server/kernel/caller.ts';
import { pageOf, readNumberCursor } from '#server/kernel/paging.ts';
import { readVotes, type OwnVote } from './own-votes.ts';

export async function readMyVotes(
	db: Db,
	fan: FanKey,
	{ cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<ReplyOf<typeof getMyVotes>> {
	const page = { before: readNumberCursor(cursor), limit: limit + 1 };
	const { list, last } = pageOf(await readVotes(db, fan, page), limit);
	return { votes: list.map(presentVote), cursor: last && String(last.seq) };
}

export function presentVote(vote: OwnVote): z.output<typeof ownVote> {
	return {
		ranking_key: vote.rankingKey,
		ranking_title: vote.rankingTitle,
		artist_id: vote.artistId,
		artist_name: vote.artistName,
		ticket_number: vote.tickets,
		gem_cost: vote.costEarned + vote.costPurchased,
		cast_time: vote.castAt,
		voided: vote.voided,
		restored: vote.voided ? null : vote.restored,
		tag: vote.key,
	};
}
