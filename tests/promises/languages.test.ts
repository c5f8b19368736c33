/** Every language of the site: no text missing, none left over, and each translation fits the sentence it stands for. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { formatter } from '@lingui/format-po';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { parseSync } from 'vite';
import { describe, expect, it } from 'vitest';
import { calls } from '#contract/calls.ts';
import { languages, SOURCE_LANGUAGE } from '#contract/values/languages.ts';
import { commonProblems, problems, type ProblemSlug } from '#contract/problems.ts';

const LOCALES = join(import.meta.dirname, '../../web/locales');
const { parse } = formatter();
const read = async (language: string) =>
	parse(await readFile(join(LOCALES, `${language}.po`), 'utf8'), {
		locale: language,
		sourceLocale: SOURCE_LANGUAGE,
		filename: `${language}.po`,
	});

describe.each(Object.keys(languages).filter((language) => language !== SOURCE_LANGUAGE))('%s', async (language) => {
	const catalog = await read(language);
	const translated = Object.entries(catalog).flatMap(([id, { message = '', translation }]) =>
		translation ? [{ id, message, translation }] : [],
	);

	it('misses no text', () => {
		const missing = Object.values(catalog).flatMap(({ translation, message }) => (translation ? [] : [message]));
		// A new sentence is shown in English until then. `npm run check -- release` is the gate.
		if (process.env.LIGHTSTICK_RELEASE_CHECK === undefined && missing.length > 0)
			console.warn(language, 'misses', missing);
		else expect(missing).toEqual([]);
	});

	it('keeps the values and elements of each sentence', () => {
		const broken = translated.filter(
			({ message, translation }) => partsOf(message).join() !== partsOf(translation).join(),
		);
		expect(broken.map(({ message, translation }) => [message, translation])).toEqual([]);
	});

	it('has the plural forms that the language counts by, and no others', () => {
		const pluralCategories: string[] = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
		const isBroken = (forms: string[]) =>
			forms.some((form) => !pluralCategories.includes(form)) ||
			// Spanish and Portuguese have `many` for millions, which reads as `other` in our texts.
			pluralCategories.some((form) => form !== 'many' && !forms.includes(form));
		const broken = translated.filter(({ translation }) => pluralsOf(translation).some(isBroken));
		expect(broken.map(({ translation }) => [translation, pluralCategories])).toEqual([]);
	});
});

it('a refusal reads in English as the server writes it, and each that a fan can meet can be translated', async () => {
	const file = await readFile(join(import.meta.dirname, '../../web/lib/api/problem-text.ts'), 'utf8');
	const texts = new Map([...file.matchAll(/^\t(\w+): msg`([^`]*)`,$/gm)].map(([, slug, text]) => [slug, text]));
	const wanted = [...commonProblems, ...calls.flatMap(({ endpoint }) => endpoint.problems)].filter(
		(slug) => !programsOnly.has(slug),
	);
	for (const slug of wanted) expect(texts.get(slug), slug).toBe(problems[slug].message);
});

it('no screen has a text that its language could not change', async () => {
	const web = join(import.meta.dirname, '../../web');
	const files = (await readdir(web, { recursive: true })).filter((file) => file.endsWith('.tsx'));
	const found: [file: string, text: string][] = [];
	for (const file of files) {
		const { program } = parseSync(file, await readFile(join(web, file), 'utf8'), { lang: 'tsx' });
		found.push(...literalTexts(program).map((text): [string, string] => [file, text]));
	}
	expect(files.length).toBeGreaterThan(80);
	expect(found).toEqual([]);
});

interface Node extends Record<string, unknown> {
	type: string;
}
const SPOKEN = /^(?:alt|title|placeholder|label|hint|summary|aria-(?:label|valuetext|description))$/;
/** A number sign before a rank is a word: other languages write another one. */
const WORDS = /[\p{L}#]/u;

/** Texts of JSX that stand in no macro: between tags, and in attributes that are read out. */
function literalTexts(node: unknown, isShown = false): string[] {
	if (Array.isArray(node)) return node.flatMap((one) => literalTexts(one, isShown));
	if (typeof node !== 'object' || node === null || typeof (node as Node).type !== 'string') return [];
	const { type, ...parts } = node as Node;
	const asText = (text: unknown) =>
		typeof text === 'string' && WORDS.test(text.replaceAll('&nbsp;', '')) ? [text] : [];
	if (type === 'JSXElement') {
		const { openingElement, children } = node as unknown as { openingElement: Node; children: Node[] };
		const { name } = openingElement['name'] as { name?: string };
		const isMacro = ['Trans', 'Plural', 'Select'].includes(name ?? '');
		return [
			...literalTexts(openingElement),
			...(isMacro ? [] : children.flatMap((child) => literalTexts(child, true))),
		];
	}
	if (type === 'JSXText') return asText(parts['value']);
	if (type === 'JSXAttribute') {
		const { name } = parts['name'] as { name: string };
		return literalTexts(parts['value'], SPOKEN.test(name));
	}
	if (type === 'TaggedTemplateExpression') return [];
	if (type === 'CallExpression' || type === 'ArrowFunctionExpression') return literalTexts(Object.values(parts));
	if (type === 'BinaryExpression') return [];
	if (isShown && type === 'Literal') return asText(parts['value']);
	if (isShown && type === 'TemplateLiteral') {
		const { quasis } = parts as unknown as { quasis: { value: { cooked: string } }[] };
		return quasis.flatMap(({ value }) => asText(value.cooked));
	}
	return literalTexts(Object.values(parts), isShown);
}

/** Refusals of requests that the site's own pages never send. */
const programsOnly = new Set<ProblemSlug>([
	'invalid_json',
	'method_not_allowed',
	'address_too_long',
	'unsupported_media_type',
	'headers_too_large',
	'callback_refused',
	'invalid_idempotency_key',
]);

type Token = string | [name: string, kind?: string, forms?: Record<string, unknown>];

/** Names of values and elements, each once, sorted: `0`, `<0>`, `gems`. */
function partsOf(message: string): string[] {
	const parts = new Set<string>();
	walk(compileMessage(message) as Token[] | string, (token) => {
		if (typeof token !== 'string') parts.add(token[0]);
		else for (const [tag] of token.matchAll(/<\/?\d+\/?>/g)) parts.add(tag);
	});
	return [...parts].toSorted();
}

function pluralsOf(message: string): string[][] {
	const found: string[][] = [];
	walk(compileMessage(message) as Token[] | string, (token) => {
		if (typeof token === 'string' || token[1] !== 'plural') return;
		// `=0` and the offset are no categories.
		found.push(Object.keys(token[2] ?? {}).filter((form) => /^[a-z]+$/.test(form) && form !== 'offset'));
	});
	return found;
}

function walk(tokens: Token[] | string, visit: (token: Token) => void): void {
	if (typeof tokens === 'string') {
		visit(tokens);
		return;
	}
	for (const token of tokens) {
		visit(token);
		if (typeof token === 'string' || !token[2]) continue;
		for (const form of Object.values(token[2])) if (typeof form === 'object') walk(form as Token[], visit);
	}
}
