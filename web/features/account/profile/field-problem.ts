/** Validates a field with the contract's own rules. Pure. */
import type * as z from 'zod/mini';

export type FieldRules = Record<string, z.ZodMiniType>;

/** Returns the English message of the first rule that the value breaks. Null if the value is valid. */
export function fieldProblem<Rules extends FieldRules>(rules: Rules, name: keyof Rules, value: unknown): string | null {
	const checked = rules[name]?.safeParse(value);
	return !checked || checked.success ? null : (checked.error.issues[0]?.message ?? '');
}

/** Returns the values as the rules parse them, trimmed. Null if one is invalid. */
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
