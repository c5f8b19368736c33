/** Statements of operators on rankings and their entries. */
import type { CheckedInputOf } from '#contract/endpoint.ts';
import {
	type BirthdayProposal,
	type ConsoleRanking,
	type listRankings,
	rankings,
} from '#contract/operator/rankings/rankings.ts';
import {
	type Db,
	type Tx,
	epochMs,
	joined,
	nowIf,
	raw,
	isBehind,
	localTime,
	micros,
	ofMicros,
	ordered,
	sql,
} from '#server/kernel/database.ts';
import type { Part } from '#server/kernel/paging.ts';
import type { Stored } from '#server/resources/table.ts';
import type { RankingState } from '../rules.ts';
import { TOTAL_TICKETS, COUNTED, type StandingRow } from '../sql.ts';
import type { Candidate } from './entries/import-rules.ts';

type Derived =
	| 'status'
	| 'stage'
	| 'start_time'
	| 'end_time'
	| 'review_end_time'
	| 'cover'
	| 'frozen'
	| 'can_unpublish'
	| 'pause';

/** In the contract's names, beside what only the server uses. */
export interface ConsoleRow extends RankingState, Omit<ConsoleRanking, Derived> {
	rankingId: number;
	cover_media_id: string | null;
	pauseReason: string | null;
	pausedSince: number | null;
	/** Null until it is closed. */
	reviewEndsAt: number | null;
	entriesVersion: number;
	/** True if fans have voted, also if all votes were voided since. */
	voted: boolean;
	startKey: number;
	titleKey: string;
	/** The database's clock, epoch milliseconds, like the other times. */
	now: number;
	siteGemsPerVote: number;
}

const ROW = sql`ranking.ranking_id as "rankingId", ranking_key, ranking_type, title,
	${epochMs('starts_at')} as "startsAt", ${epochMs('ends_at')} as "endsAt",
	${localTime('starts_at')} as starts_local, ${localTime('ends_at')} as ends_local, site.timezone,
	gems_per_vote, votes_per_fan_max, review_hours, cover_media_id, cover_alt, cover_link_url,
	(select count(*) from ranking_entry entry
		where entry.ranking_id = ranking.ranking_id and entry.hidden_at is null) as artist_count,
	${TOTAL_TICKETS} as total_tickets,
	pause.reason as "pauseReason", ${epochMs('pause.paused_at')} as "pausedSince", pause.reason is not null as paused,
	closing.closed_at is not null as closed,
	${epochMs('closing.closed_at + make_interval(hours => review_hours)')} as "reviewEndsAt",
	exists (select from ranking_result result where result.ranking_id = ranking.ranking_id) as certified,
	published_at is null as draft,
	exists (select from tally where tally.ranking_id = ranking.ranking_id) as voted,
	ranking.version, entries_version as "entriesVersion", ${micros('starts_at')} as "startKey",
	folded(title) as "titleKey", ${epochMs('lightstick_now()')} as now, site.ticket2gem_ratio as "siteGemsPerVote"`;
const FROM = sql`from ranking cross join site_setting site
	left join ranking_closing closing on closing.ranking_id = ranking.ranking_id
	left join ranking_pause pause on pause.ranking_id = ranking.ranking_id and pause.ended_at is null`;

export const selectRow = (db: Db, rankingKey: string): Promise<ConsoleRow | null> =>
	sql`select ${ROW} ${FROM} where ranking_key = ${rankingKey}`.maybeOne(db);

type RowFilter = Partial<CheckedInputOf<typeof listRankings>['query']>;

/** `after`: sort key and id of the last row of the previous page. */
export function selectRows(db: Db, filter: RowFilter, after: Part[] | null, limit: number): Promise<ConsoleRow[]> {
	const { search = '', ranking_type: type = null, sort } = filter;
	const { order = sort === 'title' ? 'asc' : 'desc' } = filter;
	const columns = [sort === 'title' ? 'folded(title)' : 'starts_at', 'ranking.ranking_id'];
	const last = after && [sort === 'title' ? after[0] : ofMicros(after[0]), after[1]];
	return sql`select ${ROW} ${FROM}
		where (${search} = '' or holds(search_text, ${search}))
			and (${type}::text is null or ranking_type = ${type}) and ${isBehind(columns, order, last)}
		${ordered(columns, order)} limit ${limit}`.all(db);
}

export const ranking: Stored = {
	...rankings,
	table: 'ranking',
	taken: 'ranking_exists',
	write: ({ draft }: { draft?: boolean }) => ({
		draft: undefined,
		published_at: draft === undefined ? undefined : nowIf(!draft),
	}),
};

