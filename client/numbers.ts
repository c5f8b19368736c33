/**
 * Numbers in the language of the page: as they are shown, and read as people type them. Nothing typed is repaired: a text is a
 * number as it stands, or none. Lingui keeps its formatters, which are slow to make.
 */
import { formats, i18n } from '@lingui/core';
import { asciiDigits } from '#contract/values/digits.ts';

export const formatNumber = (value: number | bigint): string => formats.number(i18n.locale || 'en', value);

/** Formats a part of a whole as a percentage with at most one decimal. With `decimalsMin` 1 a zero stays: `14.0%`. */
export function formatShare(part: number, whole: number, decimalsMin: 0 | 1 = 0): string {
	const style = { style: 'percent', minimumFractionDigits: decimalsMin, maximumFractionDigits: 1 } as const;
	return formats.number(i18n.locale || 'en', whole > 0 ? part / whole : 0, style);
}

/** Formats a change with its sign: `+550`, `−20`, `0`. The minus is a true one, as wide as the plus. */
export const formatChange = (value: number): string =>
	formats.number(i18n.locale || 'en', value, { signDisplay: 'exceptZero' }).replace('-', '−');

/** The mark between groups of digits: a comma in English, a dot in Spanish. */
export function groupMark(): string {
	const parts = new Intl.NumberFormat(i18n.locale || 'en').formatToParts(1_234_567);
	return parts.find(({ type }) => type === 'group')?.value ?? '';
}

/** Its ASCII digits, after a minus if it has one. Null for any other text, and where marks stand as grouping puts none. */
export function readDigits(text: string, marks: readonly string[] = [groupMark()]): string | null {
	const [, sign, digits = '', mark = ''] = WHOLE.exec(asciiDigits(text)) ?? [];
	if (sign === undefined || (mark !== '' && !marks.includes(mark))) return null;
	return (sign === '' ? '' : '-') + digits.replaceAll(mark, '');
}

/** Reads the whole number of a field: null if the field is empty, NaN if it holds no number that can be counted exactly. */
export function readWhole(text: string): number | null {
	if (asciiDigits(text) === '') return null;
	const number = Number(readDigits(text, [groupMark(), ...SPACES]) ?? Number.NaN);
	return Number.isSafeInteger(number) ? number + 0 : Number.NaN;
}

/** Group digits in every language. */
const SPACES = [' ', '\u00A0', '\u2009', '\u202F'];
/** The minus may be the true one that `formatChange` writes. */
const WHOLE = /^([-\u2212]?)(\d+|[1-9]\d{0,2}(\D)\d{3}(?:\3\d{3})*)$/;
