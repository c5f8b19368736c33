/** Statements of operators on rankings and their entries. */
import type { RankingType } from '#contract/rankings.ts';
import type { ConsoleRanking } from '#contract/operator/rankings/rankings.ts';
import type { Db, Tx } from '#server/kernel/database.ts';
import type { Part } from '#server/kernel/paging.ts';
import {
	epochMs,
	joined,
	nowIf,
	raw,
	isBehind,
	localTime,
	micros,
	ofMicros,
	ordered,
	row,
	set,
	sql,
	type Sql,
} from '#server/kernel/sql.ts';
import type { RankingState } from '../rules.ts';
import { TOTAL_TICKETS } from '../sql.ts';

export interface ConsoleRow extends RankingState {
	rankingId: number;
	rankingKey: string;
	rankingType: RankingType;
	title: string;
	/** Local time in the site's time zone, to the minute. */
	startsLocal: string;
	endsLocal: string;
	timezone: string;
	gemsPerVote: number;
	votesPerFanMax: number | null;
	reviewHours: number;
	coverMediaId: string | null;
	coverAlt: string;
	coverLinkUrl: string | null;
	artistCount: number;
	totalTickets: number;
	pauseReason: string | null;
	pausedSince: number | null;
	/** Null until it is closed. */
	reviewEndsAt: number | null;
	version: number;
	entriesVersion: number;
	draft: boolean;
	/** True if fans have voted, also if all votes were voided since. */
	voted: boolean;
	/** `starts_at` in microseconds, for cursors. */
	startKey: number;
	titleKey: string;
	/** The database's clock, epoch milliseconds, like the other times. */
	now: number;
	siteGemsPerVote: number;
}

const ROW = sql`ranking.ranking_id as "rankingId", ranking_key as "rankingKey", ranking_type as "rankingType", title,
	${epochMs('starts_at')} as "startsAt", ${epochMs('ends_at')} as "endsAt",
	${localTime('starts_at')} as "startsLocal", ${localTime('ends_at')} as "endsLocal", site.timezone,
	gems_per_vote as "gemsPerVote", votes_per_fan_max as "votesPerFanMax", review_hours as "reviewHours",
	cover_media_id as "coverMediaId", cover_alt as "coverAlt", cover_link_url as "coverLinkUrl",
	(select count(*) from ranking_entry entry
		where entry.ranking_id = ranking.ranking_id and entry.hidden_at is null) as "artistCount",
	${TOTAL_TICKETS} as "totalTickets",
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

export function selectRow(db: Db, rankingKey: string): Promise<ConsoleRow | null> {
	return sql`select ${ROW} ${FROM} where ranking_key = ${rankingKey}`.maybeOne(db);
}

export interface RowFilter {
	search?: string | undefined;
	ranking_type?: RankingType | undefined;
	sort?: 'start' | 'title' | undefined;
	order?: 'asc' | 'desc' | undefined;
}

/** `after`: sort key and id of the last row of the previous page. */
export function selectRows(db: Db, filter: RowFilter, after: Part[] | null, limit: number): Promise<ConsoleRow[]> {
	const { search = '', ranking_type: type = null, sort } = filter;
	const { order = sort === 'title' ? 'asc' : 'desc' } = filter;
	const columns = [sort === 'title' ? 'folded(title)' : 'starts_at', 'ranking.ranking_id'];
	const last = after && [sort === 'title' ? after[0] : ofMicros(after[0]), after[1]];
	return sql`select ${ROW} ${FROM}
		where (${search} = '' or position(folded(${search}) in search_text) > 0)
			and (${type}::text is null or ranking_type = ${type}) and ${isBehind(columns, order, last)}
		${ordered(columns, order)} limit ${limit}`.all(db);
}

/** Returns the keys of rankings that list the artist and have not ended, in the order in which they are locked. */
export function selectListings(tx: Tx, artistId: number): Promise<string[]> {
	return sql`select ranking_key as "rankingKey" from ranking_entry join ranking using (ranking_id)
		where artist_id = ${artistId} and (published_at is null or ends_at > lightstick_now()) order by ranking_id`.column(
		tx,
	);
}

export interface Rules {
	startsLocal: string;
	endsLocal: string;
	gemsPerVote: number;
	votesPerFanMax: number | null;
	reviewHours: number;
}

/** What fans see of a ranking besides its rules, in the names of the contract and of the columns. */
export type Appearance = Pick<ConsoleRanking, 'title' | 'cover_alt' | 'cover_link_url'> & {
	cover_media_id: string | null;
};

export interface Period {
	startsAt: Date;
	endsAt: Date;
}

const columnsOf = ({ gemsPerVote, votesPerFanMax, reviewHours }: Rules, { startsAt, endsAt }: Period) => ({
	starts_at: startsAt,
	ends_at: endsAt,
	gems_per_vote: gemsPerVote,
	votes_per_fan_max: votesPerFanMax,
	review_hours: reviewHours,
});

/** Returns false if the key is taken. */
export function insertRanking(
	tx: Tx,
	rules: Rules,
	period: Period,
	columns: Appearance & { ranking_key: string; ranking_type: RankingType; published_at: Sql | null },
): Promise<boolean> {
	return sql`insert into ranking ${row({ ...columns, ...columnsOf(rules, period) })}
		on conflict do nothing returning ranking_id`.exists(tx);
}

export function updateRules(tx: Tx, rankingId: number, rules: Rules, period: Period): Promise<void> {
	return sql`update ranking set ${set(columnsOf(rules, period))} where ranking_id = ${rankingId}`.run(tx);
}

export function updateAppearance(tx: Tx, rankingId: number, appearance: Appearance): Promise<void> {
	return sql`update ranking set ${set({ ...appearance })}, version = version + 1 where ranking_id = ${rankingId}`.run(
		tx,
	);
}

export function selectSiteGemsPerVote(db: Db): Promise<number> {
	return sql`select ticket2gem_ratio as ratio from site_setting`.value(db);
}

export function updatePublished(tx: Tx, rankingId: number, published: boolean): Promise<void> {
	return sql`update ranking set published_at = ${nowIf(published)}, version = version + 1
		where ranking_id = ${rankingId}`.run(tx);
}

/**
 * Returns true if the ranking has left a trace that must stay: a public log, a pause, votes, also failed ones, or a
 * standing.
 */
export function selectHasOpened(tx: Tx, rankingId: number): Promise<boolean> {
	const traces = ['vote_log', 'ranking_pause', 'tally', 'standing_hour', 'failed_vote'];
	const isIn = (table: string) => sql`exists (select from ${raw(table)} where ranking_id = ${rankingId})`;
	return sql`select ${joined(traces.map(isIn), ' or ')}`.value(tx);
}

/** Waits for whoever is making a card of the ranking. From then on, nobody makes one until the transaction ends. */
export function lockForDeletion(tx: Tx, rankingId: number): Promise<void> {
	return sql`select from ranking where ranking_id = ${rankingId} for update`.run(tx);
}

export function selectHasCard(tx: Tx, rankingId: number): Promise<boolean> {
	return sql`select from rank_entry_config where ranking_id = ${rankingId}`.exists(tx);
}

/** Deletes the ranking with the rows that only prepare it. */
export async function deleteRanking(tx: Tx, rankingId: number): Promise<void> {
	for (const table of ['entry_import', 'ranking_entry', 'standing_snapshot', 'push_rank', 'ranking']) {
		await sql`delete from ${raw(table)} where ranking_id = ${rankingId}`.run(tx);
	}
}
