/** The complete and permanent list of one fan's votes. */
import { epochSeconds, sql, type Sql, type Db } from '#server/kernel/database.ts';
import type * as z from 'zod/mini';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { getMyVotes, ownVote } from '#contract/my-account.ts';
import { pageOf, readNumberCursor } from '#server/kernel/paging.ts';
import type { FanKey } from '#server/kernel/caller.ts';
import { freezingReasons } from './operator/cases/rules.ts';

/** SQL condition: the voided vote `gone` has not been restored. */
export const NOT_RESTORED = sql`not exists (select from vote_restore back where back.case_id = gone.case_id
	and back.fan_id = gone.fan_id and back.idempotency_key = gone.idempotency_key)`;

/** What locks wallets: a voided vote `gone` of a fraud case. */
export const LOCKS = sql`case_id from vote_void gone join vote_case using (case_id)
	where reason = any (${freezingReasons}::text[]) and ${NOT_RESTORED}`;

/** The case that locks a fan's wallet: of several, the latest. */
export const readLockingCase = (db: Db, { fanId }: FanKey): Promise<number | null> =>
	sql`select ${LOCKS} and gone.fan_id = ${fanId} order by case_id desc limit 1`.maybeValue(db);

const voidOf = (condition: Sql) => sql`(select json_build_object('case_id', case_id, 'reason', reason)
	from vote_void gone join vote_case using (case_id)
	where gone.fan_id = vote.fan_id and gone.idempotency_key = vote.idempotency_key and ${condition}
	order by case_id desc limit 1)`;

type OwnVote = z.output<typeof ownVote>;

/** In the contract's names, and what only operators see of the cost. `seq` numbers the ledger entry that paid. */
export type OwnVoteRow = OwnVote & { seq: number; cost_earned: number; cost_purchased: number };

export interface VotePage {
	before: number;
	limit: number;
}

const ALL: VotePage = { before: Number.MAX_SAFE_INTEGER, limit: Number.MAX_SAFE_INTEGER };

/** Latest first, through the ledger entries that paid: votes are stored by key, without an order of time. */
export const readVotes = (db: Db, { fanId }: FanKey, { before, limit }: VotePage = ALL): Promise<OwnVoteRow[]> =>
	sql`select entry.seq, ranking_key, title as ranking_title, artist_id,
			coalesce(final.en_name, artist.en_name) as artist_name,
			vote.tickets as ticket_number, cost_earned + cost_purchased as gem_cost, cost_earned, cost_purchased,
			${epochSeconds('cast_at')} as cast_time, vote.idempotency_key as tag,
			${voidOf(sql`not ${NOT_RESTORED}`)} as restored, ${voidOf(NOT_RESTORED)} as voided
		from (
			select * from ledger_entry where fan_id = ${fanId} and seq < ${before}::bigint and kind = 'vote'
			order by seq desc limit ${limit}
		) entry
		join vote on vote.fan_id = entry.fan_id and vote.idempotency_key = entry.cause
		join ranking using (ranking_id) join artist using (artist_id)
		left join ranking_result_entry final using (ranking_id, artist_id)
		order by entry.seq desc`.all(db);

export async function readMyVotes(
	db: Db,
	fan: FanKey,
	{ cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<ReplyOf<typeof getMyVotes>> {
	const page = { before: readNumberCursor(cursor), limit: limit + 1 };
	const { list, last } = pageOf(await readVotes(db, fan, page), limit);
	return { votes: list.map(presentVote), cursor: last && String(last.seq) };
}

/** An earlier case does not matter while another one holds. */
export function presentVote({ seq: _, cost_earned: __, cost_purchased: ___, ...vote }: OwnVoteRow): OwnVote {
	return { ...vote, restored: vote.voided ? null : vote.restored };
}
