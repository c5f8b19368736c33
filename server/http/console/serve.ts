/** The console's door: every call of an operator passes here, whichever domain answers it. */
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { MultipartFile } from '@fastify/multipart';
import type { CheckedInputOf, Endpoint, OperatorAccess, ReplyOf } from '#contract/endpoint.ts';
import { mayUse } from '#contract/operator/operators/session.ts';
import { CONSOLE_HEADER } from '#contract/operator/shapes.ts';
import type { AskingOperator, OperatorSession } from '#server/kernel/caller.ts';
import { hashSecret, expectEntered, expectSteppedUp } from '#server/kernel/caller.ts';
import type { Database, Tx } from '#server/kernel/database.ts';
import { onceByOperator } from '#server/kernel/idempotency.ts';
import { envelope, orRefuse, Problem } from '#server/kernel/problem.ts';
import { checkedInput, expectIdempotencyKey, route } from '../serve.ts';
import { mended } from '#contract/values/text.ts';

/** Enough for HTML in any script, and the frame around a file. @internal the test of nginx's own limit compares them */
export const BODY_BYTES_MAX = 512 * 1024;

export interface ConsoleDeps {
	app: FastifyInstance;
	db: Database;
	sessionOf: (request: FastifyRequest) => string | null;
	/** The operator of a live session, which lives on from now. */
	useSession: (tokenHash: Buffer) => Promise<OperatorSession | null>;
}

export type AskedByOperator<E extends Endpoint> = CheckedInputOf<E> & {
	request: FastifyRequest;
	reply: FastifyReply;
	operator: AskingOperator;
	idempotencyKey: string;
};

type Handler<E extends Endpoint, Answer> = (asked: AskedByOperator<E>) => Promise<Answer> | Answer;

export function serveOperator<E extends Endpoint>(deps: ConsoleDeps, endpoint: E, handler: Handler<E, ReplyOf<E>>) {
	answer(deps, endpoint, async (asked) => envelope(await handler(asked)));
}

/** Serves a change that is one transaction, with its row of the trail. */
export function serveChange<E extends Endpoint>(
	deps: ConsoleDeps,
	call: E,
	change: (tx: Tx, asked: AskedByOperator<E>) => Promise<ReplyOf<E>>,
): void {
	serveOperator(deps, call, (asked) => deps.db.transaction((tx) => change(tx, asked)));
}

/**
 * Serves a call that makes something. Sent again under its key, because the answer was lost, it makes nothing more and
 * answers for what was made.
 * @param replyOf answers from what `make` returned, which is stored: ids, and no texts
 */
export function serveCreation<E extends Endpoint, Made extends object>(
	deps: ConsoleDeps,
	endpoint: E,
	make: (tx: Tx, asked: AskedByOperator<E>) => Promise<Made>,
	replyOf: (made: Made) => Promise<ReplyOf<E>> | ReplyOf<E>,
): void {
	serveOperator(deps, endpoint, async (asked) => {
		const { operator, params, body, idempotencyKey: key } = asked;
		// It says what the operator saw, not what they wrote. After a lost answer they see a later one.
		const { version: _, ...written } = Object(body) as { version?: number };
		const request = { operatorId: operator.operatorId, operation: endpoint.name, key, request: { params, written } };
		return replyOf(await deps.db.transaction((tx) => onceByOperator(tx, request, () => make(tx, asked))));
	});
}

export function serveOperatorFile<E extends Endpoint>(deps: ConsoleDeps, call: E, handler: Handler<E, FastifyReply>) {
	answer(deps, call, handler);
}

function answer<E extends Endpoint>(deps: ConsoleDeps, endpoint: E, handler: Handler<E, unknown>): void {
	const bodyMax = BODY_BYTES_MAX + (endpoint.takesFile?.bytesMax ?? 0);
	const operators = new WeakMap<FastifyRequest, AskingOperator>();
	// Bodies are large here, and a stranger may leave many half-sent.
	const beforeBody = async (request: FastifyRequest) =>
		void operators.set(request, await admitOperator(deps, endpoint, request));
	route(deps.app, endpoint, { bodyMax, beforeBody }, async (request, reply) => {
		const operator = orRefuse(operators.get(request) ?? null, 'sign_in_required');
		const input = checkedInput(endpoint, request);
		const idempotencyKey = endpoint.idempotent ? expectIdempotencyKey(request) : '';
		return await handler({ ...input, request, reply, operator, idempotencyKey });
	});
}

/** Checks the session, then the role, then the input: a stranger learns nothing of its shape. @throws {Problem} */
async function admitOperator({ sessionOf, useSession }: ConsoleDeps, endpoint: Endpoint, request: FastifyRequest) {
	const tokenHash = hashSecret(orRefuse(sessionOf(request), 'sign_in_required'));
	const session = orRefuse(await useSession(tokenHash), 'sign_in_required');
	if (request.method !== 'GET' && request.headers[CONSOLE_HEADER] !== '1') throw new Problem('console_header_missing');
	if (!mayUse(session.role, accessOf(endpoint))) throw new Problem('forbidden');
	expectEntered(session, endpoint);
	if (endpoint.stepUp) expectSteppedUp(session);
	return { ...session, tokenHash, readsPersonalData: session.entered && session.role !== 'viewer' };
}

function accessOf({ access, name }: Endpoint): OperatorAccess {
	if (access === 'anyone' || access === 'signed-in' || access === 'registered')
		throw new Error(`${name} is no call of an operator`);
	return access;
}

export const sendFile = (reply: FastifyReply, { name, type, text }: Record<'name' | 'type' | 'text', string>) =>
	asFile(reply, name, type).send(text);

/** The same while the file is written: its next part is asked for when the browser has taken the last one. */
export const sendCsv = (reply: FastifyReply, name: string, parts: AsyncIterable<string>) =>
	asFile(reply, name, 'text/csv').send(Readable.from(parts));

function asFile(reply: FastifyReply, name: string, type: string): FastifyReply {
	return reply
		.type(`${type}; charset=utf-8`)
		.header('content-disposition', `attachment; filename="${name.replaceAll(/[^\w.-]/g, '-')}"`);
}

const NAME_MAX = 200;

/** Returns the form's only file. @throws {Problem} if there is none, or it is too large */
export async function readUpload(request: FastifyRequest, { takesFile }: Endpoint) {
	if (!request.isMultipart()) throw new Problem('file_missing');
	try {
		const limits = { fileSize: takesFile?.bytesMax ?? 0, files: 1, fields: 10, parts: 11, headerPairs: 50 };
		const part: MultipartFile | undefined = await request.file({ limits });
		if (part?.fieldname !== 'file') throw new Problem('file_missing');
		const bytes = await part.toBuffer();
		if (bytes.length === 0) throw new Problem('file_missing');
		// Whatever somebody calls a file is no reason to refuse it.
		return { name: mended(part.filename, NAME_MAX), bytes };
	} catch (error) {
		throw refusalOf(error);
	}
}

/** Messages of the multipart parser's errors that have no code. */
const NO_FORM = /^Multipart: Boundary not found$|unexpected end of multipart data$/i;

function refusalOf(error: unknown): unknown {
	if (error instanceof Problem || !(error instanceof Error)) return error;
	if (NO_FORM.test(error.message)) return new Problem('file_missing');
	if (!('code' in error)) return error;
	if (error.code === 'FST_REQ_FILE_TOO_LARGE') return new Problem('file_too_large');
	const isOfForm = typeof error.code === 'string' && /^FST_(?:MP_|PARTS|FILES|FIELDS|PROTO|INVALID)/.test(error.code);
	return isOfForm ? new Problem('file_missing') : error;
}
