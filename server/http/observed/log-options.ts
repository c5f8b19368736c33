/** How the log is written: a JSON object a line, without secrets and without what visitors sent. */
import { loggedError } from '../errors/logged-error.ts';

/** @param to destination of lines, instead of standard output */
export function logOptions(level: string, to?: { write(line: string): void }) {
	return {
		level,
		redact: ['req.headers.authorization', 'req.headers.cookie'],
		serializers: { err: (error: unknown) => loggedError(error) },
		...(to ? { stream: to } : {}),
	};
}
