/** The log: a JSON object a line, without secrets and without what visitors sent. */
import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import type { FastifyBaseLogger } from 'fastify';

/** @param level `false` for silence @param to destination of lines, instead of standard output */
export function openLog(level: string | false, to?: { write(line: string): void }): FastifyBaseLogger {
	const options = {
		level: level || 'silent',
		redact: ['req.headers.authorization', 'req.headers.cookie'],
		serializers: { err: (error: unknown) => loggedError(error) },
	};
	return to ? pino(options, to) : pino(options);
}

export function requestIds(): () => string {
	const prefix = randomBytes(6).toString('base64url');
	let number = 0;
	return () => {
		number += 1;
		return `${prefix}.${number.toString(36)}`;
	};
}

interface LoggedError {
	type: string;
	message: string;
	stack: string;
	/** Names from our schema that locate the error: code, constraint, table … */
	[name: string]: unknown;
}

/** Names from our schema, never a visitor's input. Detail, hint, where and query of PostgreSQL are left out on purpose. */
const NAMED =
	'code severity schema table column constraint dataType routine ' +
	'position errno syscall address port statusCode status slug requestId rawType';

const DEPTH_MAX = 4;
const LENGTH_MAX = 8_000;

/** PostgreSQL repeats rows and parameters in its errors: addresses and names of fans must not get into the log. */
export function loggedError(error: unknown, depth = 0): LoggedError {
	if (!(error instanceof Error))
		return { type: typeof error, message: 'something was thrown that is no error', stack: '' };
	const { message, stack = '' } = error;
	const said = messageOf(error);
	const fields = error as Error & Record<string, unknown>;
	const named = NAMED.split(' ').filter((name) => ['string', 'number'].includes(typeof fields[name]));
	return {
		type: error.name,
		message: said,
		stack: stack.replace(message, () => said).slice(0, LENGTH_MAX),
		...Object.fromEntries(named.map((name) => [name, fields[name]])),
		...(error.cause === undefined || depth >= DEPTH_MAX ? {} : { cause: loggedError(error.cause, depth + 1) }),
	};
}

/** Class 22: what was sent did not fit its type, and the message quotes it. */
const QUOTES_INPUT = /^22...$/;

function messageOf(error: Error): string {
	const quotes = 'severity' in error && 'code' in error && QUOTES_INPUT.test(String(error.code));
	return (quotes ? withoutQuotation(error.message) : error.message).slice(0, LENGTH_MAX);
}

/** From the first quotation mark to the last: what is quoted may hold some itself. */
function withoutQuotation(text: string): string {
	const [first, last] = [text.indexOf('"'), text.lastIndexOf('"')];
	return first < last ? `${text.slice(0, first)}"…"${text.slice(last + 1)}` : text;
}
