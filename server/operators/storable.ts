/** Text that PostgreSQL can keep. What it cannot, it would refuse itself, in words for nobody. */
import { Problem } from '#server/http/problem.ts';

/** @throws {Problem} where a text anywhere in it holds a NUL, or half of a character */
export function expectStorable(input: unknown, field = ''): void {
	if (typeof input === 'string') {
		if (input.includes('\0') || !input.isWellFormed()) {
			throw new Problem('invalid_request', { message: `${field}: holds characters that cannot be stored` });
		}
	} else if (typeof input === 'object' && input !== null) {
		for (const [name, value] of Object.entries(input)) {
			expectStorable(name, field || 'a name');
			expectStorable(value, field || name);
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
