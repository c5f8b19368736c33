/** The console's door: every call of an operator passes here, whichever domain answers it. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CheckedInputOf, Endpoint, OperatorAccess, ReplyOf } from '#contract/endpoint.ts';
import { mayUse } from '#contract/operator/roles.ts';
import { CONSOLE_HEADER } from '#contract/operator/shapes.ts';
import { hashSecret } from '#server/kernel/secrets.ts';
import type { Database } from '#server/db/pool.ts';
import { envelope } from '../answers.ts';
import { Problem } from '#server/kernel/problem.ts';
import { checkedInput, expectIdempotencyKey, route } from '../serve.ts';
import type { Actor } from '#server/audit-trail/audit-trail.ts';
import type { ConsoleCookies } from '#server/operators/sessions/cookies.ts';
import { FRESH_MINUTES, IDLE_MINUTES, SESSION_HOURS_MAX } from '#server/operators/sessions/limits.ts';
import { useSession, type SessionRow } from '#server/operators/sessions/sql.ts';
import { expectEntered, expectSteppedUp } from '#server/kernel/step-up.ts';

/** Of JSON: HTML that is raw in every script of the world. What a form wraps around a file fits into it too. */
const BODY_BYTES_MAX = 512 * 1024;

/** What a domain's operator routes need to be served. */
export interface ConsoleHouse {
	app: FastifyInstance;
	db: Database;
	cookies: ConsoleCookies;
}

export interface AskingOperator extends SessionRow, Actor {
	tokenHash: Buffer;
	/** Names and addresses of fans are not hidden from them. */
	readsPersonalData: boolean;
}

export type AskedByOperator<E extends Endpoint> = CheckedInputOf<E> & {
	request: FastifyRequest;
	reply: FastifyReply;
	operator: AskingOperator;
	idempotencyKey: string;
};

/** Serves a call of the console. */
export function serveOperator<E extends Endpoint>(
	house: ConsoleHouse,
	endpoint: E,
	handler: (asked: AskedByOperator<E>) => Promise<ReplyOf<E>> | ReplyOf<E>,
): void {
	answer(house, endpoint, async (asked) => envelope(await handler(asked)));
}

/** Serves a call that answers with a file: the handler sends it. */
export function serveOperatorFile<E extends Endpoint>(
	house: ConsoleHouse,
	endpoint: E,
	handler: (asked: AskedByOperator<E>) => Promise<FastifyReply>,
): void {
	answer(house, endpoint, handler);
}

function answer<E extends Endpoint>(
	house: ConsoleHouse,
	endpoint: E,
	handler: (asked: AskedByOperator<E>) => Promise<unknown>,
): void {
	const bodyMax = BODY_BYTES_MAX + (endpoint.takesFile?.bytesMax ?? 0);
	route(house.app, endpoint, { bodyMax }, async (request, reply) => {
		void reply.header('cache-control', 'no-store');
		const operator = await admitOperator(house, endpoint, request);
		const input = checkedInput(endpoint, request);
		const idempotencyKey = endpoint.idempotent ? expectIdempotencyKey(request) : '';
		return handler({ ...input, request, reply, operator, idempotencyKey });
	});
}

/** Who they are, then what they may, then what they ask: a stranger learns nothing of the input's shape. @throws {Problem} */
async function admitOperator(
	{ db, cookies }: ConsoleHouse,
	endpoint: Endpoint,
	request: FastifyRequest,
): Promise<AskingOperator> {
	const token = cookies.sessionOf(request);
	const tokenHash = token === null ? null : hashSecret(token);
	const limits = { idleMinutes: IDLE_MINUTES, hoursMax: SESSION_HOURS_MAX, freshMinutes: FRESH_MINUTES };
	const session = tokenHash && (await useSession(db, tokenHash, limits));
	if (!session) throw new Problem('sign_in_required');
	if (request.method !== 'GET' && request.headers[CONSOLE_HEADER] !== '1') {
		throw new Problem('console_header_missing');
	}
	if (!mayUse(session.role, accessOf(endpoint))) throw new Problem('forbidden');
	expectEntered(session, endpoint);
	if (endpoint.stepUp) expectSteppedUp(session);
	return { ...session, tokenHash, readsPersonalData: session.entered && session.role !== 'viewer' };
}

function accessOf({ access, name }: Endpoint): OperatorAccess {
	if (access === 'anyone' || access === 'signed-in' || access === 'registered') {
		throw new Error(`${name} is no call of an operator`);
	}
	return access;
}

/** Sends text as a file to be saved. */
export function sendFile(reply: FastifyReply, { name, type, text }: Record<'name' | 'type' | 'text', string>) {
	return reply
		.type(`${type}; charset=utf-8`)
		.header('content-disposition', `attachment; filename="${name.replaceAll(/[^\w.-]/g, '-')}"`)
		.send(text);
}
