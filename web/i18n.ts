/** English texts stand in the code that shows them. A text that a catalog lacks is shown in English. */
import { i18n, type Messages } from '@lingui/core';
import { isLanguage, type Language, languages, SOURCE_LANGUAGE } from '#contract/values/languages.ts';
import { inTime } from './lib/lazy-page.tsx';

const catalogs = import.meta.glob<{ messages: Messages }>(['./locales/*.po', '!./locales/en.po']);

/** Loads every language, for the server, and returns a function that chooses the one of the next page. */
export async function loadLanguages(): Promise<(language: Language) => void> {
	const all = await Promise.all(
		Object.keys(languages).map(async (language) => [language, (await loadMessages(language)) ?? {}] as const),
	);
	i18n.load(Object.fromEntries(all));
	return (language) => i18n.activate(language);
}

export async function loadLanguage(): Promise<void> {
	const root = document.documentElement;
	const messages = await loadMessages(root.lang);
	// To write it again, unchanged, would restyle the whole page.
	if (!messages && root.lang !== SOURCE_LANGUAGE) root.lang = SOURCE_LANGUAGE;
	i18n.loadAndActivate({ locale: root.lang, messages: messages ?? {} });
}

export const pageLanguage = (): Language => (isLanguage(i18n.locale) ? i18n.locale : SOURCE_LANGUAGE);

/** Language of content for the attribute `lang`. Undefined for content in the page's own language. */
export const otherLanguage = (language: string): string | undefined =>
	language === i18n.locale ? undefined : language;

async function loadMessages(language: string): Promise<Messages | null> {
	try {
		const catalog = catalogs[`./locales/${language}.po`];
		return catalog ? (await inTime(catalog())).messages : null;
	} catch (error) {
		console.warn('The texts of this language could not be loaded:', error);
		return null;
	}
}

export { i18n };
