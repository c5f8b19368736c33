/** A refusal that a caller can act on. Thrown by use cases, turned into an answer in one place (answers.ts). */
import { problems, type ProblemSlug } from '#contract/problems.ts';
import type { Envelope, ProblemEnvelope } from '#contract/endpoint.ts';

export class Problem extends Error {
	readonly slug: ProblemSlug;
	readonly status: number;
	/** Seconds after which it makes sense to try again, where that is known. */
	readonly retryAfter: number | undefined;

	/** `message` only where the catalog's sentence can be said more exactly. */
	constructor(slug: ProblemSlug, { message, retryAfter }: { message?: string; retryAfter?: number } = {}) {
		super(message ?? problems[slug].message);
		this.name = 'Problem';
		this.slug = slug;
		this.status = problems[slug].status;
		this.retryAfter = retryAfter;
	}
}

export const envelope = <Data>(data: Data): Envelope<Data> => ({ code: 200, message: 'ok', data });

export function problemEnvelope(problem: Problem): ProblemEnvelope {
	return { code: problem.status, message: problem.message, data: null, error: problem.slug };
}

/** Returns what there is. @throws {Problem} if there is nothing */
export function orRefuse<Value>(value: Value, slug: ProblemSlug): Exclude<Value, null | undefined | false> {
	if (value === null || value === undefined || value === false) throw new Problem(slug);
	return value as Exclude<Value, null | undefined | false>;
}
