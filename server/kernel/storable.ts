/** Text that PostgreSQL can keep and people can read. What it cannot keep it would refuse itself, in words for nobody. */
import { Problem } from './problem.ts';

// Apart from tab and line ends: the rest is invisible, and NUL ends a text where PostgreSQL keeps it.
const CONTROL = /(?![\t\n\r])\p{Cc}/u;

export function isStorable(text: string): boolean {
	return text.isWellFormed() && !CONTROL.test(text);
}

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

const NAME_MAX = 200;

/** A file's name as it can be shown and kept: whatever somebody calls a file is no reason to refuse it. */
export function storableName(name: string): string {
	return name
		.toWellFormed()
		.replaceAll(/\p{Cc}/gu, '')
		.slice(0, NAME_MAX)
		.toWellFormed();
}
