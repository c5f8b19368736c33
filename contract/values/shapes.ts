/** Small shapes that several nouns share: numbers, times, lists, images. */
import * as z from 'zod/mini';
import { isLanguage, languages } from './languages.ts';
import { isReversed, isStorable, isTorn, isVisible, isWithin, tidy, tidyLine, unitsOf, unreversed } from './text.ts';

/** Maximum of an `integer` column. Versions and all ids use it, except those of fans and audit entries. */
export const INTEGER_MAX = 2_147_483_647;

/** A count or a number of gems. Its column is `bigint`; JSON is exact below 2^53. */
export const count = z.int().check(z.nonnegative());

export const epochSeconds = z.int();

export const id = z.int().check(z.positive(), z.lte(INTEGER_MAX));

/** Fans and audit entries outnumber `integer`: their columns are `bigint`. */
export const bigId = z.int().check(z.positive());

export const idText = inText(id);
export const bigIdText = inText(bigId);

/** An id to filter a list by. 0, an empty text or a missing value mean no filter. */
export const idFilter = z.optional(inText(z.int().check(z.nonnegative(), z.lte(INTEGER_MAX))));

/** Paths and queries hold text. No number below 2^53 has more than sixteen digits. */
/* @__NO_SIDE_EFFECTS__ */
function inText(number: z.ZodMiniNumberFormat) {
	const digits = textOf(16, /^(?:0|[1-9][0-9]*)?$/);
	return z.pipe(z.pipe(z.union([z.int(), digits]), z.transform(Number)), number);
}

/** Text with a maximum number of characters. Further checks never run on longer text. */
/* @__NO_SIDE_EFFECTS__ */
export function text(most: number) {
	return z.string().check(z.maxLength(most, { abort: true }));
}

/** Text that a pattern has to match, once it is known to be short enough. */
/* @__NO_SIDE_EFFECTS__ */
export function textOf(most: number, pattern: RegExp, problem?: string) {
	return text(most).check(z.regex(pattern, { error: problem, abort: true }));
}

/** Maximum characters of each text of people, as people count them. A code unit is no character: see text.ts. */
export const written = z.registry<{ most: number }>();

/** Text written by people, in any script. Says what is wrong, and refuses nothing that only needs to be tidied. */
/* @__NO_SIDE_EFFECTS__ */
function writing(clean: (text: string) => string, most: number, least: number) {
	const shape = z.string().check(
		z.maxLength(unitsOf(most), { abort: true }),
		z.overwrite(clean),
		z.minLength(least, { abort: true }),
		z.refine((value) => isStorable(value) && !isTorn(value), {
			error: 'contains characters that cannot be stored',
			abort: true,
		}),
		z.refine((value) => !isReversed(value), { error: 'contains characters that turn text around', abort: true }),
		z.refine((value) => value === '' || isVisible(value), { error: 'contains no visible character', abort: true }),
		charactersMax(most),
	);
	return shape.register(written, { most });
}

/* @__NO_SIDE_EFFECTS__ */
function charactersMax(most: number) {
	return z.check<string>(({ value, issues }) => {
		if (isWithin(value, most)) return;
		const issue = { code: 'too_big', origin: 'string', maximum: most, inclusive: true, continue: false } as const;
		issues.push({ ...issue, input: value });
	});
}

/** A text of several lines. Surrounding space is removed, and some text must remain. */
/* @__NO_SIDE_EFFECTS__ */
export function words(most: number, least = 1) {
	return writing(tidy, most, least);
}

/** A name or a title: one line with single spaces. */
/* @__NO_SIDE_EFFECTS__ */
export function line(most: number, least = 1) {
	return writing(tidyLine, most, least);
}

/** HTML as people write or paste it. The rest is for the sanitizer. */
/* @__NO_SIDE_EFFECTS__ */
export function writtenHtml(most: number) {
	return z
		.string()
		.check(
			z.maxLength(most, { abort: true }),
			z.overwrite((html) => unreversed(html.normalize('NFC'))),
		)
		.register(written, { most });
}

/** What people type into a search. Nothing of it is refused that they cannot see. */
/* @__NO_SIDE_EFFECTS__ */
export function search(most: number, least = 0) {
	return z
		.string()
		.check(z.maxLength(unitsOf(most), { abort: true }), z.overwrite(tidyLine), z.minLength(least), charactersMax(most))
		.register(written, { most });
}

/** Position in a list of numbered rows where the next page begins. Empty: the beginning. */
export const numberCursor = z.optional(textOf(16, /^[0-9]*$/));

export const rankingKey = textOf(64, /^[a-z0-9-]+$/);

/** `#RRGGBB`: the color that an operator stores for a fandom. ui/fan-color.ts derives the drawn colors from it. */
export const fanColor = z.nullable(textOf(7, /^#[0-9A-Fa-f]{6}$/));

/** `oidc` is the site's own sign-on network, if it has one. */
export const ssoType = z.enum(['google', 'line', 'oidc']);
export type SsoType = z.output<typeof ssoType>;

const numberText = z.optional(z.union([z.number(), text(100)]));

/* @__NO_SIDE_EFFECTS__ */
function clamped(fallback: number, most: number) {
	const number = z.transform((value: string | number | undefined) => clamp(value, fallback, 1, most));
	return z.pipe(z.pipe(numberText, number), z.int().check(z.gte(1), z.lte(most)));
}

function clamp(value: unknown, fallback: number, least: number, most: number): number {
	const isNumber = typeof value === 'number' || /^-?\d+$/.test(String(value));
	const number = Math.trunc(Number(value));
	if (!isNumber || !Number.isFinite(number)) return fallback;
	return Math.min(most, Math.max(least, number));
}

/** One-based page of a list. Out-of-range values are clamped, never refused. */
export const page = clamped(1, 1_000_000);

/** Page size of a list; `most` as in the API conventions (100, or 10,000 for two lists). */
export function limit(fallback: number, most = 100) {
	return clamped(fallback, most);
}

/** A language of the site, such as `ko` or `zh-TW`. */
export const languageTag = z.enum(Object.keys(languages).filter(isLanguage));

/** Content in this language where it is translated, else in its own. */
export const inLanguage = { lang: z.optional(languageTag) };
