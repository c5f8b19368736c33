/** Describes to the caller why the contract rejects their input. */
import type * as z from 'zod/mini';
import type { Endpoint } from '#contract/endpoint.ts';
import { problems } from '#contract/problems.ts';
import { Problem } from '#server/kernel/problem.ts';

type Issue = z.core.$ZodIssue;

/** Message of zod/mini for a shape without a message of its own. */
const NO_WORDS = 'Invalid input';

/**
 * The call's own refusal where it has one for this field or message; else the general one. It names the field, by words
 * of the contract alone: what was sent is never repeated.
 */
export function refusalOf(endpoint: Endpoint, part: 'params' | 'query' | 'body', issue: Issue | undefined): Problem {
	const message = !issue || issue.message === NO_WORDS ? wordsOf(issue) : issue.message;
	const [field = part, ...inside] = issue?.path ?? [];
	const slug =
		endpoint.problems.find((candidate) => problems[candidate].message === message) ??
		endpoint.problems.find((candidate) => candidate === `invalid_${String(field)}`);
	if (slug) return new Problem(slug, { message: issue?.message === NO_WORDS ? problems[slug].message : message });
	return new Problem('invalid_request', { message: `${[field, ...inside].join('.')}: ${message}` });
}

function wordsOf(issue: Issue | undefined): string {
	if (issue?.code === 'invalid_type') return `must be ${nameOf(issue.expected)}`;
	if (issue?.code === 'too_big') return `must ${boundOf(issue.origin)} at most ${issue.maximum}`;
	if (issue?.code === 'too_small') {
		return `must ${boundOf(issue.origin)} ${issue.inclusive ? 'at least' : 'more than'} ${issue.minimum}`;
	}
	if (issue?.code === 'invalid_value') return `must be one of: ${issue.values.map(String).join(', ')}`;
	return 'is not valid';
}

const nameOf = (type: string): string =>
	type === 'number' || type === 'int' ? 'a whole number' : `of the type ${type}`;

const boundOf = (origin: string): string => (origin === 'string' || origin === 'array' ? 'have a length of' : 'be');
