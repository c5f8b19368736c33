/** Numbers in the page's language. */
import { i18n } from '@lingui/core';

export function formatNumber(value: number): string {
	return new Intl.NumberFormat(i18n.locale || 'en').format(value);
}

/** A part of a whole, with one decimal: 14.3%. */
export function formatShare(part: number, whole: number): string {
	const style = { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 } as const;
	return new Intl.NumberFormat(i18n.locale || 'en', style).format(whole > 0 ? part / whole : 0);
}
