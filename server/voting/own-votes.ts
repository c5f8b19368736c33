/** A fan's own votes, all of them. */
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
}

export function readVotes(db: Db, { bucket, fanId }: FanKey): Promise<OwnVote[]> {
	return db.query<OwnVote>({
		text: `select ranking_key as "rankingKey", artist_id as "artistId", en_name as "artistName", tickets,
				cost_earned + cost_purchased as cost, floor(extract(epoch from cast_at))::bigint as "castAt"
			from vote join ranking using (ranking_id) join artist using (artist_id)
			where bucket = $1 and fan_id = $2 order by cast_at desc`,
		values: [bucket, fanId],
	});
}
