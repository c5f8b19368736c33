/** Numbers in the console's language. */
import { i18n } from '@lingui/core';

export function formatNumber(value: number): string {
	return new Intl.NumberFormat(i18n.locale || 'en').format(value);
}

/** A part of a whole: `12.5 %`, in the console's language. */
export function formatShare(part: number, whole: number): string {
	const share = whole === 0 ? 0 : part / whole;
	return new Intl.NumberFormat(i18n.locale || 'en', { style: 'percent', maximumFractionDigits: 1 }).format(share);
}
