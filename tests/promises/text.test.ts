/**
 * Checks that text has one door and searches have one rule: every text of a call is a shape of contract/values/shapes.ts or
 * has a pattern of its own, and no statement folds or cuts words by another rule than db/migrations/0001_base.sql.
 */
import { describe, expect, it } from 'vitest';
import { parseSync, Visitor } from 'vite';
import * as z from 'zod/mini';
import { calls } from '#contract/calls.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { operatorCalls } from '#contract/operator/calls.ts';
import { listOrder, localTime, placeInList } from '#contract/operator/shapes.ts';
import { numberCursor, textOf, written } from '#contract/values/shapes.ts';
import { trackedFiles } from './tracked-files.ts';

/** Texts that no person writes, and that are compared with known ones before anything is kept, or come back to their writer only. */
const COMPARED: Record<string, string> = {
	callback_url: 'an address of this site',
	payment_method: 'one of the methods',
	target: 'noun and id of an audit entry',
	cursor: 'made by the server',
	after: 'the version of a vote, made by the server',
	timezone: 'a name in two lists',
	body: 'unsaved edits, as JSON',
};

/** Patterns that take much, and whose calls check the rest. */
const NEGATIVE: Record<string, string> = {
	email: 'refuses what cannot be seen',
	contact_mail: 'is ASCII',
	link_url: 'an address',
	cover_link_url: 'an address',
	url: 'an address',
	incident_url: 'an address',
};

type Schema = z.core.$ZodTypes;

function textsOf(schema: Schema, field: string): [string, Schema][] {
	const { def } = schema._zod;
	const into = (inner: z.core.$ZodType, name = field) => textsOf(inner as Schema, name);
	if (def.type === 'string') return [[field, schema]];
	if (def.type === 'object') return Object.entries(def.shape).flatMap(([name, inner]) => into(inner, name));
	if (def.type === 'optional' || def.type === 'nullable') return into(def.innerType);
	if (def.type === 'union') return def.options.flatMap((option) => into(option));
	if (def.type === 'array') return into(def.element);
	// A number in a path or a query is a text at first.
	const isNumber = def.type === 'pipe' && (def.out as Schema)._zod.def.type === 'number';
	return def.type === 'pipe' && !isNumber ? into(def.in) : [];
}

function faultOf(field: string, schema: Schema): string[] {
	if (written.has(schema)) return [];
	const { pattern, format } = z.toJSONSchema(schema, { io: 'input' });
	if (pattern !== undefined && HOSTILE.some((text) => takes(schema, text)))
		return NEGATIVE[field] ? [] : [`${field} takes what people write, by a pattern of its own`];
	if (!COMPARED[field] && DECIMALS.some((text) => takes(schema, text)) && !takes(schema, 'abc'))
		return [`${field} is a number in a text`];
	if (pattern !== undefined || format !== undefined || COMPARED[field]) return [];
	return [`${field} is a text that enters by another door: use line, words or search of contract/values/shapes.ts`];
}

/** Text that the common door refuses or writes in another way: decomposed, unseen, torn, turned around. */
const HOSTILE = ['e\u0301', '\u1100\u1161', 'a\u200Bb', 'a\u202Eb', 'a\u0000b', '\uD83C', '\u3164', ' \n'];
const DECIMALS = ['1.5', '1,5', '1,000', '1e3'];

/** At any length that the shape may ask for. */
const takes = (schema: Schema, text: string) =>
	[1, 2, 4, 8, 16].some((times) => z.safeParse(schema, text.repeat(times)).success);

const inputsOf = ({ params, query, body }: Endpoint) =>
	Object.entries({ params, query, body }).flatMap(([part, shape]) =>
		shape ? textsOf(shape as unknown as Schema, part) : [],
	);
const everyCall: Endpoint[] = [...calls.map(({ endpoint }) => endpoint), ...operatorCalls];

describe('a text of people', () => {
	it.each(everyCall)('enters $name by the common door', (endpoint) => {
		expect(inputsOf(endpoint).flatMap(([field, schema]) => faultOf(field, schema))).toEqual([]);
	});

	it.each([
		z.string().check(z.maxLength(9)),
		textOf(50, /^.{0,50}$/su),
		textOf(50, /\S/u),
		textOf(50, /^[\p{L}\p{N} ]{2,}$/u),
		textOf(10, /^[\d.,]+$/),
	])('is missed by the promise if it enters by another door (%#)', (shape) => {
		expect(faultOf('note', shape as unknown as Schema)).toHaveLength(1);
	});

	it('is named among the exceptions only while a call has it', () => {
		const fields = everyCall.flatMap(inputsOf).map(([field]) => field);
		expect(fields).toEqual(expect.arrayContaining([...Object.keys(COMPARED), ...Object.keys(NEGATIVE)]));
	});
});

/** Parts of times that are no moment. */
const DAYS: Record<string, string> = {
	birthday: 'a day in every zone',
	month: 'a month of birthdays',
	day: 'any day of a week or month of the site',
	from: 'a whole day of the site',
	until: 'a whole day of the site',
};
const MOMENTS = ['2026-11-26T10:00', '2026-11-26T10:00:00Z', '2026-11-26 10:00', '2026-11-26', '2026-11', '10:00'];

