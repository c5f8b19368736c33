/** Gems with a true minus. */
import { i18n } from '@lingui/core';

/** Formats a change with its sign: `+550`, `−20`, `0`. */
export function gemChange(gems: number): string {
	return new Intl.NumberFormat(i18n.locale || 'en', { signDisplay: 'exceptZero' }).format(gems).replace('-', '−');
}

/** Formats a balance, which a debt makes negative: `−20`. */
export function gemCount(gems: number): string {
	return new Intl.NumberFormat(i18n.locale || 'en').format(gems).replace('-', '−');
}
