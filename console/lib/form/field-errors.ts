/** Brings what the contract and the server found wrong to the fields. */
import * as z from 'zod/mini';
import { isProblem } from '#client/call.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { errorText } from '../api/calls.tsx';

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

function valueAt(body: unknown, path: readonly PropertyKey[]): unknown {
	return path.reduce<unknown>((value, key) => (Object(value) as Record<PropertyKey, unknown>)[key], body);
}

const isEmpty = (value: unknown) =>
	value === undefined || value === null || value === '' || (typeof value === 'string' && value.trim() === '');

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
	if (issue?.code === 'too_big' && name !== 'birthday') {
		return `At most ${String(issue.maximum)}${issue.origin === 'string' ? ' characters' : ''}`;
	}
	return known ?? missing.get(name) ?? 'Please check this';
}
