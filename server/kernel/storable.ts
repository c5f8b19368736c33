/** Checks that PostgreSQL can store a text and people can read it. PostgreSQL's own error would help nobody. */
import { isStorable } from '#contract/values/text.ts';
import { Problem } from './problem.ts';

/** @throws {Problem} where a text anywhere in it holds a control character, or half of a character */
export function expectStorable(input: unknown, field = ''): void {
	if (typeof input === 'string') {
		if (!isStorable(input)) {
			throw new Problem('invalid_request', { message: `${field}: contains characters that cannot be stored` });
		}
	} else if (typeof input === 'object' && input !== null) {
		for (const name of Object.keys(input)) {
			expectStorable(name, field || 'a name');
			expectStorable((input as Record<string, unknown>)[name], field || name);
		}
	}
}
