import { nameIn, type Names, namesIn } from '#contract/values/artist-names.ts';
import { i18n, pageLanguage } from '../i18n.ts';

export const namesOf = (artist: Names) => namesIn(pageLanguage(), artist);

export const nameOf = (artist: Names) => nameIn(pageLanguage(), artist);

export const initialOf = (name: string) => /[\p{L}\p{N}\p{Extended_Pictographic}]/u.exec(name)?.[0] ?? '';

/** The name of an ISO 3166-1 alpha-2 code; any other text stays as operators wrote it. */
export const countryName = (text: string, locale = i18n.locale || 'en') =>
	(/^[A-Z]{2}$/.test(text) && new Intl.DisplayNames(locale, { type: 'region' }).of(text)) || text;
