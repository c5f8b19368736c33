/** Rows of the facts as series of a picture. */
import type { Facts } from './facts.ts';
import type { Series } from './svg.ts';

const SHOWN_ARTISTS = 8;
const COLORS = ['#8c6bff', '#2fb8a8', '#f0883e', '#e5538a', '#4d9bff', '#c9a227', '#7a8699', '#b5523b', '#5c9e31'];
const colorAt = (index: number): string => COLORS[index % COLORS.length] ?? '#888888';

export const votesByDay = ({ votesByHour, size }: Facts): number[] =>
	Array.from({ length: size.days }, (_, day) =>
		votesByHour.slice(day * 24, day * 24 + 24).reduce((sum, votes) => sum + votes, 0),
	);

/** The artists with most tickets, each in the color of their fans. */
export function raceSeries({ race }: Facts): Series[] {
	const last = ({ tickets }: Facts['race'][number]) => tickets.at(-1) ?? 0;
	return race
		.toSorted((one, other) => last(other) - last(one))
		.slice(0, SHOWN_ARTISTS)
		.map(({ name, color, tickets }) => ({ name, color, values: tickets }));
}

export function gemSeries({ gemsByDay, size }: Facts): Series[] {
	const kinds = [...new Set(gemsByDay.map(({ kind }) => kind))].toSorted();
	return kinds.map((kind, index) => {
		const byDay = new Map(gemsByDay.filter((row) => row.kind === kind).map(({ day, gems }) => [day, gems]));
		const values = Array.from({ length: size.days + 2 }, (_, day) => byDay.get(day) ?? 0);
		return { name: kind.replaceAll('_', ' '), color: colorAt(index), values };
	});
}

export function refusalSeries({ refusals }: Facts): Series[] {
	const slugs = [...new Set(refusals.flatMap((day) => Object.keys(day)))].toSorted();
	return slugs.map((slug, index) => ({
		name: slug.replaceAll('_', ' '),
		color: colorAt(index),
		values: refusals.map((day) => day[slug] ?? 0),
	}));
}
