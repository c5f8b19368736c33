import type { Race, RaceLine } from '#contract/race.ts';
import type { Chart } from '#contract/rankings.ts';

export type Measure = 'votes' | 'ranks';

export const PLANE = { width: 1000, height: 400 };

export type Plot = ReturnType<typeof plotOf>;

/** The first place is at the top. One artist alone still has a rank above and below to stand between. */
export function plotOf({ start_time: start, times, lines }: Race, measure: Measure) {
	const length = Math.max(1, (times.at(-1) ?? start) - start);
	const places = times.map((time) => (time - start) / length);
	const values = lines.map((line) => valuesOf(line, measure));
	const numbers = values.flat().filter((value) => value !== null);
	const most = Math.max(1, ...numbers);
	// From the bottom of the plane to its top, in votes or ranks.
	const axis = measure === 'votes' ? { bottom: 0, top: most } : { bottom: Math.max(most, 3), top: 1 };
	const height = (value: number) => (value - axis.bottom) / (axis.top - axis.bottom);
	return { axis, places, paths: values.map((line) => pathOf(line, places, height, measure === 'votes')) };
}

/** Adds the standing of now, which the hours do not hold yet. */
export function withNow(race: Race, { artist_list: list, ranking_config }: Chart, seconds: number): Race {
	if (ranking_config.status !== 'ongoing' || seconds <= (race.times.at(-1) ?? 0)) return race;
	const lines = race.lines.map((line) => {
		const now = list.find(({ artist_id }) => artist_id === line.artist_id);
		const tickets = now?.tickets ?? line.tickets.at(-1) ?? 0;
		return {
			...line,
			tickets: [...line.tickets, tickets],
			ranks: [...line.ranks, tickets > 0 ? (now?.rank ?? null) : null],
		};
	});
	return { ...race, times: [...race.times, seconds], lines };
}

/** True for an artist outside of the leaders, who stand in the race because they were among the first three once. */
export function isGuest({ lines }: Race, line: RaceLine): boolean {
	const last = (one: RaceLine) => one.ranks.at(-1) ?? Infinity;
	return last(line) > lines.filter((one) => last(one) <= last(line)).length;
}

export const valuesOf = (line: RaceLine, measure: Measure): (number | null)[] =>
	measure === 'votes' ? line.tickets : line.ranks;

/** Votes begin with none at the opening; a rank begins with the first vote. */
function pathOf(
	values: readonly (number | null)[],
	places: readonly number[],
	height: (value: number) => number,
	fromStart: boolean,
): string {
	const points = values.flatMap((value, index) =>
		value === null ? [] : [[places[index] ?? 0, height(value)] as const],
	);
	const drawn = fromStart && points.length > 0 ? [[0, 0] as const, ...points] : points;
	const [only] = drawn;
	// A line of one point is not drawn at all: it gets the length of a dot.
	const visible = only && drawn.length === 1 ? [only, [only[0] + 0.001, only[1]] as const] : drawn;
	return visible
		.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${round(x * PLANE.width)} ${round((1 - y) * PLANE.height)}`)
		.join('');
}

const round = (value: number) => Math.round(value * 10) / 10;

export function orderAt(lines: readonly RaceLine[], index: number): RaceLine[] {
	const rankOf = (line: RaceLine) => line.ranks[index] ?? Infinity;
	return lines.toSorted((one, other) => rankOf(one) - rankOf(other) || one.artist_id - other.artist_id);
}

/** Indexes of the last time of each day, for a table that a person can read. */
export const lastOfDays = (times: readonly number[], dayOf: (seconds: number) => string): number[] =>
	times.flatMap((time, index) => {
		const next = times[index + 1];
		return next === undefined || dayOf(next) !== dayOf(time) ? [index] : [];
	});
