/** Numbers in the language of the page. Lingui keeps its formatters, which are slow to make. */
import { formats, i18n } from '@lingui/core';

export const formatNumber = (value: number | bigint): string => formats.number(i18n.locale || 'en', value);

/** Formats a part of a whole as a percentage with at most one decimal. With `decimalsMin` 1 a zero stays: `14.0%`. */
export function formatShare(part: number, whole: number, decimalsMin: 0 | 1 = 0): string {
	const style = { style: 'percent', minimumFractionDigits: decimalsMin, maximumFractionDigits: 1 } as const;
	return formats.number(i18n.locale || 'en', whole > 0 ? part / whole : 0, style);
}

/** Formats a change with its sign: `+550`, `−20`, `0`. The minus is a true one, as wide as the plus. */
export const formatChange = (value: number): string =>
	formats.number(i18n.locale || 'en', value, { signDisplay: 'exceptZero' }).replace('-', '−');
