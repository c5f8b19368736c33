/** Answers requests to no known call: 405 with the allowed methods if the path has other methods, else 404. */
import type { FastifyInstance } from 'fastify';
import { API_BASE } from '#contract/values/constants.ts';
import { sendProblem } from './answers.ts';
import { Problem } from '#server/kernel/problem.ts';

interface Address {
	segments: (string | null)[];
	methods: Set<string>;
}

/** Remembers every route that is registered after it. */
export function rememberAddresses(app: FastifyInstance): (path: string) => string[] {
	const addresses = new Map<string, Address>();
	app.addHook('onRoute', ({ url, method }) => {
		const segments = url.split('/').map((segment) => (segment.startsWith(':') ? null : segment));
		const address = addresses.get(url) ?? { segments, methods: new Set() };
		for (const each of [method].flat()) address.methods.add(each);
		addresses.set(url, address);
	});
	return (path) => {
		const parts = path.split('/');
		// As the router does: words come before parameters.
		const [found] = [...addresses.values()]
			.filter(({ segments }) => fits(segments, parts))
			.toSorted((one, other) => parametersOf(one) - parametersOf(other));
		return [...(found?.methods ?? [])];
	};
}

const parametersOf = ({ segments }: Address): number => segments.filter((segment) => segment === null).length;

const fits = (segments: Address['segments'], parts: string[]): boolean =>
	segments.length === parts.length &&
	segments.every((segment, index) => (segment === null ? parts[index] !== '' : segment === parts[index]));

export function refuseUnknownCalls(app: FastifyInstance, methodsOf: (path: string) => string[]): void {
	void app.register(
		async (api) => {
			// Before the body is read: the framework refuses some methods by what they send, or do not.
			api.addHook('onRequest', api.rateLimit());
			api.addHook('onRequest', async (request, reply) => {
				const [path = ''] = request.url.split('?', 1);
				const methods = methodsOf(path);
				if (methods.length === 0) return sendProblem(reply, new Problem('not_found'));
				void reply.header('allow', methods.join(', '));
				return sendProblem(reply, new Problem('method_not_allowed'));
			});
			api.setNotFoundHandler((_request, reply) => sendProblem(reply, new Problem('not_found')));
		},
		{ prefix: API_BASE },
	);
}
