/** Languages of the fans' site: BCP 47 tag to the language's name in itself. English is written in the source. */
export const languages = {
	en: 'English',
	ko: '한국어',
	ja: '日本語',
	'zh-TW': '繁體中文',
	'zh-CN': '简体中文',
	th: 'ไทย',
	id: 'Bahasa Indonesia',
	es: 'Español',
	pt: 'Português (Brasil)',
	vi: 'Tiếng Việt',
} as const;

export type Language = keyof typeof languages;

export const SOURCE_LANGUAGE = 'en' satisfies Language;
/** Parameter of an address that shows a page in a language, whatever the visitor has chosen. */
export const LANGUAGE_PARAMETER = 'lang';
/** Cookie with the language that the visitor has chosen. The server writes the page in it. */
export const LANGUAGE_COOKIE = 'language';

export const isLanguage = (tag: unknown): tag is Language => typeof tag === 'string' && Object.hasOwn(languages, tag);
