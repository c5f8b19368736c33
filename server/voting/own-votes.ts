/** The complete and permanent list of one fan's votes. */
import { epochSeconds, sql, type Sql } from '#server/kernel/sql.ts';
import type { Voided } from '#contract/voting.ts';
import type { Db } from '#server/kernel/database.ts';
import type { FanKey } from '#server/kernel/caller.ts';

/** SQL condition: the voided vote `gone` has not been restored. */
export const NOT_RESTORED = sql`not exists (select from vote_restore back where back.case_id = gone.case_id
	and back.fan_id = gone.fan_id and back.idempotency_key = gone.idempotency_key)`;

const voidOf = (condition: Sql) => sql`(select json_build_object('case_id', case_id, 'reason', reason)
	from vote_void gone join vote_case using (case_id)
	where gone.fan_id = vote.fan_id and gone.idempotency_key = vote.idempotency_key and ${condition}
	order by case_id desc limit 1)`;

export interface OwnVote {
	/** Number of the ledger entry that paid. Later votes have greater numbers. */
	seq: number;
	rankingKey: string;
	rankingTitle: string;
	artistId: number;
	artistName: string;
	tickets: number;
	/** Gems. */
	costEarned: number;
	costPurchased: number;
	/** Epoch seconds. */
	castAt: number;
	/** Set if the vote does not count. */
	voided: Voided;
	/** The latest case that was taken back for this vote. */
	restored: Voided;
	/** The Idempotency-Key. */
	key: string;
}

export interface VotePage {
	/** Only votes with lesser sequence numbers. */
	before: number;
	limit: number;
}

const ALL: VotePage = { before: Number.MAX_SAFE_INTEGER, limit: Number.MAX_SAFE_INTEGER };

/**
 * Returns a fan's votes, latest first. Finds them through the ledger entries that paid: votes are stored by key,
 * without an order of time.
 */
export function readVotes(db: Db, { fanId }: FanKey, { before, limit }: VotePage = ALL): Promise<OwnVote[]> {
	return sql`select entry.seq, ranking_key as "rankingKey", title as "rankingTitle", artist_id as "artistId",
			en_name as "artistName", tickets, cost_earned as "costEarned", cost_purchased as "costPurchased",
			${epochSeconds('cast_at')} as "castAt", vote.idempotency_key as key,
			${voidOf(sql`not ${NOT_RESTORED}`)} as restored, ${voidOf(NOT_RESTORED)} as voided
		from (
			select * from ledger_entry where fan_id = ${fanId} and seq < ${before}::bigint and kind = 'vote'
			order by seq desc limit ${limit}
		) entry
		join vote on vote.fan_id = entry.fan_id and vote.idempotency_key = entry.cause
		join ranking using (ranking_id) join artist using (artist_id)
		order by entry.seq desc`.all(db);
}
