/** Names a country by its ISO 3166-1 code, in the console's language. */
import { i18n } from '@lingui/core';

/** Returns a code that names no country as it is. */
export function countryName(code: string): string {
	try {
		return new Intl.DisplayNames([i18n.locale || 'en'], { type: 'region' }).of(code) ?? code;
	} catch {
		return code;
	}
}
