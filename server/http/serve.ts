/** Turns a call of the contract into a route: checks the input, finds the caller, filters the reply. */
import serializer from 'fast-json-stringify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import { API_BASE } from '#contract/calls.ts';
import type { Access, CheckedInputOf, Endpoint, ReplyOf } from '#contract/endpoint.ts';
import { problems } from '#contract/problems.ts';
import { email, nickname } from '#contract/values/profile-fields.ts';
import { written } from '#contract/values/shapes.ts';
import { isStorable } from '#contract/values/text.ts';
import { IDEMPOTENCY_KEY_PATTERN, RETRY_HEADER } from '#contract/voting.ts';
import type { Bearer, Caller, FindCaller } from '#server/kernel/caller.ts';
import { envelope, orRefuse, Problem } from '#server/kernel/problem.ts';

type Asked<E extends Endpoint> = CheckedInputOf<E> & { request: FastifyRequest; reply: FastifyReply };

export type FanInput<E extends Endpoint> = CheckedInputOf<E> & {
	caller: Caller;
	idempotencyKey: string;
	isRetry: boolean;
};

type AskedByFan<E extends Endpoint> = Asked<E> & FanInput<E>;

declare module 'fastify' {
	interface FastifyContextConfig {
		isFree?: (request: FastifyRequest) => boolean;
		/** Says that an answer of the last second is kept, for addresses from which many ask. */
		isKept?: (request: FastifyRequest) => boolean;
		/** Counts for the fan who is signed in, if this process knows them, not for the address. */
		isOfFan?: boolean;
	}
	interface FastifyRequest {
		/** Many ask from this address: an answer of the last second is as good as a new one. */
		isFromCrowd: boolean;
	}
}

interface RouteOptions {
	perMinute?: number | false;
	/** Says that a request costs next to nothing, so that it does not count for the limit of its address. */
	isFree?: (request: FastifyRequest) => boolean;
	isKept?: (request: FastifyRequest) => boolean;
	bodyMax?: number;
	/** Refuses a call by its headers alone, before its body is read. */
	turnAway?: (request: Pick<FastifyRequest, 'headers' | 'raw'>) => Error | null;
	/** Lets somebody in, or refuses them, after the limits have counted them and before their body is read. @throws {Problem} */
	beforeBody?: (request: FastifyRequest) => Promise<void>;
	/** Writes the response. By default, the contract's own serializer does. */
	write?: (response: unknown) => string;
}

export function serve<E extends Endpoint>(
	app: FastifyInstance,
	endpoint: E,
	handler: (asked: Asked<E>) => Promise<ReplyOf<E>> | ReplyOf<E>,
	options: RouteOptions = {},
): void {
	route(app, endpoint, options, async (request, reply) =>
		envelope(await handler({ ...checkedInput(endpoint, request), request, reply })),
	);
}

export function serveBytes<E extends Endpoint>(
	app: FastifyInstance,
	endpoint: E,
	handler: (asked: Asked<E>) => Promise<FastifyReply>,
	options: RouteOptions = {},
): void {
	route(app, endpoint, options, (request, reply) => handler({ ...checkedInput(endpoint, request), request, reply }));
}

export function serveFan<E extends Endpoint>(
	app: FastifyInstance,
	findCaller: FindCaller<FastifyRequest>,
	endpoint: E,
	handler: (asked: AskedByFan<E>) => Promise<ReplyOf<E>> | ReplyOf<E>,
	options: RouteOptions = {},
): void {
	route(app, endpoint, options, async (request, reply) => {
		const caller = await admit(endpoint.access, findCaller, request);
		const input = checkedInput(endpoint, request);
		const idempotencyKey = endpoint.idempotent ? readIdempotencyKey(request) : '';
		return envelope(await handler({ ...input, request, reply, caller, idempotencyKey, isRetry: saysRetry(request) }));
	});
}

/** The caller, where the call's access rule lets them in. @throws {Problem} */
async function admit<Request extends Bearer>(access: Access, findCaller: FindCaller<Request>, request: Request) {
	const caller = orRefuse(await findCaller(request), 'sign_in_required');
	if (access === 'registered' && !caller.registered) throw new Problem('registration_required');
	return caller;
}

export function route(
	app: FastifyInstance,
	endpoint: Endpoint,
	{ perMinute, isFree, isKept, bodyMax, turnAway, beforeBody, write = serializerOf(endpoint) }: RouteOptions,
	handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
): void {
	app.route({
		method: [...endpoint.methods],
		url: API_BASE + endpoint.path,
		handler,
		...(bodyMax === undefined ? {} : { bodyLimit: bodyMax }),
		...(endpoint.givesFile ? {} : writtenBy(write)),
		...(turnAway ? { onRequest: (request, _reply, done) => done(turnAway(request) ?? undefined) } : {}),
		...(beforeBody ? { preParsing: beforeBody } : {}),
		config: {
			...(perMinute === undefined ? {} : { rateLimit: perMinute === false ? false : { max: perMinute } }),
			...(isFree ? { isFree } : {}),
			...(isKept ? { isKept } : {}),
			isOfFan: endpoint.access === 'signed-in' || endpoint.access === 'registered',
		},
	});
}

