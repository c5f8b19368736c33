/** Which of an artist's two names comes first: the one in the reader's script. Lists, share pictures and pushes follow it. */

export interface Names {
	en_name: string;
	native_name: string | null;
	/** Language of the native name. */
	native_lang?: string | null;
}

interface Name {
	text: string;
	/** Undefined for the English name, and where it is not known. */
	lang?: string;
}

/** Readers of these languages know each other's stars by their own names. No language: most stars are Korean. */
const NEIGHBORS = ['ko', 'ja', 'zh'];

/** Returns the names in the order in which a page in `language` shows them. The second one is null if there is none. */
export function namesIn(language: string, { en_name, native_name, native_lang }: Names): [Name, Name | null] {
	const english = { text: en_name };
	// A list that this device has kept from before names no other.
	if (!native_name || native_name === en_name) return [english, null];
	const native = { text: native_name, ...(native_lang ? { lang: native_lang } : {}) };
	const [reader = ''] = language.split('-');
	const [writer = ''] = (native_lang ?? 'ko').split('-');
	const isFirst = reader === writer || (NEIGHBORS.includes(reader) && NEIGHBORS.includes(writer));
	return isFirst ? [native, english] : [english, native];
}

export const nameIn = (language: string, names: Names): string => namesIn(language, names)[0].text;
