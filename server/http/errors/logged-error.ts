/**
 * Reduces an error to what the log may hold. PostgreSQL repeats rows and parameters in an error's details, and input
 * that it cannot parse in the message. Email addresses and names of fans must not get into the log.
 */

interface LoggedError {
	type: string;
	message: string;
	stack: string;
	/** Names from our schema that locate the error: code, constraint, table … */
	[name: string]: unknown;
}

/**
 * Fields that hold names from our schema, never a visitor's input. PostgreSQL's detail, hint, where and query are left
 * out on purpose.
 */
const NAMED = [
	'code',
	'severity',
	'schema',
	'table',
	'column',
	'constraint',
	'dataType',
	'routine',
	'position',
	'errno',
	'syscall',
	'address',
	'port',
	'statusCode',
	'status',
	'slug',
	'requestId',
	'rawType',
] as const;

/** Causes are followed so far. */
const DEPTH_MAX = 4;
const LENGTH_MAX = 8_000;

export function loggedError(error: unknown, depth = 0): LoggedError {
	if (!(error instanceof Error))
		return { type: typeof error, message: 'something was thrown that is no error', stack: '' };
	const { message, stack = '' } = error;
	const said = messageOf(error);
	const fields = error as Error & Partial<Record<(typeof NAMED)[number], unknown>>;
	const named = NAMED.filter((name) => ['string', 'number'].includes(typeof fields[name]));
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
