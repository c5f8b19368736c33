/** Every statement on rankings and standings. */
import type { RankingType } from '#contract/rankings.ts';
import { maybeOne, one, type Db } from '#server/kernel/database.ts';
import { epochMs } from '#server/kernel/epoch.ts';
import type { RankingState, Standing } from './rules.ts';

export interface RankingRow extends RankingState {
	rankingId: number;
	rankingKey: string;
	rankingType: RankingType;
	title: string;
	gemsPerVote: number;
	coverMediaId: string | null;
	coverAlt: string;
	coverLinkUrl: string | null;
	/** The database's clock when the row was read, in epoch milliseconds. */
	now: number;
}

/** Drafts are hidden from fans: every statement for fans includes this condition. */
export const PUBLISHED = 'ranking.published_at is not null';

const RANKING = `ranking.ranking_id as "rankingId", ranking_key as "rankingKey", ranking_type as "rankingType", title,
	gems_per_vote as "gemsPerVote", cover_media_id as "coverMediaId", cover_alt as "coverAlt",
	cover_link_url as "coverLinkUrl", ${epochMs('starts_at')} as "startsAt", ${epochMs('ends_at')} as "endsAt",
	exists (select from ranking_pause pause where pause.ranking_id = ranking.ranking_id and pause.ended_at is null) as paused,
	exists (select from ranking_closing closing where closing.ranking_id = ranking.ranking_id) as closed,
	exists (select from ranking_result result where result.ranking_id = ranking.ranking_id) as certified,
	${epochMs('lightstick_now()')} as now`;

export function selectRanking(db: Db, rankingKey: string): Promise<RankingRow | null> {
	return maybeOne<RankingRow>(db, {
		name: 'select_ranking',
		text: `select ${RANKING} from ranking where ranking_key = $1 and ${PUBLISHED}`,
		values: [rankingKey],
	});
}

/** Returns the key of the current monthly ranking: the one that began last. */
export async function selectCurrentMonthlyKey(db: Db): Promise<string | null> {
	const row = await maybeOne<{ rankingKey: string }>(db, {
		name: 'select_current_monthly',
		text: `select ranking_key as "rankingKey" from ranking
			where ranking_type = 'monthly' and starts_at <= lightstick_now() and ${PUBLISHED}
			order by starts_at desc limit 1`,
	});
	return row?.rankingKey ?? null;
}

export interface StandingRow extends Standing {
	kind: 'solo' | 'group' | 'song';
	enName: string;
	nativeName: string | null;
	nativeLang: string | null;
	subTitle: string | null;
	avatarMediaId: string | null;
	fanColor: string | null;
}

export const ARTIST_COLUMNS = `artist.artist_id as "artistId", kind, en_name as "enName", native_name as "nativeName",
	native_lang as "nativeLang", sub_title as "subTitle", avatar_media_id as "avatarMediaId", fan_color as "fanColor"`;

export interface CountedRow extends StandingRow {
	/** Leaves that the ranking's log holds at the moment of the count: the same in every row. Null without a log. */
	logSize: number | null;
	/** Version of the count: see contract/values/chart-version.ts. The same in every row. Null without votes. */
	version: string | null;
}

/** The sums of every artist with votes: see `standing`. */
export const COUNTED = `(
		select ranking_id, counted.* from standing
		cross join unnest(artist_ids, tickets, reached_at) as counted (artist_id, tickets, reached_at)
	)`;
/** Tickets of the whole ranking. */
export const TOTAL_TICKETS = `coalesce((
		select total from standing where standing.ranking_id = ranking.ranking_id
	), 0)`;
const VERSION = '(select version from standing where ranking_id = $1) as version';

