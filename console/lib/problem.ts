/** What can go wrong with a call: a refusal of the server, or a failure on the way. */
import type { ProblemSlug } from '#contract/problems.ts';

/** Failures that no envelope came back for. */
type TransportFailure = 'network' | 'timeout' | 'aborted' | 'bad_answer';
/** What a browser or a person made of a passkey. */
type PasskeyFailure = 'passkey_not_used' | 'passkey_known' | 'passkey_unsupported';

export class Problem extends Error {
	/** The envelope's code; the HTTP status where there was none; 0 where nothing came back. */
	readonly code: number;
	readonly slug: ProblemSlug | TransportFailure | PasskeyFailure;

	constructor(code: number, slug: Problem['slug'], message: string) {
		super(message);
		this.name = 'Problem';
		this.code = code;
		this.slug = slug;
	}
}

export const isProblem = (error: unknown, slug?: Problem['slug']): error is Problem =>
	error instanceof Problem && (slug === undefined || error.slug === slug);

/** Nobody knows whether the server did it; the same call may succeed in a moment. */
export function isTransient(error: unknown): boolean {
	return isProblem(error) && (['network', 'timeout'].includes(error.slug) || [502, 503, 504].includes(error.code));
}
