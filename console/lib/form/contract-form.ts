/** The values of a form and the body of its request, both from the shapes that the contract gives the bodies. */
import * as z from 'zod/mini';
import { isProblem } from '#client/call.ts';
import type { Endpoint, InputOf, ReplyOf } from '#contract/endpoint.ts';
import { link } from '#contract/operator/shapes.ts';
import { pictureName, thumbnailOf } from '#contract/values/pictures.ts';
import { written } from '#contract/values/shapes.ts';
import { errorText } from '../api/calls.tsx';
import type { Picture } from '../media/picture-field.tsx';

/** What a form edits: a resource of the contract, or what there is one of and no call creates. */
export interface Edited {
	noun?: string;
	create?: Endpoint;
	edit: Endpoint;
}

/** As a field holds it: a text that is no whole number stays, which no call takes. An empty field is null. */
export type Whole = number | string | null;

/** A missing text is empty, a missing number null, and a picture is kept with its address. */
type ValueOf<Name, Sent> = Name extends `${string}media_id`
	? Picture | null
	: NonNullable<Sent> extends string
		? NonNullable<Sent> | (null extends Sent ? '' : never)
		: NonNullable<Sent> extends number
			? Whole
			: Sent;
type FormOf<Body> = { [Name in Exclude<keyof Body, 'version'>]-?: ValueOf<Name, Body[Name]> };

type BodyOf<Of extends Edited> = (Of extends { create: infer Create extends Endpoint }
	? InputOf<Create>['body']
	: unknown) &
	InputOf<Of['edit']>['body'];
export type ValuesOf<Of extends Edited> = FormOf<BodyOf<Of>>;
export type SavedOf<Of extends Edited> =
	| (Of extends { create: infer Create extends Endpoint } ? ReplyOf<Create> : never)
	| ReplyOf<Of['edit']>;

type Shapes = Record<string, z.ZodMiniType>;

/** Fields of both calls, in the contract's order. */
export function shapesOf({ create, edit }: Edited): Shapes {
	const { version: _, ...later } = shapesIn(edit.body);
	return { ...shapesIn(create?.body), ...later };
}

export const shapesIn = (object: z.ZodMiniType | undefined): Shapes =>
	(object as unknown as z.ZodMiniObject<Shapes> | undefined)?.shape ?? {};

/** `fresh`: values of a new item that are not empty. */
export function formOf<Of extends Edited>(of: Of, fresh: Partial<ValuesOf<Of>> = {}) {
	const shapes = Object.entries(shapesOf(of));
	const empty = Object.fromEntries(shapes.map(([name, field]) => [name, emptyOf(name, field)]));
	return {
		valuesOf(stored: object | undefined): ValuesOf<Of> {
			const row = Object(stored) as Record<string, unknown>;
			if (!stored) return { ...empty, ...fresh } as ValuesOf<Of>;
			return Object.fromEntries(
				Object.entries(empty).map(([name, nothing]) => [name, row[pictureName(name)] ?? nothing]),
			) as ValuesOf<Of>;
		},
		bodyOf(values: object): BodyOf<Of> {
			const given = values as Record<string, unknown>;
			return Object.fromEntries(shapes.map(([name, field]) => [name, sentOf(given[name], field)])) as BodyOf<Of>;
		},
	};
}

/** Returns the stored item as it was in a state of the audit trail, which names pictures by id. It stays as visible as it is. */
export function asBefore<Item extends object>(stored: Item, state: object): Item {
	const pictures = Object.entries(state).flatMap(([name, id]) =>
		name.endsWith('media_id')
			? [[pictureName(name), typeof id === 'string' ? { media_id: id, url: thumbnailOf(id) } : null]]
			: [],
	);
	const { hidden } = stored as { hidden?: boolean };
	return { ...stored, ...state, ...Object.fromEntries(pictures), ...(hidden !== undefined && { hidden }) };
}

