/** Creates each monthly ranking seven days before it opens. */
import { record } from '#server/audit-trail/audit-trail.ts';
import type { Database, Tx } from '#server/kernel/database.ts';
import { sql } from '#server/kernel/sql.ts';

const DAYS_AHEAD = 7;

/**
 * Clones the latest monthly ranking for the following month if that month opens within a week. Returns its key, or
 * null.
 */
export async function prepareNextMonth(db: Database): Promise<string | null> {
	return db.transaction(async (tx) => {
		const key = await cloneLatestMonth(tx, DAYS_AHEAD, { draft: false });
		if (key !== null) await record(tx, null, { action: 'ranking.publish', target: `ranking:${key}` });
		return key;
	});
}

/** Does the same for a month that opens within `daysAhead` days. A draft stays unknown to fans until it is published. */
export async function cloneLatestMonth(
	tx: Tx,
	daysAhead: number,
	{ draft }: { draft: boolean },
): Promise<string | null> {
	const made = await insertNextMonth(daysAhead, draft).maybeOne<{
		rankingKey: string;
		rankingId: number;
		fromId: number;
	}>(tx);
	if (!made) return null;
	await sql`insert into ranking_entry (ranking_id, artist_id)
		select ${made.rankingId}, artist_id from ranking_entry where ranking_id = ${made.fromId}
			and hidden_at is null`.run(tx);
	return made.rankingKey;
}

// Count months in the site's time zone, whose offset may change within a month. Use the site's current vote price. If
// operators have drafted this month, wait until the last hour for them to publish it. Then the month opens without the
// draft: no month stays without a chart, and only operators publish drafts.
const insertNextMonth = (daysAhead: number, draft: boolean) => sql`
	with latest as (
		select ranking.*, site.timezone, site.ticket2gem_ratio,
			date_trunc('month', ends_at at time zone site.timezone) as month
		from ranking cross join site_setting site
		where ranking_type = 'monthly' and published_at is not null order by starts_at desc limit 1
	), draft as (
		select true as waits from ranking cross join latest
		where ranking.ranking_type = 'monthly' and ranking.published_at is null
			and ranking.starts_at >= latest.month at time zone timezone
			and ranking.starts_at < (latest.month + interval '1 month') at time zone timezone limit 1
	), made as (
		insert into ranking (ranking_key, ranking_type, title, starts_at, ends_at, gems_per_vote, votes_per_fan_max,
			review_hours, cover_media_id, cover_alt, cover_link_url, published_at)
		select 'monthly-' || to_char(month, 'YYYY-MM') || case when waits then '-2' else '' end, 'monthly', to_char(month, 'FMMonth YYYY') || ' Monthly',
			month at time zone timezone, (month + interval '1 month') at time zone timezone, ticket2gem_ratio,
			votes_per_fan_max, review_hours, cover_media_id, cover_alt, cover_link_url,
			case when not ${draft}::boolean then lightstick_now() end
		from latest left join draft on true
		where lightstick_now() >= (month at time zone timezone)
			- case when waits then interval '1 hour' else make_interval(days => ${daysAhead}) end
		on conflict (ranking_key) do nothing
		returning ranking_id, ranking_key
	)
	select made.ranking_key as "rankingKey", made.ranking_id as "rankingId", latest.ranking_id as "fromId"
	from made cross join latest`;