export const selectSiteGemsPerVote = (db: Db): Promise<number> =>
	sql`select ticket2gem_ratio as ratio from site_setting`.value(db);

/** Returns true if a trace must stay: a public log, a pause, votes, also failed ones, or a standing. */
export function selectHasOpened(tx: Tx, rankingId: number): Promise<boolean> {
	const traces = ['vote_log', 'ranking_pause', 'tally', 'standing_hour', 'failed_vote'];
	const isIn = (table: string) => sql`exists (select from ${raw(table)} where ranking_id = ${rankingId})`;
	return sql`select ${joined(traces.map(isIn), ' or ')}`.value(tx);
}

export async function deleteRanking(tx: Tx, rankingId: number): Promise<void> {
	await sql`delete from translation using ranking where ranking_id = ${rankingId}
		and subject = 'ranking' and subject_id = ranking_key`.run(tx);
	for (const table of ['entry_import', 'ranking_entry', 'standing_snapshot', 'push_rank', 'ranking'])
		await sql`delete from ${raw(table)} where ranking_id = ${rankingId}`.run(tx);
}

export const selectEntries = (db: Db, rankingId: number) =>
	sql`select artist_id, kind, en_name, native_name, native_lang, sub_title, avatar_media_id, fan_color,
			coalesce(counted.tickets, 0) as tickets, coalesce(counted.reached_at, 0) as "reachedAt",
			entry.hidden_at is not null as hidden
		from ranking_entry entry join artist using (artist_id)
		left join ${COUNTED} counted using (ranking_id, artist_id)
		where entry.ranking_id = ${rankingId}`.all<StandingRow & { hidden: boolean }>(db);

export const bumpEntries = (tx: Tx, rankingId: number): Promise<void> =>
	sql`update ranking set entries_version = entries_version + 1 where ranking_id = ${rankingId}`.run(tx);

/** Finds artists by id or by name, as searches compare names. Ids are small; a larger number matches no artist. */
export const selectCandidates = (db: Db, ids: readonly number[], names: readonly string[]): Promise<Candidate[]> =>
	sql`select artist_id as "artistId", en_name as "enName", sub_title as "subTitle",
		hidden_at is not null as hidden
		from artist where artist_id = any(${ids}::integer[]) or folded(en_name) = any(
			(select array_agg(folded(name)) from unnest(${names}::text[]) name)::text[])`.all(db);

// Count months in the site's time zone, whose offset may change within a month. Use the site's current vote price. If
// operators have drafted this month, wait until the last hour for them to publish it. Then the month opens without the
// draft: no month stays without a chart, and only operators publish drafts.
/** With the entries of the month before. Gives its key, or null if there is none to make. */
export const insertNextMonth = (tx: Tx, daysAhead: number, draft: boolean): Promise<string | null> =>
	sql`
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
	), entered as (
		insert into ranking_entry (ranking_id, artist_id)
		select made.ranking_id, artist_id from made cross join latest
			join ranking_entry entry on entry.ranking_id = latest.ranking_id and entry.hidden_at is null
	)
	select ranking_key from made`.maybeValue(tx);

/** A day begins at a later time where clocks are set forward at midnight: there and back, the time is one that exists. */
const existing = (local: string) => localTime(`${local} at time zone timezone`);

/** Proposals for two months in the site's zone, with birthdays, from tomorrow on. */
export const selectProposals = (db: Db): Promise<BirthdayProposal[]> =>
	sql`with held as (
			select month, greatest(month - interval '1 month', date_trunc('day', here) + interval '1 day') as starts
			from (select lightstick_now() at time zone timezone as here from site_setting) site,
				generate_series(1, 2) ahead,
				lateral (select date_trunc('month', here) + make_interval(months => ahead) as month) months
		), proposed as (
			select month, starts, 'birthday-' || lower(to_char(month, 'FMMonth-YYYY')) as ranking_key, (
				select json_agg(json_build_object('artist_id', artist_id, 'en_name', en_name, 'birthday', birthday)
					order by extract(day from birthday), artist_id)
				from artist where kind = 'solo' and hidden_at is null
					and extract(month from birthday) = extract(month from month)
			) as artists
			from held where starts < month
		)
		select to_char(month, 'YYYY-MM') as month, ranking_key,
			to_char(month, 'FMMonth YYYY') || ' Birthdays' as title,
			${existing('starts')} as starts_local, ${existing('month')} as ends_local,
			artists, exists (select from ranking where ranking.ranking_key = proposed.ranking_key) as made
		from proposed cross join site_setting where artists is not null order by month`.all(db);
