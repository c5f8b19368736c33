/** Languages in requests. Apart from the list, which pages need without its validation. */
import * as z from 'zod/mini';
import { isLanguage, languages } from './languages.ts';

/** A language of the site, such as `ko` or `zh-TW`. */
export const languageTag = z.enum(Object.keys(languages).filter(isLanguage));

/** Content in this language where it is translated, else in its own. */
export const inLanguage = { lang: z.optional(languageTag) };
