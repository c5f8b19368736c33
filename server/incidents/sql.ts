/** Reads incidents as fans see them. */
import type { PublicIncident } from '#contract/status.ts';
import { maybeOne, type Db } from '#server/kernel/database.ts';
import { epochSeconds } from '#server/kernel/epoch.ts';

const UPDATES = `(select json_agg(json_build_object('state', news.state, 'words', words, 'time', ${epochSeconds('at')})
		order by update_id desc) from incident_update news where news.incident_id = incident.incident_id)`;

/** Returns the open incidents, and those that were closed within so many days. Latest first. */
export function selectPublicIncidents(
	db: Db,
	{ days, most }: { days: number; most: number },
): Promise<PublicIncident[]> {
	return db.query<PublicIncident>({
		name: 'select_public_incidents',
		text: `select incident_id, title, content_language as lang, parts, state, ${epochSeconds('started_at')} as started_time,
				${epochSeconds('ended_at')} as ended_time, coalesce(${UPDATES}, '[]') as updates
			from incident cross join site_setting
			where ended_at is null or ended_at > lightstick_now() - make_interval(days => $1)
			order by ended_at is null desc, started_at desc, incident_id desc limit $2`,
		values: [days, most],
	});
}

/** The open incident that began last. Read with every page. */
export function selectNotice(db: Db): Promise<{ title: string; lang: string } | null> {
	return maybeOne(db, {
		name: 'select_notice',
		text: `select title, content_language as lang from incident cross join site_setting
			where ended_at is null order by started_at desc, incident_id desc limit 1`,
	});
}
