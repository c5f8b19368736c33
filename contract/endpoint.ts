/**
 * How a call is written down. A contract file holds values of this shape, and the shapes and rules that they share. The
 * server's validation and reply filter, the OpenAPI document and the browser's typed client come from them.
 */
import type * as z from 'zod/mini';
import type { ProblemSlug } from './problems.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * Who may make the call. `anyone`: a missing or dead token counts as anonymous, never as an error.
 * `signed-in`: also people who have not finished registration. `registered`: everybody else is refused.
 */
export type Access = 'anyone' | 'signed-in' | 'registered' | OperatorAccess;

/** Calls of the console. `operator`: every operator; the others: operators of that role (of either role), and owners. */
export type OperatorAccess =
	| 'operator'
	| 'operator:editor'
	| 'operator:finance'
	| 'operator:editor+finance'
	| 'operator:owner';

type Shape = z.ZodMiniType;

export interface Endpoint<
	Params extends Shape = Shape,
	Query extends Shape = Shape,
	Body extends Shape = Shape,
	Reply extends Shape = Shape,
> {
	/** A name that programs know the call by: OpenAPI's operationId. */
	name: string;
	/** The first is the one our own client uses. */
	methods: readonly [Method, ...Method[]];
	/** Below `/api/v1`, with `:name` for a path parameter. */
	path: `/${string}`;
	summary: string;
	access: Access;
	params?: Params;
	query?: Query;
	body?: Body;
	/** True where nothing need be sent as the body. */
	bodyOptional?: true;
	/** True where the body is a file: multipart/form-data, in the field `file`. */
	takesFile?: { bytesMax: number };
	/** True where the answer is a file instead of an envelope; refusals are envelopes all the same. */
	givesFile?: true;
	/** What stands in the envelope's `data`. Fields that are not in it never leave the server. */
	reply: Reply;
	/** Where the answer is a stream of server-sent events instead: what each carries as its data, by name. */
	events?: Readonly<Record<string, Shape>>;
	/** Refusals of this call beside those that any call can answer with. */
	problems: readonly ProblemSlug[];
	/** True where the call takes an `Idempotency-Key`. In the console none is done without. */
	idempotent?: true;
	/** Of the console: true where gems or money may move by it, at once or soon after; then it is `idempotent`. */
	moves?: true;
	/**
	 * Of the console, for what cannot be undone or moves gems, money, roles or a result: true where the operator must
	 * have used a passkey within minutes.
	 */
	stepUp?: true;
	/** Of the console: true where the call may be made before a passkey was used on the session. */
	beforeEntry?: true;
}

/** Writes a call down, keeping the exact types of its shapes. Without effects, so that bundles drop calls they never make. */
/* @__NO_SIDE_EFFECTS__ */
export function endpoint<
	Params extends Shape = z.ZodMiniUndefined,
	Query extends Shape = z.ZodMiniUndefined,
	Body extends Shape = z.ZodMiniUndefined,
	Reply extends Shape = z.ZodMiniNull,
>(definition: Endpoint<Params, Query, Body, Reply>): Endpoint<Params, Query, Body, Reply> {
	return definition;
}

/** The calls among the exports of contract files, by name: a document keeps its order when a file is split. */
export function callsIn(files: readonly object[]): Endpoint[] {
	return files
		.flatMap((exported): unknown[] => Object.values(exported))
		.filter(isEndpoint)
		.toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

function isEndpoint(value: unknown): value is Endpoint {
	return typeof value === 'object' && value !== null && 'methods' in value && 'reply' in value;
}

type Given<Key extends string, Value> = [Value] extends [undefined]
	? { [K in Key]?: undefined }
	: { [K in Key]: Value };

/** What a caller passes in, before validation. */
export type InputOf<E> =
	E extends Endpoint<infer P, infer Q, infer B>
		? Given<'params', z.input<P>> & Given<'query', z.input<Q>> & Given<'body', z.input<B>>
		: never;

/** What the server sees after validation. */
export type CheckedInputOf<E> =
	E extends Endpoint<infer P, infer Q, infer B>
		? { params: z.output<P>; query: z.output<Q>; body: z.output<B> }
		: never;

/** What the server gives and the browser gets. */
export type ReplyOf<E> = E extends Endpoint<Shape, Shape, Shape, infer R> ? z.output<R> : never;

/** Every answer's outer shape; `code` equals the HTTP status. */
export interface Envelope<Data> {
	code: number;
	message: string;
	data: Data;
}

export interface ProblemEnvelope extends Envelope<null> {
	error: ProblemSlug;
}
