/** Brings what the contract and the server found wrong to the fields. */
import { useErrorText } from '../api/error-text.ts';
import type { FieldIssue } from './field-issues.ts';
import { useFieldWords } from './field-words.ts';
import { fieldOf } from './problem-field.ts';

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
