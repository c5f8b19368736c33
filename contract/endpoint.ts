/** Defines an endpoint. The server's checks, the OpenAPI document and the browser's typed client are derived from it. */
import type * as z from 'zod/mini';
import { idempotencyProblems, type ProblemSlug } from './problems.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** To `anyone`, a missing or expired token is anonymous, never an error. `signed-in` includes unfinished registrations. */
export type Access = 'anyone' | 'signed-in' | 'registered' | OperatorAccess;

/** Calls of the console. `operator` admits every operator. The others admit operators of the named roles, and owners. */
export type OperatorAccess =
	| 'operator'
	| 'operator:editor'
	| 'operator:finance'
	| 'operator:editor+finance'
	| 'operator:owner';

type Shape = z.ZodMiniType;

interface Definition<
	Params extends Shape = Shape,
	Query extends Shape = Shape,
	Body extends Shape = Shape,
	Reply extends Shape = Shape,
> {
	/** Our own client uses the first one. Where nothing is said: POST of a call that takes a body, or else GET. */
	methods?: readonly [Method, ...Method[]];
	/** Below `/api/v1`, with `:name` for a path parameter. */
	path: `/${string}`;
	summary: string;
	access: Access;
	params?: Params;
	query?: Query;
	body?: Body;
	/** True if the body may be omitted. */
	bodyOptional?: true;
	takesFile?: { bytesMax: number };
	givesFile?: true;
	/** Schema of the envelope's `data`. The server drops fields that it does not list. */
	reply: Reply;
	/** If the response is a stream of server-sent events instead: the schema of each event's data, by event name. */
	events?: Readonly<Record<string, Shape>>;
	/** Refusals of this call, in addition to those of every call. */
	problems?: readonly ProblemSlug[];
	idempotent?: true;
	/** Console only. True if the call may move gems or money, at once or soon after. Such a call is `idempotent`. */
	moves?: true;
	/** Console only: a passkey must have been used within minutes, for what is final or moves gems, money or roles. */
	stepUp?: true;
	/** Console only. True if the call may be made before a passkey was used in the session. */
	beforeEntry?: true;
}

export interface Endpoint<
	Params extends Shape = Shape,
	Query extends Shape = Shape,
	Body extends Shape = Shape,
	Reply extends Shape = Shape,
> extends Definition<Params, Query, Body, Reply> {
	/** The name of its export, which `callsIn` writes down: OpenAPI's operationId. Browsers do not know it. */
	name: string;
	methods: readonly [Method, ...Method[]];
	problems: readonly ProblemSlug[];
}

/** Declares a call with the exact types of its shapes. Bundles drop calls that they never make. */
/* @__NO_SIDE_EFFECTS__ */
export function endpoint<
	Params extends Shape = z.ZodMiniUndefined,
	Query extends Shape = z.ZodMiniUndefined,
	Body extends Shape = z.ZodMiniUndefined,
	Reply extends Shape = z.ZodMiniNull,
>(definition: Definition<Params, Query, Body, Reply>): Endpoint<Params, Query, Body, Reply> {
	const { body, idempotent, problems = [] } = definition;
	const refusals = idempotent ? [...problems, ...idempotencyProblems] : problems;
	return { name: '', methods: [body ? 'POST' : 'GET'], ...definition, problems: refusals };
}

/** Returns the calls of contract files, sorted by name: a document keeps its order when a file is split. */
export function callsIn(files: readonly object[]): Endpoint[] {
	return files
		.flatMap((exported) => Object.entries(exported))
		.flatMap(([name, value]: [string, unknown]) => (isEndpoint(value) ? [Object.assign(value, { name })] : []))
		.toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

const isEndpoint = (value: unknown): value is Endpoint =>
	typeof value === 'object' && value !== null && 'methods' in value && 'reply' in value;

type Given<Key extends string, Value> = [Value] extends [undefined]
	? { [K in Key]?: undefined }
	: { [K in Key]: Value };

export type InputOf<E> =
	E extends Endpoint<infer P, infer Q, infer B>
		? Given<'params', z.input<P>> & Given<'query', z.input<Q>> & Given<'body', z.input<B>>
		: never;

export type CheckedInputOf<E> =
	E extends Endpoint<infer P, infer Q, infer B>
		? { params: z.output<P>; query: z.output<Q>; body: z.output<B> }
		: never;

export type ReplyOf<E> = E extends Endpoint<Shape, Shape, Shape, infer R> ? z.output<R> : never;

/** Outer shape of every response. `code` equals the HTTP status. */
export interface Envelope<Data> {
	code: number;
	message: string;
	data: Data;
}

export interface ProblemEnvelope extends Envelope<null> {
	error: ProblemSlug;
}
