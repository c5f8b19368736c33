/** Translations of content: articles, artists' descriptions and banners' alt texts. */
import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { languageTag, idText, line } from '../values/shapes.ts';
import { rawHtml, version, read } from './shapes.ts';

export const translationSubject = z.enum(['news', 'artist', 'banner']);
export type TranslationSubject = z.output<typeof translationSubject>;
/** The field of the original that each text stands for. Empty: the subject has no such text. */
export const translated: Record<TranslationSubject, { title: string; text_raw: string }> = {
	news: { title: 'title', text_raw: 'content_raw' },
	artist: { title: '', text_raw: 'description_raw' },
	banner: { title: 'alt', text_raw: '' },
};

const params = { subject: translationSubject, subject_id: idText };

export const translation = z.object({
	language: z.string(),
	/** An article's title or a banner's alt text. Empty for artists, who keep their name in every language. */
	title: z.string(),
	/** HTML as typed: an article's text or an artist's description. Empty for banners. */
	text_raw: z.string(),
	/** Sanitized copy of `text_raw`, as fans get it. */
	text_html: z.string(),
	/** True if a text of the original has changed since the translation was saved. */
	is_outdated: z.boolean(),
	version,
});
export type Translation = z.output<typeof translation>;

const reply = z.object({
	/** Language of the original. */
	content_language: z.string(),
	translations: z.array(translation),
});

export const listTranslations = read({
	path: '/console/translations/:subject/:subject_id',
	summary: 'The translations of an article, artist or banner',
	params: z.object(params),
	reply,
});

export const saveTranslation = endpoint({
	methods: ['PUT'],
	path: '/console/translations/:subject/:subject_id/:language',
	summary: 'Adds or changes a translation. Fans get it once each text of the original has one',
	access: 'operator:editor',
	params: z.object({ ...params, language: languageTag }),
	/** `version` is null for a new translation. */
	body: z.object({ title: line(300, 0), text_raw: rawHtml, version: z.nullable(version) }),
	reply,
	problems: ['not_found', 'stale_edit'],
});

export const removeTranslation = endpoint({
	methods: ['DELETE'],
	path: '/console/translations/:subject/:subject_id/:language',
	summary: 'Removes a translation. Fans get the original again',
	access: 'operator:editor',
	params: z.object({ ...params, language: languageTag }),
	reply,
	problems: ['not_found'],
});
