/** Formats a change of gems with its sign, a true minus: `+550`, `−20`, `0`. */
import { i18n } from '@lingui/core';

export function gemChange(gems: number): string {
	return new Intl.NumberFormat(i18n.locale || 'en', { signDisplay: 'exceptZero' }).format(gems).replace('-', '−');
}
