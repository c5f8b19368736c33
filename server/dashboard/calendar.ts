/** The month of the console's calendar. */
import type { ReplyOf } from '#contract/endpoint.ts';
import type { getCalendar } from '#contract/operator/calendar.ts';
import type { Db } from '#server/kernel/database.ts';
import { raw, sql } from '#server/kernel/sql.ts';

const EVENTS_MAX = 1_000;

/** `hidden`: the column that says so. `column`: the time, as an index has it. */
const event = (kind: string, id: string, title: string, hidden: string, column: string, more = '') =>
	raw(`select '${kind}' as kind, ${id}::text as id, ${title} as title, ${hidden} is ${kind === 'ranking' ? '' : 'not '}null as hidden,
		${column.startsWith('ends')} as ends, ${column} as at from ${kind} where ${column} >= begins and ${column} < over ${more}`);

const EVENTS = [
	event('ranking', 'ranking_key', 'title', 'published_at', 'starts_at'),
	event('ranking', 'ranking_key', 'title', 'published_at', 'ends_at'),
	event('news', 'news_id', 'title', 'hidden_at', 'coalesce(published_at, hidden_at)', 'and published_at is not null'),
	...(['banner', 'pop_up'] as const).flatMap((kind) =>
		['starts_at', 'ends_at'].map((column) => event(kind, `${kind}_id`, 'alt', 'hidden_at', column)),
	),
];

/** `month`: as `2026-11`. Null: this month. */
export function readCalendar(db: Db, month: string | null): Promise<ReplyOf<typeof getCalendar>> {
	return sql`with span as (
			select first, timezone, first at time zone timezone as begins,
				(first + interval '1 month') at time zone timezone as over
			from site_setting cross join lateral (select coalesce(${month && `${month}-01`}::timestamp,
				date_trunc('month', lightstick_now() at time zone timezone)) as first) chosen)
		select to_char(first, 'YYYY-MM') as month, (lightstick_now() at time zone timezone)::date::text as today,
			coalesce((select json_agg(json_build_object('kind', kind, 'id', id, 'title', title, 'hidden', hidden, 'ends', ends,
					'day', (at at time zone timezone)::date::text, 'time', to_char(at at time zone timezone, 'HH24:MI'))
					order by at, kind, id)
				from (select * from (${raw(EVENTS.map(({ text }) => text).join(' union all '))}) every
					order by at limit ${raw(EVENTS_MAX)}) found), '[]') as events
		from span`.one(db);
}
