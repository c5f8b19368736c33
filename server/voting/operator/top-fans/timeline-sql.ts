/** Statements that read when new accounts signed up. */
import type { Db } from '#server/kernel/database.ts';
import { epochSeconds } from '#server/kernel/epoch.ts';

export interface SignUpHour {
	/** Epoch seconds. */
	joined: number;
	votes: number;
	tickets: number;
}

/** Returns votes of new accounts by the hour of their sign-up, the earliest first. */
export function selectSignUps(db: Db, rankingId: number, artistId: number | null): Promise<SignUpHour[]> {
	return db.query<SignUpHour>({
		text: `select ${epochSeconds('joined_at')} as joined, sum(votes)::bigint as votes, sum(tickets)::bigint as tickets
			from vote_sign_up where ranking_id = $1 and ($2::integer is null or artist_id = $2)
			group by joined_at order by joined_at`,
		values: [rankingId, artistId],
	});
}
