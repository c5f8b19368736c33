/** The race: standings by the hour. A job records them, and so does the certification of a result. */
import { type Db, type Tx, epochSeconds, sql } from '#server/kernel/database.ts';
import { COUNTED, PUBLISHED } from '../sql.ts';
import type { Movement, Race, RaceLine } from '#contract/race.ts';
import type { Chart, ListedArtist } from '#contract/rankings.ts';

const CLOSED = sql`exists (select from ranking_closing closing where closing.ranking_id = ranking.ranking_id)`;
/** True if the standing includes every vote of a ranking that takes no more. */
const SUMMED = sql`(select coalesce(sum(batches), 0) from tally_slot slot where slot.ranking_id = ranking.ranking_id)
	= (select batches from standing where standing.ranking_id = ranking.ranking_id)`;

/** Records the last full hour, or the end, of rankings that lack it. Without votes no row. A late call catches up. */
export const recordHours = (db: Db): Promise<void> =>
	sql`with present as (
			select lightstick_now() as at
		), moment as (
			select ranking.*, ends_at <= at as ended,
				-- Of the site's clock: where it is half an hour apart, its midnight is no full hour elsewhere.
				case when ends_at <= at then ends_at else date_trunc('hour', at, (select timezone from site_setting)) end as taken_at
			from ranking cross join present
		), due as (
			select ranking_id, taken_at, ended from moment ranking
			where ${PUBLISHED} and starts_at < taken_at and (not ended or (${CLOSED} and ${SUMMED}))
				and not exists (select from standing_hour hour
					where hour.ranking_id = ranking.ranking_id and hour.taken_at = ranking.taken_at)
		), now_standing as (
			select ranking_id, taken_at, ended,
				array_agg(artist_id order by counted.tickets desc, reached_at, artist_id) as artist_ids,
				array_agg(counted.tickets order by counted.tickets desc, reached_at, artist_id) as tickets
			from due join ${COUNTED} counted using (ranking_id) join ranking_entry entry using (ranking_id, artist_id)
			where entry.hidden_at is null and counted.tickets > 0 group by ranking_id, taken_at, ended
		)
		insert into standing_hour (ranking_id, taken_at, artist_ids, tickets)
		select ranking_id, taken_at, artist_ids, tickets from now_standing
		where ended or (artist_ids, tickets) is distinct from (
			select row(before.artist_ids, before.tickets) from standing_hour before
			where before.ranking_id = now_standing.ranking_id order by before.taken_at desc limit 1)
		on conflict do nothing`.run(db);

/** Writes the certified list as the last standing of the race, in the transaction that certifies it. */
export const recordResult = (tx: Tx, rankingId: number): Promise<void> =>
	sql`insert into standing_hour (ranking_id, taken_at, artist_ids, tickets)
		select ranking_id, ends_at, array_agg(artist_id order by rank), array_agg(tickets order by rank)
		from ranking_result_entry final join ranking using (ranking_id)
		where ranking_id = ${rankingId} and tickets > 0
		group by ranking_id, ends_at
		on conflict (ranking_id, taken_at) do update
			set artist_ids = excluded.artist_ids, tickets = excluded.tickets`.run(tx);

const HOUR_ROW = sql`${epochSeconds('taken_at')} as "takenAt", artist_ids as "artistIds", tickets`;

export const selectHours = (db: Db, rankingId: number, stepSeconds: number): Promise<HourRow[]> =>
	sql`select distinct on (step) ${HOUR_ROW},
		ceil(extract(epoch from taken_at - starts_at) / ${stepSeconds}::integer) as step
		from standing_hour join ranking using (ranking_id) where ranking_id = ${rankingId}
			order by step, taken_at desc`
		.prepared('select_hours')
		.all<HourRow & { step: number }>(db);

export const selectMidnight = (db: Db, rankingId: number): Promise<HourRow[]> =>
	sql`select ${HOUR_ROW} from standing_hour cross join site_setting site
		where ranking_id = ${rankingId}
			and taken_at <= date_trunc('day', lightstick_now() at time zone site.timezone) at time zone site.timezone
		order by taken_at desc limit 1`
		.prepared('select_midnight')
		.all(db);