/** The framework asks for a serializer only where it sees a schema. */
const writtenBy = (write: (response: unknown) => string) => ({
	schema: { response: { 200: {} } },
	serializerCompiler: () => write,
});

export function checkedInput<E extends Endpoint>(
	endpoint: E,
	request: Pick<FastifyRequest, 'params' | 'query' | 'body'>,
): CheckedInputOf<E> {
	const { params, query, body } = request;
	const checked = {
		params: check(endpoint, 'params', params),
		query: check(endpoint, 'query', query),
		body: check(endpoint, 'body', body),
	};
	// The schemas above are the endpoint's own, so what they let through has its types.
	return checked as CheckedInputOf<E>;
}

function check(endpoint: Endpoint, part: 'params' | 'query' | 'body', value: unknown): unknown {
	const shape = endpoint[part];
	if (!shape) return undefined;
	const result = z.safeParse(shape, value);
	if (result.success) {
		expectStorable(result.data);
		return result.data;
	}
	throw refusalOf(endpoint, part, result.error.issues[0]);
}

type Issue = z.core.$ZodIssue;

/** Message of zod/mini for a shape without a message of its own. */
const NO_WORDS = 'Invalid input';

/** The call's own refusal for this field or message, else the general one. What was sent is never repeated. */
function refusalOf(endpoint: Endpoint, part: 'params' | 'query' | 'body', issue: Issue | undefined): Problem {
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
	if (issue?.code === 'too_small')
		return `must ${boundOf(issue.origin)} ${issue.inclusive ? 'at least' : 'more than'} ${issue.minimum}`;
	if (issue?.code === 'invalid_value') return `must be one of: ${issue.values.map(String).join(', ')}`;
	return 'is not valid';
}

const nameOf = (type: string) => (type === 'number' || type === 'int' ? 'a whole number' : `of the type ${type}`);

const boundOf = (origin: string): string => (origin === 'string' || origin === 'array' ? 'have a length of' : 'be');

/** The client's, or one made here. */
export function readIdempotencyKey(request: Pick<FastifyRequest, 'headers'>): string {
	if (request.headers['idempotency-key'] === undefined) return randomBytes(16).toString('base64url');
	return expectIdempotencyKey(request);
}

export const saysRetry = (request: Pick<FastifyRequest, 'headers'>): boolean =>
	request.headers[RETRY_HEADER] !== undefined;

export function expectIdempotencyKey(request: Pick<FastifyRequest, 'headers'>): string {
	const key = request.headers['idempotency-key'];
	if (typeof key !== 'string' || !IDEMPOTENCY_KEY_PATTERN.test(key)) throw new Problem('invalid_idempotency_key');
	return key;
}

type Write = (response: unknown) => string;

/** To compile one takes a millisecond, and there are two hundred: a process that opens several sites does it once. */
const compiled = new WeakMap<Endpoint, Write>();

const envelopeSchema = (endpoint: Endpoint): object => ({
	type: 'object',
	properties: {
		code: { type: 'integer' },
		message: { type: 'string' },
		data: withOpenNullables(jsonSchema(endpoint.reply, 'output')),
	},
	required: ['code', 'message', 'data'],
});

/** Of "an object or null", the serializer checks the object: fields that it does not name are omitted there, too. */
function withOpenNullables(node: unknown, isOpen = false): unknown {
	if (Array.isArray(node)) return node.map((item) => withOpenNullables(item, isOpen));
	if (typeof node !== 'object' || node === null) return node;
	const { anyOf } = node as { anyOf?: { type?: unknown }[] };
	const isNullable = anyOf?.length === 2 && anyOf.some(({ type }) => type === 'null');
	return Object.fromEntries(
		Object.entries(node)
			.filter(([key, value]) => !(isOpen && key === 'additionalProperties' && value === false))
			.map(([key, value]) => [key, withOpenNullables(value, isOpen || (isNullable && key === 'anyOf'))]),
	);
}

export const serializerOf = (endpoint: Endpoint): Write =>
	compiled.getOrInsertComputed(endpoint, () => serializer(envelopeSchema(endpoint)));

/** @throws {Problem} where a text anywhere in it holds a control character, or half of a character */
function expectStorable(input: unknown, field = ''): void {
	if (typeof input === 'string') {
		if (!isStorable(input))
			throw new Problem('invalid_request', { message: `${field}: contains characters that cannot be stored` });
	} else if (typeof input === 'object' && input !== null) {
		for (const name of Object.keys(input)) {
			expectStorable(name, field || 'a name');
			expectStorable((input as Record<string, unknown>)[name], field || name);
		}
	}
}

