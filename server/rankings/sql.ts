/** Every statement on rankings and standings. */
import type { ListedArtist, RankingConfig, RankingType } from '#contract/rankings.ts';
import { type Db, epochMs, raw, sql, type Sql } from '#server/kernel/database.ts';
import type { NamedArtistRow, RankingState, Standing } from './rules.ts';

type Told = 'ranking_key' | 'ranking_type' | 'title' | 'ticket2gem_ratio' | 'cover_alt' | 'cover_link_url';

export interface RankingRow extends RankingState, Pick<RankingConfig, Told> {
	rankingId: number;
	cover_media_id: string | null;
	/** The database's clock when the row was read, in epoch milliseconds. */
	now: number;
}

/** Drafts are hidden from fans: every statement for fans includes this condition. */
export const PUBLISHED = sql`ranking.published_at is not null`;

const RANKING = sql`ranking.ranking_id as "rankingId", ranking_key, ranking_type, title,
	gems_per_vote as ticket2gem_ratio, cover_media_id, cover_alt, cover_link_url,
	${epochMs('starts_at')} as "startsAt", ${epochMs('ends_at')} as "endsAt",
	exists (select from ranking_pause pause where pause.ranking_id = ranking.ranking_id and pause.ended_at is null) as paused,
	exists (select from ranking_closing closing where closing.ranking_id = ranking.ranking_id) as closed,
	exists (select from ranking_result result where result.ranking_id = ranking.ranking_id) as certified,
	${epochMs('lightstick_now()')} as now`;

export const selectRanking = (db: Db, rankingKey: string): Promise<RankingRow | null> =>
	sql`select ${RANKING} from ranking where ranking_key = ${rankingKey} and ${PUBLISHED}`
		.prepared('select_ranking')
		.maybeOne(db);

/** Returns the key of the current monthly ranking: the one that began last. */
export const selectCurrentMonthlyKey = (db: Db): Promise<string | null> =>
	sql`select ranking_key as "rankingKey" from ranking
		where ranking_type = 'monthly' and starts_at <= lightstick_now() and ${PUBLISHED}
		order by starts_at desc limit 1`
		.prepared('select_current_monthly')
		.maybeValue(db);

export type StandingRow = Standing & NamedArtistRow & Pick<ListedArtist, 'sub_title'>;

const artistColumns = (names: string): Sql => sql`artist.artist_id, kind, ${raw(names)}.en_name,
	${raw(names)}.native_name, ${raw(names)}.native_lang,
	${raw(names)}.sub_title, avatar_media_id, fan_color,
	artist.hidden_at is not null as hidden`;

export const ARTIST_COLUMNS = artistColumns('artist');
/** Of a certified result: the names are those of the day. */
const RESULT_COLUMNS = artistColumns('final');

export type CountedRow = StandingRow & {
	/** Leaves that the ranking's log holds at the moment of the count: the same in every row. Null without a log. */
	logSize: number | null;
	/** Version of the count: see contract/values/chart-version.ts. The same in every row. Null without votes. */
	version: string | null;
	/** Null in rankings of another type, and in results. */
	birthday: string | null;
};

/** The sums of every artist with votes: see `standing`. */
export const COUNTED = sql`(
		select ranking_id, counted.* from standing
		cross join unnest(artist_ids, tickets, reached_at) as counted (artist_id, tickets, reached_at)
	)`;
/** Tickets of the whole ranking. */
export const TOTAL_TICKETS = sql`coalesce((
		select total from standing where standing.ranking_id = ranking.ranking_id
	), 0)`;
const versionOf = (rankingId: number) => sql`(select version from standing where ranking_id = ${rankingId}) as version`;

