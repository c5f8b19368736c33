/** Writes the server's texts in a fan's language, or in English where its catalog lacks a text. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Language, SOURCE_LANGUAGE } from '#contract/values/languages.ts';
import { interpolate, type Message, type Values } from './interpolate.ts';
import { type TextName, texts } from './texts.ts';

/** Written by build/server-texts.ts: language to English text to compiled translation. */
const BUILT = join(import.meta.dirname, '../../dist/texts.json');

type Catalogs = Partial<Record<Language, Record<string, Message>>>;

let catalogs: Catalogs | null = null;

/** Returns a text of `texts.ts` with its values. Without a build it is the English text as it stands there. */
export function translate(language: Language, name: TextName, values?: Values): string {
	catalogs ??= existsSync(BUILT) ? (JSON.parse(readFileSync(BUILT, 'utf8')) as Catalogs) : {};
	const text = texts[name];
	const own = catalogs[language]?.[text];
	return own
		? interpolate(own, language, values)
		: interpolate(catalogs[SOURCE_LANGUAGE]?.[text] ?? text, SOURCE_LANGUAGE, values);
}
