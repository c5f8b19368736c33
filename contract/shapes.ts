/** Small shapes that several nouns share: numbers, times, lists, images. */
import * as z from 'zod/mini';

/** A count or a number of gems: a whole number below 2^53. */
export const count = z.int().check(z.nonnegative());

/** Seconds since 1970-01-01 UTC. */
export const epochSeconds = z.int();

/** A database id as it arrives in JSON. */
export const id = z.int().check(z.positive());

/** A database id as it arrives in a path or a query. */
export const idText = z.pipe(
	z.union([z.int(), z.string().check(z.regex(/^[1-9][0-9]{0,14}$/))]),
	z.transform((value) => Number(value)),
);

export const rankingKey = z.string().check(z.regex(/^[a-z0-9-]{1,64}$/));

/** `#RRGGBB`: the one colour an operator stores for a fandom; see ui/fan-color.ts for what is drawn from it. */
export const fanColor = z.nullable(z.string().check(z.regex(/^#[0-9A-Fa-f]{6}$/)));

export const ssoType = z.enum(['google', 'line']);
export type SsoType = z.output<typeof ssoType>;

const numberText = z.optional(z.union([z.number(), z.string()]));

function clamp(value: unknown, fallback: number, least: number, most: number): number {
	const number = Math.trunc(Number(value));
	if (value === undefined || value === '' || !Number.isFinite(number)) return fallback;
	return Math.min(most, Math.max(least, number));
}

/** One-based page of a list. Out-of-range values are clamped, never refused. */
export const page = z.pipe(
	numberText,
	z.transform((value) => clamp(value, 1, 1, 1_000_000)),
);

/** Page size of a list; `most` as in the API conventions (100, or 10,000 for two lists). */
export function limit(fallback: number, most = 100) {
	return z.pipe(
		numberText,
		z.transform((value) => clamp(value, fallback, 1, most)),
	);
}
