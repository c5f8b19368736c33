/** The contract for everybody else: OpenAPI 3.1 and a page to read. All are made from the calls alone. */
import type { FastifyInstance } from 'fastify';
import { API_BASE, calls } from '#contract/calls.ts';
import { operatorCalls } from '#contract/operator/calls.ts';
import { apiReference } from './reference.ts';
import { documentOf } from './document.ts';

/** Made at the first start of a site in this process: a request must not wait for it. */
let made: { document: string; page: string } | undefined;

export function openApi(app: FastifyInstance): void {
	const { document, page } = (made ??= { document: JSON.stringify(openApiDocument()), page: apiReference() });
	const cache = 'public, max-age=300';
	app.get(`${API_BASE}/openapi.json`, (_request, reply) =>
		reply.header('cache-control', cache).type('application/json; charset=utf-8').send(document),
	);
	app.get('/api/docs', (_request, reply) =>
		reply
			.header('cache-control', cache)
			.header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
			.type('text/html; charset=utf-8')
			.send(page),
	);
}

/** The fans' calls; scripts/openapi.ts keeps a copy in docs/api. */
export function openApiDocument(): object {
	return documentOf({ title: 'Lightstick', security: { session: { type: 'http', scheme: 'bearer' } }, calls });
}

let madeForOperators: string | undefined;

/** As JSON. */
export function operatorsDocumentText(): string {
	return (madeForOperators ??= JSON.stringify(operatorsDocument()));
}

/** The console's calls, for signed-in operators only. */
export function operatorsDocument(): object {
	return documentOf({
		title: 'Lightstick console',
		security: { session: { type: 'apiKey', in: 'cookie', name: 'lightstick-console' } },
		calls: operatorCalls.map((endpoint) => ({ noun: endpoint.path.split('/')[2] ?? '', endpoint })),
	});
}
