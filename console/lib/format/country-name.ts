/** Names a country by its ISO 3166-1 code, in the console's language. */
import { i18n } from '@lingui/core';

export function countryName(code: string): string {
	return new Intl.DisplayNames([i18n.locale || 'en'], { type: 'region' }).of(code) ?? code;
}
