/** The contract for everybody else: OpenAPI 3.1 and a page to read. Both are made from the calls alone. */
import type { FastifyInstance } from 'fastify';
import { API_BASE, calls } from '#contract/calls.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { commonProblems, problems, type ProblemSlug } from '#contract/problems.ts';
import { apiReference } from './api-reference.ts';
import { jsonSchema } from './json-schema.ts';

export function openApi(app: FastifyInstance): void {
	const document = JSON.stringify(openApiDocument());
	const page = apiReference();
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

/** The document as an object; scripts/openapi.ts keeps a copy in docs/api. */
export function openApiDocument(): object {
	const paths: Record<string, Record<string, object>> = {};
	for (const { noun, endpoint } of calls) {
		const path = endpoint.path.replaceAll(/:([a-z_]+)/g, '{$1}');
		for (const method of endpoint.methods) {
			paths[path] = { ...paths[path], [method.toLowerCase()]: operation(noun, endpoint, method) };
		}
	}
	return {
		openapi: '3.1.0',
		info: {
			title: 'Lightstick',
			version: '1',
			description: 'Every answer is an envelope: code (the HTTP status), message, data. Refusals carry an error slug.',
		},
		servers: [{ url: API_BASE }],
		paths,
		components: {
			securitySchemes: { session: { type: 'http', scheme: 'bearer' } },
			schemas: { Problem: problemSchema(Object.keys(problems)) },
		},
	};
}

function operation(noun: string, endpoint: Endpoint, method: string): object {
	const first = method === endpoint.methods[0];
	return {
		operationId: first ? endpoint.name : `${endpoint.name}By${method}`,
		tags: [noun],
		summary: endpoint.summary,
		security: endpoint.access === 'anyone' ? [] : [{ session: [] }],
		parameters: [
			...parameters(endpoint.params, 'path'),
			...parameters(endpoint.query, 'query'),
			...(endpoint.idempotent ? [idempotencyHeader] : []),
		],
		...(endpoint.body
			? { requestBody: { content: { 'application/json': { schema: jsonSchema(endpoint.body, 'input') } } } }
			: {}),
		responses: {
			200: endpoint.events ? eventsOf(endpoint.events) : doneOf(endpoint),
			...refusals(problemsOf(endpoint)),
		},
	};
}

function parameters(shape: Endpoint['params'], place: 'path' | 'query'): object[] {
	if (!shape) return [];
	const { properties = {}, required = [] } = jsonSchema(shape, 'input') as {
		properties?: Record<string, object>;
		required?: string[];
	};
	return Object.entries(properties).map(([name, schema]) => ({
		name,
		in: place,
		required: required.includes(name),
		schema,
	}));
}

const idempotencyHeader = {
	name: 'Idempotency-Key',
	in: 'header',
	required: false,
	description: 'Made by the client before its first try; a retry with the same key and body gets the first success.',
	schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{22,36}$' },
};

const doneOf = (endpoint: Endpoint): object => ({
	description: 'Done',
	content: { 'application/json': { schema: envelopeOf(endpoint) } },
});

/** OpenAPI 3.1 has no words for streams: each event is described by what its `data` holds. */
function eventsOf(events: NonNullable<Endpoint['events']>): object {
	const shapes = Object.entries(events).map(([name, shape]) => [name, jsonSchema(shape, 'output')]);
	return {
		description: `Server-sent events, until one side ends them: ${Object.keys(events).join(', ')}. \`data\` is JSON.`,
		content: { 'text/event-stream': { schema: { type: 'string' }, 'x-events': Object.fromEntries(shapes) } },
	};
}

function envelopeOf(endpoint: Endpoint): object {
	return {
		type: 'object',
		properties: { code: { const: 200 }, message: { type: 'string' }, data: jsonSchema(endpoint.reply, 'output') },
		required: ['code', 'message', 'data'],
	};
}

/** All slugs that the call can answer with. */
export function problemsOf(endpoint: Endpoint): ProblemSlug[] {
	const access: ProblemSlug[] =
		endpoint.access === 'anyone'
			? []
			: endpoint.access === 'registered'
				? ['sign_in_required', 'registration_required']
				: ['sign_in_required'];
	return [...endpoint.problems, ...access, ...commonProblems];
}

function refusals(slugs: ProblemSlug[]): Record<string, object> {
	const byStatus = Map.groupBy(slugs, (slug) => problems[slug].status);
	return Object.fromEntries(
		[...byStatus].map(([status, ofStatus]) => [
			status,
			{
				description: ofStatus.map((slug) => `\`${slug}\`: ${problems[slug].message}`).join('\n\n'),
				content: { 'application/json': { schema: problemSchema(ofStatus) } },
			},
		]),
	);
}

function problemSchema(slugs: string[]): object {
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