/** What a field means: its name says it, and its shape where many names mean the same. */
export function kindOf(name: string, field: z.ZodMiniType) {
	const type = typeOf(field);
	if (name.endsWith('media_id')) return 'picture';
	if (name.endsWith('_raw')) return 'richText';
	if (name.endsWith('_local')) return 'localTime';
	if (name.endsWith('link_url')) return 'link';
	if (name === 'birthday') return 'day';
	if (name === 'why') return 'reason';
	if (name === 'key' || (name.endsWith('_id') && type === 'string')) return 'key';
	if (type === 'boolean') return 'flag';
	if (type === 'number') return 'number';
	if (type === 'enum') return 'choice';
	return type === 'string' && (written.get(inner(field))?.most ?? 0) > LINE_MAX ? 'longText' : 'text';
}
export type Kind = ReturnType<typeof kindOf>;
const LINE_MAX = 500;

function emptyOf(name: string, field: z.ZodMiniType): unknown {
	if (typeOf(field) === 'boolean') return false;
	return typeOf(field) === 'number' || name.endsWith('media_id') ? null : '';
}

/** What is missing is sent as null or left out, or as nothing where that is an answer: no number is 0, no picture an empty id. */
function sentOf(value: unknown, field: z.ZodMiniType): unknown {
	const isBlank = value === null || (typeof value === 'string' && value.trim() === '');
	if (isBlank && accepts(field, null)) return null;
	if (isBlank && accepts(field, undefined)) return undefined;
	if (value === null) return typeOf(field) === 'number' ? (accepts(field, 0) ? 0 : null) : '';
	return (Object(value) as Partial<Picture>).media_id ?? value;
}

export const accepts = (field: z.ZodMiniType, value: unknown): boolean => z.safeParse(field, value).success;

function inner(field: z.ZodMiniType): z.ZodMiniType {
	const { innerType } = field._zod.def as { innerType?: z.ZodMiniType };
	return innerType ? inner(innerType) : field;
}

const typeOf = (field: z.ZodMiniType): string => inner(field)._zod.def.type;

/** Returns whether the text is an https address, a path of the site, or empty. */
export const isLink = (text: string): boolean => text === '' || accepts(link, text);

export type ErrorOf = (field: string) => string | null;

/** `error` is the refusal of the last save. A field of the contract's own issues shows these first. */
export function fieldErrors(issues: readonly FieldIssue[], error: unknown): { errorOf: ErrorOf; count: number } {
	const errors = new Map(issues.map((issue) => [issue.field, fieldWords(issue)]));
	const refused = fieldOf(error);
	if (refused !== null && !errors.has(refused)) {
		const named = errorText(error).startsWith(`${refused}: `);
		errors.set(refused, named ? fieldWords({ field: refused, issue: null, empty: false }) : errorText(error));
	}
	return { errorOf: (field) => errors.get(field) ?? null, count: errors.size };
}

interface FieldIssue {
	/** Path of the field in the request: `title`, `cards.0.rank_name`. */
	field: string;
	/** Null if only the server knows what is wrong. */
	issue: z.core.$ZodIssue | null;
	/** True if nothing was entered. */
	empty: boolean;
}

/** Returns the first issue of each field of the request. */
export function issuesOf({ body: schema }: Pick<Endpoint, 'body'>, body: unknown): FieldIssue[] {
	const issues = (schema && z.safeParse(schema, body).error?.issues) ?? [];
	const first = new Map<string, z.core.$ZodIssue>();
	for (const issue of issues) {
		const field = issue.path.map(String).join('.');
		if (!first.has(field)) first.set(field, issue);
	}
	return [...first].map(([field, issue]) => ({ field, issue, empty: isEmpty(valueAt(body, issue.path)) }));
}

/** Returns the body as it will be stored, or as it is if it will be refused. */
export const tidied = ({ body }: Pick<Endpoint, 'body'>, given: object): unknown =>
	(body && z.safeParse(body, given).data) ?? given;