/** True for a text that a time fits, and a word does not. */
const isTime = (schema: Schema): boolean =>
	!written.has(schema) &&
	MOMENTS.some((text) => z.safeParse(schema, text).success) &&
	!['abc', 'aaaaaaaa', 'a-b:c', 'x-1'].some((text) => z.safeParse(schema, text).success);

it.each(everyCall)('a time of people enters $name as a local time', (endpoint) => {
	const times = inputsOf(endpoint).filter(([field, schema]) => isTime(schema) && !DAYS[field]);
	for (const [field, schema] of times) expect(schema, field).toBe(localTime);
});

it('a time of people is missed by the promise if it has a pattern of its own', () => {
	const own = textOf(20, /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?Z?$/);
	expect([own, localTime].map((shape) => isTime(shape as unknown as Schema))).toEqual([true, true]);
	const times = everyCall.flatMap(inputsOf).filter(([, schema]) => isTime(schema));
	expect(new Set(times.map(([field]) => field)).size).toBeGreaterThan(5);
});

/** Lists by page number, as the specification has them. A new list goes by a cursor, which no row that comes meanwhile moves. */
const BY_PAGE =
	`getAllTimeRanking getEndedRankings getHotMusicRanking getLatestNews getNewMusicRanking getNewsList getRankings
	getVideoNews`.split(/\s+/);

it.each(everyCall)('a list of $name is paged as all are', ({ name, ...endpoint }) => {
	type Fields = { shape?: Record<string, unknown> } | undefined;
	const query = (endpoint.query as Fields)?.shape ?? {};
	const replied = (endpoint.reply as Fields)?.shape ?? {};
	const isPaged = 'cursor' in query || 'cursor' in replied;
	if (isPaged) {
		if (!BY_PAGE.includes(name)) expect([placeInList, numberCursor]).toContain(query['cursor']);
		expect(Object.keys(query)).toEqual(expect.arrayContaining(['cursor', 'limit']));
		expect(replied).toHaveProperty('cursor');
		if ('search' in query) expect(query).toHaveProperty('order', listOrder);
	}
	if ('page' in query) expect(BY_PAGE).toContain(name);
	else if ('limit' in query) expect(isPaged).toBe(true);
	expect(Object.keys(query).filter((field) => /offset|skip|page_/.test(field))).toEqual([]);
});

/** Statements that compare addresses of sign-ins, which must not be taken for one another because they look alike. */
const ADDRESSES = ['server/accounts/sql.ts', 'server/operators/sql.ts', 'server/rankings/operator/sql.ts'];

it('a search folds and cuts words in the database, by one rule', async () => {
	const files = await trackedFiles(/^server\/.*(?<!\.test)\.ts$/);
	const own = files.filter(({ text }) => /\blower\(|\bilike\b|\bto_ts(?:query|vector)\b/.test(text));
	const names = own.map(({ name }) => name).filter((name) => !ADDRESSES.includes(name));
	expect(names).toEqual(['server/db/start.ts']);
});

it('a search folds no text by the language of a browser', async () => {
	const files = await trackedFiles(/^(?:web|console|client|ui|contract|server)\/.*(?<!\.test)\.tsx?$/);
	expect(files.filter(({ text }) => /toLocale(?:Lower|Upper)Case/.test(text)).map(({ name }) => name)).toEqual([]);
});

/** In the console, one thing has one word: what it is not called, and what it is called instead. */
const OTHER_WORDS: [RegExp, string][] = [
	[/\bsync|\bproviders?\b/i, 'check with Stripe'],
	[/\bput\b.*\bon sale|\boff sale|\bnot on sale|\boffline\b/i, 'publish, unpublish, draft'],
	[/\bcharge-?backs?\b/i, 'dispute'],
	[/\b(?:ballot|ticket)s?\b/i, 'votes'],
	[
		/\berase|\bremove[ds]?\b.*\b(?:passkey|translation|view)/i,
		'delete: what is gone; remove: what is taken out of a list',
	],
	[/\b(?:goods|products?)\b/i, 'pack'],
	[/\b(?:user|member)s?\b/i, 'fan, operator'],
	[/\brestored? (?!the votes|all votes|from a backup|them from)\w/i, 'end the suspension; votes are restored'],
];

/** Texts that people read: with a space, or a capital at the beginning. */
function wordsIn(name: string, text: string): string[] {
	const found: string[] = [];
	const keep = (words: string) => void (/^\s*[A-Z]|\w \w/.test(words) && found.push(words.replace(/\s+/g, ' ')));
	new Visitor({
		JSXText: ({ value }) => keep(value),
		Literal: ({ value }) => void (typeof value === 'string' && keep(value)),
		TemplateLiteral: ({ quasis }) => keep(quasis.map(({ value }) => value.cooked).join('…')),
	}).visit(parseSync(name, text).program);
	return found;
}

it('the console has one word for one thing', async () => {
	const files = await trackedFiles(/^console\/.*(?<!\.test)\.tsx?$/);
	const texts = files.flatMap(({ name, text }) => wordsIn(name, text).map((words) => ({ name, words })));
	const faults = OTHER_WORDS.flatMap(([other, word]) =>
		texts.filter(({ words }) => other.test(words)).map(({ name, words }) => `${name}: ${words} (${word})`),
	);
	expect(faults).toEqual([]);
	expect(texts.length).toBeGreaterThan(1_000);
});