export type Json = { [key: string]: unknown };

/** `input`: what a caller may send; `output`: what leaves. Objects take no further fields. */
export function jsonSchema(shape: z.ZodMiniType, io: 'input' | 'output'): Json {
	const { $schema: _, ...schema } = z.toJSONSchema(shape, { io, unrepresentable: 'any' });
	return withPlainNulls(schema) as Json;
}

/** `anyOf: [{type: T}, {type: null}]` says `type: [T, null]`, which serializers know without trying each branch. */
function withPlainNulls(node: unknown): unknown {
	if (Array.isArray(node)) return node.map(withPlainNulls);
	if (typeof node !== 'object' || node === null) return node;
	const mended = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, withPlainNulls(value)]));
	const [first, second, ...more] = Array.isArray(mended['anyOf']) ? (mended['anyOf'] as Json[]) : [];
	if (!first || second?.['type'] !== 'null' || more.length > 0 || typeof first['type'] !== 'string') return mended;
	if (first['type'] === 'object' || first['type'] === 'array' || first['enum']) return mended;
	const { anyOf: _, ...rest } = mended;
	return { ...rest, ...first, type: [first['type'], 'null'] };
}

// As in contract/values/text.ts, without its look-ahead and properties, which not every reader of the document knows.
const CONTROL = '\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f';
// The other characters of \p{Cf}, \p{Zl}, \p{Zp} and \p{Default_Ignorable_Code_Point} in the first plane, and blank Braille.
const UNPRINTABLE =
	'\\u0009\\u000a\\u000d\\u00ad\\u034f\\u0600-\\u0605\\u061c\\u06dd\\u070f\\u0890\\u0891\\u08e2\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\u2800\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufffb';
const REVERSING = '\\u202a-\\u202e\\u2066-\\u2069';
// Some characters that everybody sees: letters of our languages, digits and signs.
const SEEN =
	'!-~\\u00a1-\\u00ac\\u00ae-\\u02af\\u0391-\\u03a1\\u0410-\\u044f\\u0e01-\\u0e30\\u1ea0-\\u1ef9\\u3041-\\u3096\\u30a1-\\u30fa\\u4e00-\\u9fff\\uac00-\\ud7a3';

const without = (characters: string): string => `^[^${characters}]*$`;
/** One character at least is seen. */
const words = (characters: string): string => `^[^${characters}]*[${SEEN}][^${characters}]*$`;

/** Describes what may be sent. It permits nothing that is refused, as far as JSON Schema has words for it. */
export function inputSchema(shape: z.ZodMiniType): Json {
	const { $schema: _, ...schema } = z.toJSONSchema(shape, {
		io: 'input',
		unrepresentable: 'any',
		override: (context) => explain(context.zodSchema, context.jsonSchema as Json),
	});
	return schema;
}

function explain(shape: z.core.$ZodTypes, json: Json): void {
	const { def } = shape._zod;
	if (def.type === 'pipe' && def.out._zod.def.type === 'number') explainNumber(def, json);
	if (def.type !== 'string') return;
	const { most } = written.get(shape as unknown as z.ZodMiniType) ?? {};
	if (most !== undefined) json['maxLength'] = most;
	const isPrintable = [email, nickname].includes(shape as unknown as typeof email);
	const characters = CONTROL + (isPrintable ? UNPRINTABLE : most === undefined ? '' : REVERSING);
	const isTrimmed = def.checks?.some(({ _zod }) => _zod.def.check === 'overwrite');
	const pattern = isTrimmed && Number(json['minLength']) > 0 ? words(characters) : without(characters);
	if (json['pattern'] === undefined && json['format'] === undefined) json['pattern'] = pattern;
	// A pattern that says what must not stand there lets control characters pass.
	else if (String(json['pattern']).includes('[^')) json['allOf'] = [{ pattern }];
}

/** A number in an address: as a number where others are refused, as every text where it is clamped. */
function explainNumber({ in: before, out }: z.core.$ZodPipeDef, json: Json): void {
	const { minimum = 0, maximum, exclusiveMinimum } = z.toJSONSchema(out);
	const { anyOf } = json as { anyOf?: Json[] };
	for (const key of Object.keys(json)) delete json[key];
	if ((before._zod.def as z.core.$ZodPipeDef).in._zod.def.type === 'optional') {
		const { maxLength } = anyOf?.find(({ type }) => type === 'string') ?? {};
		const description = `From ${minimum} to ${maximum}; what is outside is clamped, what is no number ignored.`;
		Object.assign(json, { type: ['integer', 'string'], maxLength, description });
		return;
	}
	const number = {
		type: 'integer',
		minimum: exclusiveMinimum === undefined ? minimum : Number(exclusiveMinimum) + 1,
		maximum,
	};
	// A list may be filtered by nothing.
	Object.assign(json, number.minimum === 0 ? { anyOf: [number, { const: '' }] } : number);
}
