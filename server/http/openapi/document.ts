/** Builds an OpenAPI 3.1 document for a list of calls, from the contract alone. */
import { API_BASE } from '#contract/values/constants.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { CONSOLE_HEADER } from '#contract/operator/shapes.ts';
import { commonProblems, problems, type ProblemSlug } from '#contract/problems.ts';
import { IDEMPOTENCY_KEY_PATTERN, RETRY_HEADER } from '#contract/voting.ts';
import { inputSchema, type Json, jsonSchema } from '../serve.ts';

interface Described {
	noun: string;
	endpoint: Endpoint;
}

interface Description {
	title: string;
	security: Record<string, object>;
	calls: readonly Described[];
}

const ENVELOPE = 'Every answer is an envelope: code (the HTTP status), message, data. Refusals carry an error slug.';

export function documentOf({ title, security, calls }: Description): object {
	const paths: Record<string, Record<string, object>> = {};
	for (const call of calls) {
		const path = call.endpoint.path.replaceAll(/:([a-z_]+)/g, '{$1}');
		for (const method of call.endpoint.methods) {
			const secured = call.endpoint.access === 'anyone' ? [] : [{ [Object.keys(security)[0] ?? '']: [] }];
			paths[path] = { ...paths[path], [method.toLowerCase()]: { ...operation(call, method), security: secured } };
		}
	}
	return {
		openapi: '3.1.0',
		info: { title, version: '1', description: ENVELOPE },
		servers: [{ url: API_BASE }],
		paths,
		components: {
			securitySchemes: security,
			schemas: { Problem: problemSchema(Object.keys(problems)) },
			responses: refusalComponents(calls),
		},
	};
}

const operation = ({ noun, endpoint }: Described, method: string): object => ({
	operationId: method === endpoint.methods[0] ? endpoint.name : `${endpoint.name}By${method}`,
	tags: [noun],
	summary: endpoint.summary,
	parameters: [
		...parameters(endpoint.params, 'path'),
		...parameters(endpoint.query, 'query'),
		...headersOf(endpoint, method),
	],
	...requestBody(endpoint),
	responses: {
		200: answerOf(endpoint),
		...Object.fromEntries(
			[...byStatus(problemsOf(endpoint))].map(([status, ofStatus]) => [
				status,
				{ $ref: `#/components/responses/${ofStatus.join('.')}` },
			]),
		),
	},
});

function parameters(shape: Endpoint['params'], place: 'path' | 'query'): object[] {
	if (!shape) return [];
	const { properties = {}, required = [] } = inputSchema(shape) as {
		properties?: Record<string, Json>;
		required?: string[];
	};
	return Object.entries(properties).map(([name, schema]) => ({
		name,
		in: place,
		required: required.includes(name),
		schema,
		example: exampleOf(schema, name),
	}));
}

function headersOf(endpoint: Endpoint, method: string): object[] {
	const console = endpoint.access.startsWith('operator') || endpoint.path.startsWith('/console');
	const key = {
		name: 'Idempotency-Key',
		in: 'header',
		required: console,
		description: 'Made by the client before its first try; a retry with the same key and body gets the first success.',
		schema: { type: 'string', pattern: IDEMPOTENCY_KEY_PATTERN.source },
		example: 'kFh2mQz8Vb3kQw9TzL2mXc',
	};
	const retry = {
		name: RETRY_HEADER,
		in: 'header',
		required: false,
		description: 'Sent, with any value, with a key that may have been sent before.',
		schema: { type: 'string' },
	};
	const ours = { name: CONSOLE_HEADER, in: 'header', required: true, schema: { const: '1' }, example: '1' };
	return [
		...(endpoint.idempotent ? [key] : []),
		...(endpoint.idempotent && !console ? [retry] : []),
		...(console && method !== 'GET' ? [ours] : []),
	];
}

function requestBody({ body, bodyOptional, takesFile }: Endpoint): object {
	if (takesFile) {
		const file = { type: 'string', format: 'binary' };
		const schema = { type: 'object', properties: { file }, required: ['file'] };
		return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } };
	}
	if (!body) return {};
	const schema = inputSchema(body);
	const content = { 'application/json': { schema, example: exampleOf(schema, 'body') } };
	return { requestBody: { required: !bodyOptional, content } };
}

function answerOf(endpoint: Endpoint): object {
	if (endpoint.events) return eventsOf(endpoint.events);
	if (endpoint.givesFile) {
		const content = { 'text/csv': { schema: { type: 'string' } }, 'application/json': { schema: {} } };
		return { description: 'A file', content };
	}
	return { description: 'Done', content: { 'application/json': { schema: envelopeOf(endpoint) } } };
}

/** OpenAPI 3.1 has no words for streams: each event is described by what its `data` holds. */
function eventsOf(events: NonNullable<Endpoint['events']>): object {
	const shapes = Object.entries(events).map(([name, shape]) => [name, jsonSchema(shape, 'output')]);
	return {
		description: `Server-sent events, until one side ends them: ${Object.keys(events).join(', ')}. \`data\` is JSON.`,
		content: { 'text/event-stream': { schema: { type: 'string' }, 'x-events': Object.fromEntries(shapes) } },
	};
}