const valueAt = (body: unknown, path: readonly PropertyKey[]): unknown =>
	path.reduce<unknown>((value, key) => (Object(value) as Record<PropertyKey, unknown>)[key], body);

const isEmpty = (value: unknown) =>
	typeof value === 'string' ? value.trim() === '' : value === undefined || value === null;

/** Refusals whose field does not stand in their message. */
const fields = new Map([
	['ranking_exists', 'ranking_key'],
	['period_invalid', 'starts_local'],
	['timezone_unknown', 'timezone'],
	['solo_incomplete', 'birthday'],
	['currency_unknown', 'currency'],
	['price_unchargeable', 'price_minor'],
	['rename_needs_reason', 'why'],
	['category_not_found', 'category_id'],
	['incident_missing', 'incident_url'],
]);

/** Returns null if the refusal is about the whole. */
export function fieldOf(error: unknown): string | null {
	if (!isProblem(error)) return null;
	if (error.slug !== 'invalid_request') return fields.get(error.slug) ?? null;
	// The server names the field, then says what is wrong: see refusalOf in server/http.
	return /^([\w.]+): /.exec(error.message)?.[1] ?? null;
}

/** `skipped`: the site's clocks are set forward over the time. `outside`: its year is none that the contract accepts. */
export const timeErrors = {
	skipped: 'Clocks are set forward over this time: choose another',
	outside: 'Enter a date from 2000 to 2099',
};

/** Texts by the names of the fields at which they stand. */
const textsAt = (texts: Record<string, string>) =>
	new Map(Object.entries(texts).flatMap(([text, names]) => names.split(' ').map((name) => [name, text])));

const missing = textsAt({
	'Please choose when it starts': 'starts_local',
	'Please choose when it ends': 'ends_local',
	'Please choose a date and time': 'publish_local',
	'Please choose a date': 'birthday',
	'Please choose a picture': 'media_id pc_media_id',
	'Please choose a category': 'category_id',
	'Please give a reason': 'why',
	'Please enter a title': 'title',
	'Please write a public statement': 'statement',
	'Please enter a name': 'rank_name',
	'Please enter a part of the address': 'main_tab',
	'Please choose a ranking': 'ranking_key',
});
const wrong = textsAt({
	'Use lowercase letters, digits and hyphens': 'ranking_key main_tab key',
	'Use letters, digits and hyphens': 'view_id',
	'Enter an address like name@example.com': 'contact_mail',
	'Start the link with https:// or /': 'link_url cover_link_url',
	'Write each line as a name and an https address': 'url social_links',
	'Enter a price, for example 4.99': 'price_minor',
	'Please choose a currency': 'currency currency_name',
	'Write it as #RRGGBB': 'fan_color',
	'Enter a day from 1900 until today': 'birthday',
	'Enter numbers of fans, separated by spaces or commas': 'fan_ids',
	'Enter an https address': 'incident_url',
});

/** Returns the text that stands at the field. */
export function fieldWords({ field, issue, empty }: FieldIssue): string {
	const name = field.split('.').at(-1) ?? field;
	const known = wrong.get(name);
	// A ranking has a key of its own; elsewhere the key names another ranking.
	if (empty && field === 'ranking_key') return 'Please enter a key';
	if (empty) return missing.get(name) ?? 'Please fill this in';
	// The server finds only what this form lets through: a time that does not exist.
	if (name.endsWith('_local')) return timeErrors[issue ? 'outside' : 'skipped'];
	if (issue?.code === 'too_small') return known ?? `At least ${String(issue.minimum)}`;
	if (issue?.code === 'too_big' && name !== 'birthday')
		return `At most ${String(issue.maximum)}${issue.origin === 'string' ? ' characters' : ''}`;
	return known ?? missing.get(name) ?? 'Please check this';
}
