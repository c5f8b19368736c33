/** Refusals of calls, as components of the document: calls that refuse alike share one. */
import type { Endpoint } from '#contract/endpoint.ts';
import { commonProblems, problems, type ProblemSlug } from '#contract/problems.ts';
import type { Described } from './document.ts';

/** All slugs that the call can answer with. */
export function problemsOf(endpoint: Endpoint): ProblemSlug[] {
	const { access, methods, path, stepUp, takesFile } = endpoint;
	return [
		...new Set<ProblemSlug>([
			...endpoint.problems,
			...(access === 'anyone' ? [] : (['sign_in_required'] as const)),
			...(access === 'registered' ? (['registration_required'] as const) : []),
			...(access.startsWith('operator') ? (['forbidden'] as const) : []),
			...(access.startsWith('operator') && methods[0] !== 'GET' ? (['console_header_missing'] as const) : []),
			...(stepUp ? (['step_up_required', 'passkey_missing'] as const) : []),
			...(takesFile ? (['file_missing'] as const) : []),
			...(path.includes(':') ? (['not_found'] as const) : []),
			...commonProblems,
		]),
	];
}

/** Calls that refuse alike share a component. */
export function refusals(slugs: ProblemSlug[]): Record<string, object> {
	return Object.fromEntries(
		[...byStatus(slugs)].map(([status, ofStatus]) => [
			status,
			{ $ref: `#/components/responses/${ofStatus.join('.')}` },
		]),
	);
}

export function refusalComponents(calls: readonly Described[]): Record<string, object> {
	const lists = calls.flatMap(({ endpoint }) => [...byStatus(problemsOf(endpoint)).values()]);
	return Object.fromEntries(
		lists.map((slugs) => [
			slugs.join('.'),
			{
				description: slugs.map((slug) => `\`${slug}\`: ${problems[slug].message}`).join('\n\n'),
				content: { 'application/json': { schema: problemSchema(slugs) } },
			},
		]),
	);
}

const byStatus = (slugs: ProblemSlug[]): Map<number, ProblemSlug[]> =>
	Map.groupBy(slugs, (slug) => problems[slug].status);

export function problemSchema(slugs: string[]): object {
	return {
		type: 'object',
		properties: {
			code: { type: 'integer' },
			message: { type: 'string' },
			data: { type: 'null' },
			error: { enum: slugs },
		},
		required: ['code', 'message', 'data', 'error'],
	};
}