/** Returns the standings of a ranking that a plot of its race shows, the earliest first; null if it was deleted. */
export async function readRankHours(db: Db, rankingId: number): Promise<HourRow[] | null> {
	const period = await sql`select ${epochSeconds('starts_at')} as "startsAt", ${epochSeconds('ends_at')} as "endsAt"
		from ranking where ranking_id = ${rankingId}`.maybeOne<{ startsAt: number; endsAt: number }>(db);
	return period && selectHours(db, rankingId, stepOf(period.startsAt, period.endsAt));
}

interface HourRow {
	takenAt: number;
	artistIds: number[];
	tickets: number[];
}

/** Most standings of one race: a point about every five pixels of a wide chart. */
const POINTS_MAX = 168;
const HOUR_S = 3_600;
/** Lines of a race: more cannot be told apart. */
const LINES_MAX = 10;
const LEADERS = 5;
/** Ranks above an artist, and below, whose lines are shown with theirs. */
const AROUND = 2;
const MEDALS = 3;

export const stepOf = (startsAt: number, endsAt: number): number =>
	Math.max(1, Math.ceil((endsAt - startsAt) / HOUR_S / POINTS_MAX)) * HOUR_S;

/** Hidden artists are not in the chart: their lines are left out, and those below them move up. */
export function raceOf({ artist_list: list, ranking_config: ranking }: Chart, rows: readonly HourRow[]): Race {
	const listed = new Set(list.map(({ artist_id }) => artist_id));
	const shown = rows.map((row) => withoutHidden(row, listed));
	const raced = new Set(shown.flatMap(({ artistIds }) => artistIds));
	return {
		ranking_key: ranking.ranking_key,
		start_time: ranking.start_time,
		end_time: ranking.end_time,
		times: shown.map(({ takenAt }) => takenAt),
		lines: list.filter(({ artist_id }) => raced.has(artist_id)).map((artist) => lineOf(artist, shown)),
	};
}

/** Leaves an artist between those around them, or the leaders and everybody who won a medal on the way. */
export function linesFor(whole: Race, artistId: number | undefined): Race {
	if (artistId !== undefined) {
		const place = whole.lines.findIndex(({ artist_id }) => artist_id === artistId);
		const lines = place < 0 ? [] : whole.lines.slice(Math.max(0, place - AROUND), place + AROUND + 1);
		return { ...whole, lines };
	}
	const leading = whole.lines.slice(0, LEADERS);
	const others = whole.lines
		.slice(LEADERS)
		.filter(({ ranks }) => ranks.some((rank) => rank !== null && rank <= MEDALS));
	return { ...whole, lines: [...leading, ...others].slice(0, LINES_MAX) };
}

/** A ranking that has ended moves no more, and one that opened today has nothing to compare with. */
export function movementOf({ artist_list: list, ranking_config }: Chart, [row]: readonly HourRow[]): Movement {
	if (!row || ranking_config.status === 'ended') return { since: null, ranks: [] };
	const { artistIds } = withoutHidden(row, new Set(list.map(({ artist_id }) => artist_id)));
	return { since: row.takenAt, ranks: artistIds.map((artistId, index) => [artistId, index + 1]) };
}

function withoutHidden({ takenAt, artistIds, tickets }: HourRow, listed: ReadonlySet<number>): HourRow {
	const shown = artistIds.map((artistId, index) => ({ artistId, tickets: tickets[index] ?? 0 }));
	const kept = shown.filter(({ artistId }) => listed.has(artistId));
	return { takenAt, artistIds: kept.map(({ artistId }) => artistId), tickets: kept.map((one) => one.tickets) };
}

function lineOf(artist: ListedArtist, rows: readonly HourRow[]): RaceLine {
	const { artist_id, en_name, native_name, native_lang, fan_color } = artist;
	const places = rows.map(({ artistIds }) => artistIds.indexOf(artist_id));
	return {
		artist_id,
		en_name,
		native_name,
		native_lang,
		fan_color,
		tickets: places.map((place, index) => rows[index]?.tickets[place] ?? 0),
		ranks: places.map((place) => (place === -1 ? null : place + 1)),
	};
}
