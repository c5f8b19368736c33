/** What is wrong with a field, by the contract's own rules. Pure. */
import type * as z from 'zod/mini';

/** The first message of the rules that the value breaks, in English; null when it is fine. */
export function fieldProblem(rules: z.ZodMiniType, value: unknown): string | null {
	const checked = rules.safeParse(value);
	return checked.success ? null : (checked.error.issues[0]?.message ?? '');
}
