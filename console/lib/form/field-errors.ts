/** Brings what the contract and the server found wrong to the fields. */
import { useLingui } from '@lingui/react/macro';
import * as z from 'zod/mini';
import { isProblem } from '#client/call.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { useErrorText } from '../api/error-text.tsx';

export type ErrorOf = (field: string) => string | null;

/** `error` is the refusal of the last save. A field of the contract's own issues shows these first. */
export function useFieldErrors(issues: readonly FieldIssue[], error: unknown): { errorOf: ErrorOf; count: number } {
	const words = useFieldWords();
	const textOf = useErrorText();
	const errors = new Map(issues.map((issue) => [issue.field, words(issue)]));
	const refused = fieldOf(error);
	if (refused !== null && !errors.has(refused)) {
		const named = textOf(error).startsWith(`${refused}: `);
		errors.set(refused, named ? words({ field: refused, issue: null, empty: false }) : textOf(error));
	}
	return { errorOf: (field) => errors.get(field) ?? null, count: errors.size };
}

export interface FieldIssue {
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
export function useTimeErrorText(): (fault: 'skipped' | 'outside') => string {
	const { t } = useLingui();
	return (fault) =>
		fault === 'skipped' ? t`Clocks are set forward over this time: choose another` : t`Enter a date from 2000 to 2099`;
}

/** Returns the text that stands at the field. */
export function useFieldWords(): (issue: FieldIssue) => string {
	const { t } = useLingui();
	const name = (field: string) => field.split('.').at(-1) ?? field;
	const missing = new Map([
		['starts_local', t`Please choose when it starts`],
		['ends_local', t`Please choose when it ends`],
		['publish_local', t`Please choose a date and time`],
		['birthday', t`Please choose a date`],
		['media_id', t`Please choose a picture`],
		['pc_media_id', t`Please choose a picture`],
		['category_id', t`Please choose a category`],
		['why', t`Please give a reason`],
		['title', t`Please enter a title`],
		['statement', t`Please write a public statement`],
		['rank_name', t`Please enter a name`],
		['main_tab', t`Please enter a part of the address`],
		['ranking_key', t`Please choose a ranking`],
	]);
	const wrong = new Map([
		['ranking_key', t`Use lowercase letters, digits and hyphens`],
		['main_tab', t`Use lowercase letters, digits and hyphens`],
		['key', t`Use lowercase letters, digits and hyphens`],
		['view_id', t`Use letters, digits and hyphens`],
		['contact_mail', t`Enter an address like name@example.com`],
		['link_url', t`Start the link with https:// or /`],
		['cover_link_url', t`Start the link with https:// or /`],
		['url', t`Write each line as a name and an https address`],
		['social_links', t`Write each line as a name and an https address`],
		['price_minor', t`Enter a price, for example 4.99`],
		['currency', t`Please choose a currency`],
		['currency_name', t`Please choose a currency`],
		['fan_color', t`Write it as #RRGGBB`],
		['birthday', t`Enter a day from 1900 until today`],
		['fan_ids', t`Enter numbers of fans, separated by spaces or commas`],
		['incident_url', t`Enter an https address`],
	]);
	const timeText = useTimeErrorText();
	return ({ field, issue, empty }) => {
		const known = wrong.get(name(field));
		// A ranking has a key of its own; elsewhere the key names another ranking.
		if (empty && field === 'ranking_key') return t`Please enter a key`;
		if (empty) return missing.get(name(field)) ?? t`Please fill this in`;
		// The server finds only what this form lets through: a time that does not exist.
		if (name(field).endsWith('_local')) return timeText(issue ? 'outside' : 'skipped');
		if (issue?.code === 'too_small') return known ?? t`At least ${String(issue.minimum)}`;
		if (issue?.code === 'too_big' && name(field) !== 'birthday') {
			const most = String(issue.maximum);
			return issue.origin === 'string' ? t`At most ${most} characters` : t`At most ${most}`;
		}
		return known ?? missing.get(name(field)) ?? t`Please check this`;
	};
}
