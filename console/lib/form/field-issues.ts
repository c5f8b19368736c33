/** Checks an editor's values by the contract's own schema before anything is sent. */
import * as z from 'zod/mini';
import type { Endpoint } from '#contract/endpoint.ts';

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
