/** Writes the server's texts in a fan's language, or in English where its catalog lacks a text. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SOURCE_LANGUAGE, type Language } from '#contract/values/languages.ts';
import { texts, type TextName } from './texts.ts';

/** Written by build/after-vite.ts: language to English text to compiled translation. */
const BUILT = join(import.meta.dirname, '../../dist/texts.json');

type Catalogs = Partial<Record<Language, Record<string, Message>>>;

let catalogs: Catalogs | null = null;

export function translate(language: Language, name: TextName, values?: Values): string {
	catalogs ??= existsSync(BUILT) ? (JSON.parse(readFileSync(BUILT, 'utf8')) as Catalogs) : {};
	const text = texts[name];
	const own = catalogs[language]?.[text];
	return own
		? interpolate(own, language, values)
		: interpolate(catalogs[SOURCE_LANGUAGE]?.[text] ?? text, SOURCE_LANGUAGE, values);
}

type Form = Message | string;
type Token = string | [name: string] | [name: string, kind: 'plural', forms: Record<string, Form>];
/** As Lingui compiles ICU MessageFormat: text, values, and plurals with `#` for the number. */
export type Message = Token[];

export type Values = Record<string, string | number>;

/** Numbers are written in the language's own way. Only plain values and plurals are known. */
export function interpolate(message: Form, language: string, values: Values = {}, count?: number): string {
	if (typeof message === 'string') return message;
	const shown = (value: string | number | undefined) =>
		typeof value === 'number' ? new Intl.NumberFormat(language).format(value) : (value ?? '');
	return message
		.map((token) => {
			if (token === '#' && count !== undefined) return shown(count);
			if (typeof token === 'string') return token;
			const [name, , forms] = token;
			const value = values[name];
			if (!forms) return shown(value);
			const form = new Intl.PluralRules(language).select(Number(value));
			return interpolate(forms[String(value)] ?? forms[form] ?? forms['other'] ?? '', language, values, Number(value));
		})
		.join('');
}
