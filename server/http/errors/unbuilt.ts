/** Calls that are promised in the contract and not served yet answer 501, so that programs can tell. */
import type { FastifyInstance } from 'fastify';
import { API_BASE, calls } from '#contract/calls.ts';
import { Problem } from '#server/kernel/problem.ts';

/** Registers the rest of the contract; gives the names of what is missing. Comes after all domains. */
export function unbuiltCalls(app: FastifyInstance): string[] {
	const missing = calls.filter(({ endpoint }) => {
		const [method] = endpoint.methods;
		return !app.hasRoute({ method, url: API_BASE + endpoint.path });
	});
	for (const { endpoint } of missing) {
		app.route({
			method: [...endpoint.methods],
			url: API_BASE + endpoint.path,
			handler: () => {
				throw new Problem('not_built');
			},
		});
	}
	return missing.map(({ endpoint }) => endpoint.name);
}
