/** The language of a response: asked for in the address, else chosen by the visitor, else preferred by the browser. */
import type { FastifyRequest } from 'fastify';
import {
	isLanguage,
	type Language,
	LANGUAGE_COOKIE,
	LANGUAGE_PARAMETER,
	languages,
	SOURCE_LANGUAGE,
} from '#contract/values/languages.ts';

export const LANGUAGE_VARY = 'accept-language, cookie';

/** Browsers send fewer. The rest of a longer header is ignored. */
const PREFERENCES_MAX = 20;

type Asked = Pick<FastifyRequest, 'cookies' | 'headers'> & { query: unknown };

export function languageOf({ query, cookies, headers }: Asked): Language {
	const asked = new Map(Object.entries(query ?? {})).get(LANGUAGE_PARAMETER);
	// Addresses are typed, and some programs write them in small letters.
	const found = typeof asked === 'string' ? tags.get(scriptOf(asked) ?? '') : undefined;
	if (found) return found;
	const chosen = cookies[LANGUAGE_COOKIE];
	return isLanguage(chosen) ? chosen : preferredLanguage(headers['accept-language']);
}

/** Returns the first language of an `accept-language` header, by quality, that the site has. English without one. */
export function preferredLanguage(accepted = ''): Language {
	const preferences = accepted.split(',', PREFERENCES_MAX).map((part) => {
		const [tag = '', quality = 'q=1'] = part.split(';');
		return { tag: tag.trim(), quality: Number(quality.trim().replace(/^q=/i, '')) || 0 };
	});
	const sorted = preferences.filter(({ quality }) => quality > 0).toSorted((one, other) => other.quality - one.quality);
	for (const { tag } of sorted) {
		const found = tags.get(scriptOf(tag) ?? '');
		if (found) return found;
	}
	return SOURCE_LANGUAGE;
}

/** They are spoken beside Mandarin, and read as Chinese in the script of their region. */
const CHINESE = new Set(['yue', 'nan', 'hak', 'wuu', 'gan', 'hsn', 'cdo', 'lzh']);

/** A reader of `zh-HK` reads the script of `zh-TW`: languages match by their script, not by their region. */
const tags = new Map(
	Object.keys(languages)
		.filter(isLanguage)
		.map((tag) => [scriptOf(tag), tag]),
);

/** Returns `zh-Hant` for `zh-HK`, null for what is no tag. Systems write `zh_TW.UTF-8`, `en-US@posix` and `zh-yue-HK`. */
function scriptOf(tag: string): string | null {
	try {
		const plain = tag.replaceAll('_', '-').replace(/[^\w-].*/, '');
		const { language, script } = new Intl.Locale(plain.replace(/^zh-(?=[a-z]{3}(?:-|$))/i, '')).maximize();
		return `${CHINESE.has(language) ? 'zh' : language}-${script}`;
	} catch {
		return null;
	}
}
