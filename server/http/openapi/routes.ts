/** The contract for everybody else: OpenAPI 3.1 and a page to read. All are made from the calls alone. */
import type { FastifyInstance } from 'fastify';
import { API_BASE, calls, type Call } from '#contract/calls.ts';
import { operatorCalls } from '#contract/operator/calls.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { problems } from '#contract/problems.ts';
import { escapeHtml } from '#server/kernel/escape-html.ts';
import { documentOf } from './document.ts';
import { jsonSchema } from '../serve.ts';

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
export const openApiDocument = (): object =>
	documentOf({ title: 'Lightstick', security: { session: { type: 'http', scheme: 'bearer' } }, calls });

let madeForOperators: string | undefined;

export const operatorsDocumentText = (): string => (madeForOperators ??= JSON.stringify(operatorsDocument()));

export function operatorsDocument(): object {
	return documentOf({
		title: 'Lightstick console',
		security: { session: { type: 'apiKey', in: 'cookie', name: 'lightstick-console' } },
		calls: operatorCalls.map((endpoint) => ({ noun: endpoint.path.split('/')[2] ?? '', endpoint })),
	});
}

const STYLE = `body{font:1rem/1.6 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark}
code,pre{font:.875rem/1.5 ui-monospace,monospace}pre{overflow:auto;padding:1rem;border:1px solid #8888}
section{border-top:1px solid #8888;margin-top:2rem}td,th{text-align:left;padding:.25rem 1rem .25rem 0;vertical-align:top}`;

export function apiReference(): string {
	const nouns = [...Map.groupBy(calls, ({ noun }) => noun)];
	return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Lightstick API</title>
<meta name="viewport" content="width=device-width,initial-scale=1"><style>${STYLE}</style></head><body>
<h1>Lightstick API</h1>
<p>Base <code>${API_BASE}</code>. Every answer is an envelope with <code>code</code> (the HTTP status),
<code>message</code> and <code>data</code>; refusals carry an <code>error</code> slug. Signed-in calls send
<code>Authorization: Bearer &lt;token&gt;</code>, or the token alone. For programs: <a href="${API_BASE}/openapi.json">openapi.json</a>.</p>
${nouns.map(([noun, ofNoun]) => `<section><h2>${noun}</h2>${ofNoun.map(describe).join('')}</section>`).join('')}
<section><h2>Refusals</h2><table>${Object.entries(problems)
		.map(
			([slug, { status, message }]) =>
				`<tr><td><code>${slug}</code></td><td>${status}</td><td>${escapeHtml(message)}</td></tr>`,
		)
		.join('')}</table></section></body></html>`;
}

function describe({ endpoint }: Call): string {
	const input = (['params', 'query', 'body'] as const)
		.filter((part) => endpoint[part])
		.map((part) => `<h4>${part}</h4>${shown(endpoint[part], 'input')}`)
		.join('');
	return `<h3 id="${endpoint.name}"><code>${endpoint.methods.join(' or ')} ${endpoint.path}</code></h3>
<p>${escapeHtml(endpoint.summary)}. Access: ${endpoint.access}.${
		endpoint.idempotent ? ' Takes an <code>Idempotency-Key</code>.' : ''
	}</p>${input}<h4>data</h4>${shown(endpoint.reply, 'output')}${
		endpoint.problems.length > 0 ? `<p>Refusals: <code>${endpoint.problems.join('</code>, <code>')}</code></p>` : ''
	}`;
}

const shown = (shape: Endpoint['params'], io: 'input' | 'output'): string =>
	shape ? `<pre>${escapeHtml(JSON.stringify(jsonSchema(shape, io), null, 2))}</pre>` : '';