/** Returns the listed artists of a running or provisional ranking with their tickets, unsorted. */
export const selectStandings = (db: Db, rankingId: number): Promise<CountedRow[]> =>
	sql`select ${ARTIST_COLUMNS}, coalesce(counted.tickets, 0) as tickets,
			coalesce(counted.reached_at, 0) as "reachedAt",
			(select log_size from standing where ranking_id = ${rankingId}) as "logSize", ${versionOf(rankingId)},
			case (select ranking_type from ranking where ranking_id = ${rankingId})
				when 'birthday' then birthday end as birthday
		from ranking_entry entry
		join artist on artist.artist_id = entry.artist_id
		left join ${COUNTED} counted on counted.ranking_id = ${rankingId} and counted.artist_id = entry.artist_id
		where entry.ranking_id = ${rankingId} and entry.hidden_at is null`
		.prepared('select_standings')
		.all(db);

/** The latest certified list, in the order of ranks (`reachedAt`). `logSize`: null until the log holds the result. */
export const selectResult = (db: Db, rankingId: number): Promise<CountedRow[]> =>
	sql`select ${RESULT_COLUMNS}, final.tickets, final.rank as "reachedAt",
			(select size from vote_log where ranking_id = ${rankingId} and certified_at is not null) as "logSize",
			${versionOf(rankingId)}, null::date as birthday
		from ranking_result_entry final
		join artist on artist.artist_id = final.artist_id
		where final.ranking_id = ${rankingId}`
		.prepared('select_result')
		.all(db);

export const selectTopThree = (db: Db, rankingIds: readonly number[]) =>
	sql`with wanted as (
			select ranking_id, exists (
					select from ranking_result result where result.ranking_id = asked.ranking_id
				) as certified
			from unnest(${rankingIds}::integer[]) as asked (ranking_id)
		)
		select wanted.ranking_id as "rankingId", final.rank, ${RESULT_COLUMNS}, final.tickets,
			final.rank::bigint as "reachedAt"
		from wanted join ranking_result_entry final using (ranking_id) join artist using (artist_id)
		where final.rank <= 3
		union all
		select wanted.ranking_id, standing.rank, ${ARTIST_COLUMNS}, standing.tickets, standing.reached_at
		from wanted cross join lateral (
			select counted.*, row_number() over (order by tickets desc, reached_at, artist_id)::integer as rank
			from (
				select entry.artist_id, coalesce(tickets, 0) as tickets, coalesce(reached_at, 0) as reached_at
				from ranking_entry entry left join ${COUNTED} counted
					on counted.ranking_id = wanted.ranking_id and counted.artist_id = entry.artist_id
				where entry.ranking_id = wanted.ranking_id and entry.hidden_at is null
			) counted
		) standing join artist using (artist_id)
		where not wanted.certified and standing.rank <= 3
		order by 1, 2`
		.prepared('select_top_three')
		.all<StandingRow & { rankingId: number; rank: number }>(db);

type EndedRow = RankingRow & { artist_count: number };

const ARTIST_COUNT = sql`(select count(*) from ranking_entry entry
		where entry.ranking_id = ranking.ranking_id and entry.hidden_at is null) as artist_count`;

export const selectRankings = (
	db: Db,
	{ offset, limit, type }: { offset: number; limit: number; type: RankingType | null },
): Promise<(EndedRow & { total_tickets: number })[]> =>
	sql`select ${RANKING}, ${ARTIST_COUNT}, ${TOTAL_TICKETS} as total_tickets from ranking
		where (${type}::text is null or ranking_type = ${type}) and ${PUBLISHED}
		order by starts_at desc, ranking.ranking_id desc offset ${offset} limit ${limit}`.all(db);

const HAS_ENDED = sql`(ends_at <= lightstick_now() or exists (
	select from ranking_closing closing where closing.ranking_id = ranking.ranking_id))`;

export const selectEndedRankings = (db: Db, { type, most }: { type: RankingType | null; most: number }) =>
	sql`select ${RANKING}, ${ARTIST_COUNT} from ranking
		where ${HAS_ENDED} and ${PUBLISHED} and (${type}::text is null or ranking_type = ${type})
		order by ends_at desc, ranking.ranking_id desc limit ${most}`
		.prepared('select_ended_rankings')
		.all<EndedRow>(db);

export const countRankings = (db: Db, type: RankingType | null): Promise<number> =>
	sql`select count(*) as total from ranking where (${type}::text is null or ranking_type = ${type})
		and ${PUBLISHED}`.value(db);
