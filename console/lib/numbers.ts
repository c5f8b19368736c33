/** Numbers in the console's language. */
import { i18n } from '@lingui/core';

export function formatNumber(value: number): string {
	return new Intl.NumberFormat(i18n.locale || 'en').format(value);
}
