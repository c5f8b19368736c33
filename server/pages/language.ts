/** The page's language in its HTML: `lang`, and the addresses of the other languages. Pure. */
import {
	isLanguage,
	type Language,
	LANGUAGE_PARAMETER,
	languages,
	SOURCE_LANGUAGE,
} from '#contract/values/languages.ts';
import { escapeHtml } from '#server/kernel/escape-html.ts';

/**
 * Returns the address of a page in one language. Without a language it is the address that every visitor sees in their
 * own.
 */
export function addressIn(address: string, language?: Language): string {
	if (!language) return address;
	return `${address}${address.includes('?') ? '&' : '?'}${LANGUAGE_PARAMETER}=${language}`;
}

/** Tells search engines where the page is in each language. */
export function alternateLinks(address: string): string[] {
	const link = (hreflang: string, href: string) =>
		`<link rel="alternate" hreflang="${hreflang}" href="${escapeHtml(href)}">`;
	const each = Object.keys(languages).filter(isLanguage);
	return [link('x-default', address), ...each.map((tag) => link(tag, addressIn(address, tag)))];
}

const BUILT_IN = `<html lang="${SOURCE_LANGUAGE}">`;

/** @throws {Error} if the built document does not name its language */
export function writeLanguage(document: string, language: Language): string {
	if (!document.includes(BUILT_IN)) throw new Error('The built document does not name its language');
	return document.replace(BUILT_IN, `<html lang="${language}">`);
}
