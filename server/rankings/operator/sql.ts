/** Statements of operators on rankings and their entries. */
import type { RankingType } from '#contract/rankings.ts';
import { maybeOne, one, namedStatement, type Db, type Tx } from '#server/kernel/database.ts';
import { epochMs } from '#server/kernel/epoch.ts';
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

const local = (column: string) => `to_char(${column} at time zone site.timezone, 'YYYY-MM-DD"T"HH24:MI')`;

const ROW = `ranking.ranking_id as "rankingId", ranking_key as "rankingKey", ranking_type as "rankingType", title,
	${epochMs('starts_at')} as "startsAt", ${epochMs('ends_at')} as "endsAt",
	${local('starts_at')} as "startsLocal", ${local('ends_at')} as "endsLocal", site.timezone,
	gems_per_vote as "gemsPerVote", votes_per_fan_max as "votesPerFanMax", review_hours as "reviewHours",
	cover_media_id as "coverMediaId", cover_alt as "coverAlt", cover_link_url as "coverLinkUrl",
	(select count(*) from ranking_entry entry
		where entry.ranking_id = ranking.ranking_id and entry.hidden_at is null) as "artistCount",
	${TOTAL_TICKETS} as "totalTickets",
	pause.reason as "pauseReason", ${epochMs('pause.paused_at')} as "pausedSince", pause.reason is not null as paused,
	exists (select from ranking_closing closing where closing.ranking_id = ranking.ranking_id) as closed,
	exists (select from ranking_result result where result.ranking_id = ranking.ranking_id) as certified,
	published_at is null as draft,
	exists (select from tally where tally.ranking_id = ranking.ranking_id) as voted, ranking.version, entries_version as "entriesVersion", (extract(epoch from starts_at) * 1000000)::bigint as "startKey",
	lower(title) as "titleKey", ${epochMs('lightstick_now()')} as now, site.ticket2gem_ratio as "siteGemsPerVote"`;
const FROM = `from ranking cross join site_setting site
	left join ranking_pause pause on pause.ranking_id = ranking.ranking_id and pause.ended_at is null`;

export function selectRow(db: Db, rankingKey: string): Promise<ConsoleRow | null> {
	return maybeOne<ConsoleRow>(db, { text: `select ${ROW} ${FROM} where ranking_key = $1`, values: [rankingKey] });
}

export interface RowFilter {
	search: string;
	type: RankingType | null;
	sort: 'start' | 'title';
	order: 'asc' | 'desc';
	/** Sort key and id of the last row of the previous page. */
	after: readonly [string | number, number] | null;
	limit: number;
}

export function selectRows(db: Db, { search, type, sort, order, after, limit }: RowFilter): Promise<ConsoleRow[]> {
	const key = sort === 'title' ? 'lower(title)' : '(extract(epoch from starts_at) * 1000000)::bigint';
	const kind = sort === 'title' ? 'text' : 'bigint';
	const beyond = order === 'asc' ? '>' : '<';
	return db.query<ConsoleRow>({
		text: `select ${ROW} ${FROM}
			where ($1 = '' or position(lower($1) in lower(title || ' ' || ranking_key)) > 0)
				and ($2::text is null or ranking_type = $2)
				and ($3::${kind} is null or (${key}, ranking.ranking_id) ${beyond} ($3, $4::integer))
			order by ${key} ${order}, ranking.ranking_id ${order} limit $5`,
		values: [search, type, after?.[0] ?? null, after?.[1] ?? null, limit],
	});
}

/** Returns the keys of rankings that list the artist and have not ended, in the order in which they are locked. */
export async function selectListings(tx: Tx, artistId: number): Promise<string[]> {
	const rows = await tx.query<{ rankingKey: string }>({
		text: `select ranking_key as "rankingKey" from ranking_entry join ranking using (ranking_id)
			where artist_id = $1 and (published_at is null or ends_at > lightstick_now()) order by ranking_id`,
		values: [artistId],
	});
	return rows.map(({ rankingKey }) => rankingKey);
}

export interface Rules {
	startsLocal: string;
	endsLocal: string;
	gemsPerVote: number;
	votesPerFanMax: number | null;
	reviewHours: number;
}

export interface Looks {
	title: string;
	coverMediaId: string | null;
	coverAlt: string;
	coverLinkUrl: string | null;
}

const INSERT_RANKING = namedStatement`insert into ranking (ranking_key, ranking_type, title,
		starts_at, ends_at,
		gems_per_vote, votes_per_fan_max, review_hours, cover_media_id, cover_alt, cover_link_url,
		published_at)
	select ${'rankingKey'}, ${'rankingType'}, ${'title'},
		${'startsLocal'}::timestamp at time zone timezone, ${'endsLocal'}::timestamp at time zone timezone,
		${'gemsPerVote'}, ${'votesPerFanMax'}, ${'reviewHours'}, ${'coverMediaId'}, ${'coverAlt'}, ${'coverLinkUrl'},
		case when not ${'draft'} then lightstick_now() end
	from site_setting on conflict do nothing returning ranking_id`;

/** Returns false if the key is taken. */
export async function insertRanking(
	tx: Tx,
	made: Rules & Looks & { rankingKey: string; rankingType: RankingType; draft: boolean },
): Promise<boolean> {
	return (await maybeOne(tx, INSERT_RANKING(made))) !== null;
}

/** Returns the start and end of a period in the site's time zone, and the current time, in epoch milliseconds. */
export function selectPeriod(tx: Tx, { startsLocal, endsLocal }: Pick<Rules, 'startsLocal' | 'endsLocal'>) {
	return one<{ startsAt: number; endsAt: number; now: number }>(tx, {
		text: `select ${epochMs('$1::timestamp at time zone timezone')} as "startsAt",
			${epochMs('$2::timestamp at time zone timezone')} as "endsAt", ${epochMs('lightstick_now()')} as now
			from site_setting`,
		values: [startsLocal, endsLocal],
	});
}

export async function updateRules(tx: Tx, rankingId: number, rules: Rules): Promise<void> {
	const { startsLocal, endsLocal, gemsPerVote, votesPerFanMax, reviewHours } = rules;
	await tx.query({
		text: `update ranking set starts_at = $2::timestamp at time zone timezone, ends_at = $3::timestamp at time zone timezone,
				gems_per_vote = $4, votes_per_fan_max = $5, review_hours = $6
			from site_setting where ranking_id = $1`,
		values: [rankingId, startsLocal, endsLocal, gemsPerVote, votesPerFanMax, reviewHours],
	});
}

export async function updateLooks(tx: Tx, rankingId: number, looks: Looks): Promise<void> {
	const { title, coverMediaId, coverAlt, coverLinkUrl } = looks;
	await tx.query({
		text: `update ranking set title = $2, cover_media_id = $3, cover_alt = $4, cover_link_url = $5, version = version + 1
			where ranking_id = $1`,
		values: [rankingId, title, coverMediaId, coverAlt, coverLinkUrl],
	});
}

export async function selectSiteGemsPerVote(db: Db): Promise<number> {
	const { ratio } = await one<{ ratio: number }>(db, { text: 'select ticket2gem_ratio as ratio from site_setting' });
	return ratio;
}
