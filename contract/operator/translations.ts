/** Translations of what fans read: titles, names, alt texts, and long texts. */
import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { languageTag, line, textOf, words } from '../values/shapes.ts';
import { rawHtml, version, read } from './shapes.ts';

interface Translated {
	/** The field of the original that each text stands for. Left out: there is no such text. */
	title?: string;
	text_raw?: string;
	/** Where the audit trail names it, if not by its own name and key. */
	target?: string;
	/** The key of what is there once. */
	only?: string;
}

/** All that has translations. Each has its editor, and its reads for fans, by its name here. */
const described = {
	news: { title: 'title', text_raw: 'content_raw' },
	artist: { text_raw: 'description_raw' },
	banner: { title: 'alt' },
	pop_up: { title: 'alt' },
	view: { title: 'alt' },
	category: { title: 'name' },
	incident: { title: 'title' },
	ranking: { title: 'title' },
	entry_card: { title: 'rank_name', target: 'entry_cards' },
	check_in: { text_raw: 'rule_raw', target: 'check_in', only: 'rule' },
} satisfies Record<string, Translated>;
export type TranslationSubject = keyof typeof described;
export const translated: Record<TranslationSubject, Translated> = described;
export const translationSubject = z.enum(Object.keys(described) as TranslationSubject[]);

/** A number, a uuid, or a key. */
const subjectId = textOf(64, /^[A-Za-z0-9-]+$/);

const params = { subject: translationSubject, subject_id: subjectId };

/** Further short texts by name: the text alternative of a cover, the updates of an incident. Fans get each that is there. */
const more = z.array(z.object({ name: textOf(40, /^\w+$/), text: words(2_000, 0) })).check(z.maxLength(500));

export const translation = z.object({
	language: z.string(),
	/** The short text. Empty for artists, who keep their name in every language. */
	title: z.string(),
	/** The long text: HTML as typed. */
	text_raw: z.string(),
	/** Sanitized copy of `text_raw`, as fans get it. */
	text_html: z.string(),
	more,
	/** True if a text of the original has changed since the translation was saved. */
	is_outdated: z.boolean(),
	version,
});
export type Translation = z.output<typeof translation>;

const reply = z.object({
	/** Language of the original. */
	content_language: z.string(),
	/** Those of the original that are not empty. */
	more,
	translations: z.array(translation),
});

export const listTranslations = read({
	path: '/console/translations/:subject/:subject_id',
	summary: 'The translations of an article, a banner or what else fans read',
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
	body: z.object({ title: line(300, 0), text_raw: rawHtml, more, version: z.nullable(version) }),
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
