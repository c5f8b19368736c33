import type * as z from 'zod/mini';

export type FieldRules = Record<string, z.ZodMiniType>;

export function fieldProblem<Rules extends FieldRules>(rules: Rules, name: keyof Rules, value: unknown): string | null {
	const checked = rules[name]?.safeParse(value);
	return !checked || checked.success ? null : (checked.error.issues[0]?.message ?? '');
}

export function parseFields<Rules extends FieldRules>(
	rules: Rules,
	values: Record<keyof Rules, string>,
): { [Name in keyof Rules]: z.output<Rules[Name]> } | null {
	const read = Object.entries(rules).map(([name, rule]) => [name, rule.safeParse(values[name])] as const);
	if (read.some(([, { success }]) => !success)) return null;
	return Object.fromEntries(read.map(([name, { data }]) => [name, data])) as {
		[Name in keyof Rules]: z.output<Rules[Name]>;
	};
}
