/** Turns recorded standings into the lines of a race. Pure. */
import type { Movement, Race, RaceLine } from '#contract/race.ts';
import type { Chart, ListedArtist } from '#contract/rankings.ts';

/** A recorded standing. */
export interface HourRow {
	/** Seconds since the epoch. */
	takenAt: number;
	/** In rank order. */
	artistIds: number[];
	tickets: number[];
}

/** Most standings of one race: a point about every five pixels of a wide chart. */
const POINTS_MAX = 168;
const HOUR_S = 3_600;
/** Lines of a race: more cannot be told apart. */
const LINES_MAX = 10;
const LEADERS = 5;
const MEDALS = 3;

/** Returns the seconds between two points of a race: whole hours, so that every point is a recorded standing. */
export function stepOf(startsAt: number, endsAt: number): number {
	return Math.max(1, Math.ceil((endsAt - startsAt) / HOUR_S / POINTS_MAX)) * HOUR_S;
}

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

/** Leaves the line of one artist, or those of the leaders and of everybody who won a medal on the way. */
export function linesFor(whole: Race, artistId: number | undefined): Race {
	if (artistId !== undefined) return { ...whole, lines: whole.lines.filter(({ artist_id }) => artist_id === artistId) };
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
