/** Statement that compares running monthly rankings with those before them, by the standings kept of each hour. */
import { sql, type Db } from '#server/kernel/database.ts';

export interface MonthBefore {
	/** The running ranking. */
	key: string;
	title: string;
	/** Votes that the ranking before it had as many hours after its start. */
	tickets: number;
}

export function selectMonthsBefore(db: Db): Promise<MonthBefore[]> {
	return db.query<MonthBefore>(sql`select ranking.ranking_key as key, before.title,
				(select coalesce(sum(part), 0)::bigint from unnest(hour.tickets) part) as tickets
			from ranking
				cross join lateral (select * from ranking other
					where other.ranking_type = 'monthly' and other.published_at is not null and other.ends_at <= ranking.starts_at
					order by other.ends_at desc limit 1) before
				cross join lateral (select tickets from standing_hour
					where standing_hour.ranking_id = before.ranking_id
						and taken_at <= before.starts_at + (lightstick_now() - ranking.starts_at)
					order by taken_at desc limit 1) hour
			where ranking.ranking_type = 'monthly' and ranking.published_at is not null
				and ranking.starts_at <= lightstick_now() and ranking.ends_at > lightstick_now()`);
}