const envelopeOf = (endpoint: Endpoint): object => ({
	type: 'object',
	properties: { code: { const: 200 }, message: { type: 'string' }, data: jsonSchema(endpoint.reply, 'output') },
	required: ['code', 'message', 'data'],
});

function problemsOf(endpoint: Endpoint): ProblemSlug[] {
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

function refusalComponents(calls: readonly Described[]): Record<string, object> {
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

const byStatus = (slugs: ProblemSlug[]) => Map.groupBy(slugs, (slug) => problems[slug].status);

const problemSchema = (slugs: string[]): object => ({
	type: 'object',
	properties: {
		code: { type: 'integer' },
		message: { type: 'string' },
		data: { type: 'null' },
		error: { enum: slugs },
	},
	required: ['code', 'message', 'data', 'error'],
});

/** An example for every input of the API documents: a value of each field that a running site might have. */
const PICTURE = '0123456789abcdef0123456789abcdef';
const NAMED: Record<string, unknown> = {
	ranking_key: 'monthly-2026-11',
	tag: 'Zf3kQ8s1u0c2bP7rWm4xYA',
	sso_type: 'google',
	callback_url: 'http://localhost:3000/login-callback',
	email: 'ana@fans.example',
	name: 'Ana',
	country: 'KR',
	language: 'ko',
	contact_mail: 'help@site.example',
	endpoint: 'https://updates.push.services.mozilla.com/wpush/v2/a-long-name',
	// Of RFC 8291.
	p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
	auth: 'BTBZMqHH6r4Tts7J_aSIgg',
	replaces: 'https://updates.push.services.mozilla.com/wpush/v2/a-former-name',
	former_endpoint: 'https://updates.push.services.mozilla.com/wpush/v2/a-former-name',
	former_auth: 'BTBZMqHH6r4Tts7J_aSIgg',
	token: `1.claim_ready.${PICTURE.repeat(2).slice(0, 43)}`,
	link_token: PICTURE.repeat(2).slice(0, 43),
	trade_no: 'Vb3kQw9TzL2mXc7RnYs4Fg',
	payment_method: 'PAYMENT_METHOD_STRIPE_CARD',
	search_keyword: 'stage',
	month: '2026-12',
	id: 'rank-rewards',
	view_id: 'rank-rewards',
	after: '3.1842',
	cursor: '',
	return_to: '/console',
	key: 'interviews',
	why: 'Asked for by the fan, ticket 4711',
	statement: 'Votes of 40 accounts of one actor',
	title: 'A new stage',
	approval_id: '3c9d2b1e-6f4a-4d1c-9a57-0e8b7c6d5f42',
	import_id: '3c9d2b1e-6f4a-4d1c-9a57-0e8b7c6d5f42',
	pop_up_id: '3c9d2b1e-6f4a-4d1c-9a57-0e8b7c6d5f42',
	payload_hash: PICTURE.repeat(2),
	network: PICTURE.repeat(2),
	session_id: PICTURE.slice(0, 24),
	media_id: PICTURE,
	pc_media_id: PICTURE,
	cover_media_id: PICTURE,
	avatar_media_id: PICTURE,
	background_media_id: PICTURE,
	link_url: '/news',
	cover_link_url: '/news',
	webhook_url: 'https://hooks.slack.com/services/a-long-name',
	url: 'https://social.example/site',
	starts_local: '2027-01-01T00:00',
	ends_local: '2027-02-01T00:00',
	publish_local: '2026-12-01T09:00',
	joined_from_local: '2026-11-01T00:00',
	joined_to_local: '2026-11-02T00:00',
	incident_url: null,
	cast_from_local: '2026-11-01T00:00',
	cast_to_local: '2026-11-02T00:00',
	from: '2026-11-01',
	until: '2026-11-30',
	day: '2026-11-30',
	birthday: '2001-05-09',
	native_lang: 'ko',
	nationality: 'KR',
	fan_color: '#2fd3c2',
	currency: 'USD',
	currency_name: 'USD',
	currency_symbol: 'US$',
	timezone: 'Asia/Seoul',
	timezone_name: 'KST',
	rewards: [10, 10, 20, 20, 30, 30, 50],
	filter: { artist_id: 1 },
	main_tab: 'solo',
	target: 'fan:12345',
};

export function exampleOf(schema: Json, name: string): unknown {
	if (name in NAMED && schema['type'] !== 'object' && schema['type'] !== 'integer') return NAMED[name];
	if ('const' in schema) return schema['const'];
	if (Array.isArray(schema['enum'])) return schema['enum'][0] as unknown;
	if (Array.isArray(schema['anyOf'])) return exampleOf(schema['anyOf'][0] as Json, name);
	if (schema['type'] === 'object') {
		if (name in NAMED) return NAMED[name];
		const fields = Object.entries((schema['properties'] ?? {}) as Record<string, Json>);
		return Object.fromEntries(fields.map(([field, inner]) => [field, exampleOf(inner, field)]));
	}
	if (schema['type'] === 'array') return [exampleOf(schema['items'] as Json, name)];
	if (Array.isArray(schema['type'])) return '1';
	if (schema['type'] === 'integer' || schema['type'] === 'number') return Math.max(1, Number(schema['minimum'] ?? 1));
	if (schema['type'] === 'boolean') return false;
	return 'text';
}