/** Returns the listed artists of a running or provisional ranking with their tickets, unsorted. */
export function selectStandings(db: Db, rankingId: number): Promise<CountedRow[]> {
	return db.query<CountedRow>({
		name: 'select_standings',
		text: `select ${ARTIST_COLUMNS}, coalesce(counted.tickets, 0) as tickets, coalesce(counted.reached_at, 0) as "reachedAt",
				(select log_size from standing where ranking_id = $1) as "logSize", ${VERSION}
			from ranking_entry entry
			join artist on artist.artist_id = entry.artist_id
			left join ${COUNTED} counted on counted.ranking_id = $1 and counted.artist_id = entry.artist_id
			where entry.ranking_id = $1 and entry.hidden_at is null`,
		values: [rankingId],
	});
}

/**
 * Returns the latest certified list. `reachedAt` is the rank, so that sorting keeps the order. `logSize` is null until the
 * log holds the result.
 */
export function selectResult(db: Db, rankingId: number): Promise<CountedRow[]> {
	return db.query<CountedRow>({
		name: 'select_result',
		text: `select ${ARTIST_COLUMNS}, final.tickets, final.rank as "reachedAt",
				(select size from vote_log where ranking_id = $1 and certified_at is not null) as "logSize",
				${VERSION}
			from ranking_result_entry final
			join artist on artist.artist_id = final.artist_id
			where final.ranking_id = $1`,
		values: [rankingId],
	});
}

export interface TopRow extends StandingRow {
	rankingId: number;
	rank: number;
}

/** Returns the first three of each ended ranking, from its certified result, or from its standing until there is one. */
export function selectTopThree(db: Db, rankingIds: readonly number[]): Promise<TopRow[]> {
	return db.query<TopRow>({
		name: 'select_top_three',
		text: `with wanted as (
				select ranking_id, exists (
						select from ranking_result result where result.ranking_id = asked.ranking_id
					) as certified
				from unnest($1::integer[]) as asked (ranking_id)
			)
			select wanted.ranking_id as "rankingId", final.rank, ${ARTIST_COLUMNS}, final.tickets, final.rank::bigint as "reachedAt"
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
			order by 1, 2`,
		values: [rankingIds],
	});
}

interface Page {
	offset: number;
	limit: number;
	type: RankingType | null;
}

export interface EndedRow extends RankingRow {
	artistCount: number;
}

export interface ListedRanking extends EndedRow {
	totalTickets: number;
}

const ARTIST_COUNT = `(select count(*) from ranking_entry entry
		where entry.ranking_id = ranking.ranking_id and entry.hidden_at is null) as "artistCount"`;
const COUNTS = `${ARTIST_COUNT},
	${TOTAL_TICKETS} as "totalTickets"`;

export function selectRankings(db: Db, { offset, limit, type }: Page): Promise<ListedRanking[]> {
	return db.query<ListedRanking>({
		text: `select ${RANKING}, ${COUNTS} from ranking where ($1::text is null or ranking_type = $1) and ${PUBLISHED}
			order by starts_at desc, ranking.ranking_id desc offset $2 limit $3`,
		values: [type, offset, limit],
	});
}

const HAS_ENDED = `(ends_at <= lightstick_now() or exists (
	select from ranking_closing closing where closing.ranking_id = ranking.ranking_id))`;

/** Returns ended rankings, latest first. */
export function selectEndedRankings(
	db: Db,
	{ type, most }: { type: RankingType | null; most: number },
): Promise<EndedRow[]> {
	return db.query<EndedRow>({
		name: 'select_ended_rankings',
		text: `select ${RANKING}, ${ARTIST_COUNT} from ranking
			where ${HAS_ENDED} and ${PUBLISHED} and ($1::text is null or ranking_type = $1)
			order by ends_at desc, ranking.ranking_id desc limit $2`,
		values: [type, most],
	});
}

export async function countRankings(db: Db, type: RankingType | null): Promise<number> {
	const row = await one<{ total: number }>(db, {
		text: `select count(*) as total from ranking where ($1::text is null or ranking_type = $1) and ${PUBLISHED}`,
		values: [type],
	});
	return row.total;
}
