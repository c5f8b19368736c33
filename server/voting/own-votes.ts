/** A fan's own votes, all of them. */
import type { Voided } from '#contract/voiding.ts';
import type { Db } from '#server/db/pool.ts';
import type { FanKey } from '#server/http/access.ts';

export interface OwnVote {
	rankingKey: string;
	artistId: number;
	artistName: string;
	tickets: number;
	/** Gems. */
	cost: number;
	/** Epoch seconds. */
	castAt: number;
	/** Where it does not count. */
	voided: Voided;
}

export function readVotes(db: Db, { bucket, fanId }: FanKey): Promise<OwnVote[]> {
	return db.query<OwnVote>({
		text: `select ranking_key as "rankingKey", artist_id as "artistId", en_name as "artistName", tickets,
				cost_earned + cost_purchased as cost, floor(extract(epoch from cast_at))::bigint as "castAt",
				(select json_build_object('case_id', case_id, 'reason', reason) from vote_void gone
					join vote_case using (case_id)
					where gone.bucket = vote.bucket and gone.fan_id = vote.fan_id
						and gone.idempotency_key = vote.idempotency_key
						and not exists (select from vote_restore back where back.case_id = gone.case_id
							and back.bucket = gone.bucket and back.fan_id = gone.fan_id
							and back.idempotency_key = gone.idempotency_key)) as voided
			from vote join ranking using (ranking_id) join artist using (artist_id)
			where bucket = $1 and fan_id = $2 order by cast_at desc`,
		values: [bucket, fanId],
	});
}
