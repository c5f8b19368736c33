/** Reading the tree that PostgreSQL's own parser makes of a statement. */

/** Fields of a node; what each holds is known by the kind alone. */
export type Fields = { readonly [field: string]: unknown };

export const isFields = (value: unknown): value is Fields =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the fields if the node is of this kind. */
export function as(kind: string, node: unknown): Fields | null {
	const fields = isFields(node) ? node[kind] : null;
	return isFields(fields) ? fields : null;
}

export const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

export const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Names in a list of strings, as of a column, a function or the columns of an alias. */
export const names = (value: unknown): string[] => list(value).map((name) => text(as('String', name)?.['sval']));

/** Calls `visit` for each node below this one, and goes into it unless `visit` returns true. */
export function walk(value: unknown, visit: (kind: string, fields: Fields) => boolean): void {
	if (Array.isArray(value)) for (const item of value) walk(item, visit);
	else if (isFields(value)) {
		for (const [key, item] of Object.entries(value)) {
			const isKind = /^[A-Z]/.test(key) && isFields(item);
			if (!isKind || !visit(key, item)) walk(item, visit);
		}
	}
}

/** Conditions that must all hold. */
export function conjuncts(condition: unknown): unknown[] {
	const both = as('BoolExpr', condition);
	if (both?.['boolop'] === 'AND_EXPR') return list(both['args']).flatMap(conjuncts);
	return condition === undefined ? [] : [condition];
}
