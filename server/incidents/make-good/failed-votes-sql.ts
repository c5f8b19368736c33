/** Statements on votes that the site answered with its own fault. */
import type { FanKey } from '#server/kernel/caller.ts';
import type { Database, Db } from '#server/kernel/database.ts';

export interface FailedVote extends FanKey {
	key: string;
	rankingKey: string;
	artistId: number;
	tickets: number;
	/** Time since the vote arrived (ms). The database's clock makes a time of it. */
	ageMs: number;
}

const KEPT_DAYS = 60;

/** Leaves out votes for what does not exist, and those of a fan, a ranking and a minute that has one. */
export async function insertFailedVotes(db: Db, votes: readonly FailedVote[]): Promise<void> {
	await db.query({
		text: `insert into failed_vote (fan_id, ranking_id, minute, idempotency_key, artist_id, tickets, failed_at)
			select fan_id, ranking_id, date_trunc('minute', failed_at), idempotency_key, artist_id, tickets, failed_at
			from (
				select fan_id, ranking_key, key as idempotency_key, artist_id, tickets,
					lightstick_now() - make_interval(secs => age_ms / 1000) as failed_at
				from unnest($1::bigint[], $2::text[], $3::text[], $4::integer[], $5::bigint[], $6::float8[])
					as asked (fan_id, ranking_key, key, artist_id, tickets, age_ms)
			) failed
			join fan using (fan_id) join ranking using (ranking_key)
			join ranking_entry using (ranking_id, artist_id)
			where fan.erased_at is null
			on conflict do nothing`,
		values: [
			votes.map(({ fanId }) => fanId),
			votes.map(({ rankingKey }) => rankingKey),
			votes.map(({ key }) => key),
			votes.map(({ artistId }) => artistId),
			votes.map(({ tickets }) => tickets),
			votes.map(({ ageMs }) => ageMs),
		],
	});
}

export async function forgetFailedVotes(db: Database): Promise<void> {
	await db.query({
		text: `delete from failed_vote where failed_at < lightstick_now() - make_interval(days => $1)`,
		values: [KEPT_DAYS],
	});
}
