/** Statements of operators on rankings and their entries. */
import type { RankingType } from '#contract/rankings.ts';
import { type ConsoleRanking, rankings } from '#contract/operator/rankings/rankings.ts';
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
	sql,
} from '#server/kernel/sql.ts';
import type { Stored } from '#server/resources/table.ts';
import type { RankingState } from '../rules.ts';
import { TOTAL_TICKETS } from '../sql.ts';

type Derived = 'status' | 'stage' | 'start_time' | 'end_time' | 'cover' | 'frozen' | 'can_unpublish' | 'pause';

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
	/** `starts_at` in microseconds, for cursors. */
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
		where (${search} = '' or holds(search_text, ${search}))
			and (${type}::text is null or ranking_type = ${type}) and ${isBehind(columns, order, last)}
		${ordered(columns, order)} limit ${limit}`.all(db);
}

/** Returns the keys of rankings that list the artist and have not ended, in the order in which they are locked. */
export function selectListings(tx: Tx, artistId: number): Promise<string[]> {
	return sql`select ranking_key as "rankingKey" from ranking_entry join ranking using (ranking_id)
		where artist_id = ${artistId} and (published_at is null or ends_at > lightstick_now())
		order by ranking_id`.column(tx);
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

export function selectSiteGemsPerVote(db: Db): Promise<number> {
	return sql`select ticket2gem_ratio as ratio from site_setting`.value(db);
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
