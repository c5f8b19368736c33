/** Who is asking. The edge needs only this much of accounts, and accounts provide it. */
import type { FastifyRequest } from 'fastify';
import type { Access } from '#contract/endpoint.ts';
import { Problem } from './problem.ts';

/** A fan as every fan-scoped table names one. */
export interface FanKey {
	bucket: number;
	fanId: number;
}

export interface Caller extends FanKey {
	/** What the session is stored under. */
	tokenHash: Buffer;
	/** False until registration is complete. Up to a second old: what must be exact is read under the wallet's lock. */
	registered: boolean;
}

/** Finds the caller by the request's bearer token; null for no token and for a dead one. */
export type FindCaller = (request: FastifyRequest) => Promise<Caller | null>;

/** The caller, where the call's access rule lets them in. @throws {Problem} */
export async function admit(access: Access, findCaller: FindCaller, request: FastifyRequest): Promise<Caller> {
	const caller = await findCaller(request);
	if (!caller) throw new Problem('sign_in_required');
	if (access === 'registered' && !caller.registered) throw new Problem('registration_required');
	return caller;
}

/** The token of `Authorization: Bearer <token>`, or null. */
export function bearerToken(request: FastifyRequest): string | null {
	const match = /^Bearer ([A-Za-z0-9_-]{1,200})$/.exec(request.headers.authorization ?? '');
	return match?.[1] ?? null;
}
