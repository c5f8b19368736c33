/** Incidents as fans read them, on the status page and in the notice of every page. */
import type { PublicIncident } from '#contract/status.ts';
import { type Db, epochSeconds, sql } from '#server/kernel/database.ts';
import { textIn, translation } from '#server/languages/content.ts';

const PAST_DAYS = 90;
const LISTED_MAX = 30;

/** With its texts in the languages in which they are translated: the title, and the updates by their number. */
export type TranslatedIncident = PublicIncident & { translations?: Record<string, Record<string, string>> };

export type Incidents = Awaited<ReturnType<typeof readIncidents>>;

export async function readIncidents(db: Db) {
	const all =
		await sql`select incident_id, title, coalesce(${TRANSLATIONS}, '{}') as translations, content_language as lang, parts, state,
			${epochSeconds('started_at')} as started_time, ${epochSeconds('ended_at')} as ended_time,
			coalesce(${UPDATES}, '[]') as updates
		from incident cross join site_setting
		where ended_at is null or ended_at > lightstick_now() - make_interval(days => ${PAST_DAYS})
		order by ended_at is null desc, started_at desc, incident_id desc limit ${LISTED_MAX}`
			.prepared('select_public_incidents')
			.all<TranslatedIncident>(db);
	return {
		open: all.filter((incident) => incident.ended_time === null),
		past: all.filter((incident) => incident.ended_time !== null),
	};
}

const UPDATES = sql`(select json_agg(json_build_object('update_id', update_id, 'state', news.state, 'words', words, 'time', ${epochSeconds('at')})
		order by update_id desc) from incident_update news where news.incident_id = incident.incident_id)`;

const TRANSLATIONS = sql`(select json_object_agg(language, more || jsonb_build_object('title', translation.title))
	from translation where subject = 'incident' and subject_id = incident_id::text)`;

export const readNotice = (db: Db, language: string | null): Promise<{ title: string; lang: string } | null> =>
	sql`select ${textIn('translation.title', 'incident.title', 'title')}
		from incident cross join site_setting site ${translation('incident', 'incident_id', language)}
		where ended_at is null order by started_at desc, incident_id desc limit 1`
		.prepared('select_notice')
		.maybeOne(db);
