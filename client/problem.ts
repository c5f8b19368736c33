import type { ProblemSlug } from '#contract/problems.ts';

/** Failures without an envelope. */
type TransportFailure = 'network' | 'timeout' | 'aborted' | 'bad_answer';
/** Failures in the console's browser: of a passkey, and of a form whose picture has not arrived. */
type ConsoleFailure = 'passkey_not_used' | 'passkey_known' | 'passkey_unsupported' | 'upload_running';

type Slug = ProblemSlug | TransportFailure | ConsoleFailure;

export class Problem extends Error {
	/** The envelope's code; the HTTP status if there was no envelope; 0 if no response arrived. */
	readonly code: number;
	readonly slug: Slug;
	/** Seconds after which the server wants to be asked again. */
	readonly retryAfter: number | undefined;

	constructor(code: number, slug: Slug, message: string, retryAfter?: number) {
		super(message);
		this.name = 'Problem';
		this.code = code;
		this.slug = slug;
		this.retryAfter = retryAfter;
	}
}

export function isProblem(error: unknown, slug?: Slug): error is Problem {
	return error instanceof Problem && (slug === undefined || error.slug === slug);
}

/**
 * The server may or may not have acted; the same call may succeed in a moment. An answer that is not ours, whatever its status,
 * came from a proxy, a firewall or a public Wi-Fi.
 */
export function isTransient(error: unknown): error is Problem {
	return (
		isProblem(error) &&
		(['network', 'timeout', 'bad_answer'].includes(error.slug) || [502, 503, 504].includes(error.code))
	);
}

/** The server has judged the call itself: sent again, it is refused again. */
export function isRefusal(error: unknown): error is Problem {
	return isProblem(error) && error.code >= 400 && error.code < 500 && !isTransient(error);
}

/** A programming mistake, caught before anything is sent. */
export class RequiredParameterError extends Error {
	constructor(parameter: string, call: string) {
		super(`Required parameter ${parameter} was null or undefined when calling ${call}.`);
		this.name = 'RequiredParameterError';
	}
}
