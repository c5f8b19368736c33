/** Wraps every response in the envelope of the contract. */
import type { Envelope, ProblemEnvelope } from '#contract/endpoint.ts';
import type { Problem } from './problem.ts';

export function envelope<Data>(data: Data): Envelope<Data> {
	return { code: 200, message: 'ok', data };
}

export function problemEnvelope(problem: Problem): ProblemEnvelope {
	return { code: problem.status, message: problem.message, data: null, error: problem.slug };
}
