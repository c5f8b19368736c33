/** Keeps the visitor's language and shows the page in it. */
import { type Language, LANGUAGE_COOKIE, LANGUAGE_PARAMETER } from '#contract/values/languages.ts';

const YEAR_SECONDS = 31_536_000;

/** Loads the page again: the server writes its head, and the content it sends, in the chosen language. */
export function chooseLanguage(language: Language): void {
	const secure = window.location.protocol === 'https:' ? '; secure' : '';
	document.cookie = `${LANGUAGE_COOKIE}=${language}; path=/; max-age=${YEAR_SECONDS}; samesite=lax${secure}`;
	const address = new URL(window.location.href);
	// In the address, an earlier language would win over the choice.
	address.searchParams.delete(LANGUAGE_PARAMETER);
	window.history.replaceState(window.history.state, '', address);
	// Not a navigation, which the service worker may answer with a page that it stored in the old language.
	window.location.reload();
}
