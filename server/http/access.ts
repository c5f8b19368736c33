/** Who is asking. The edge needs only this much of accounts, and accounts provide it. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Access } from '#contract/endpoint.ts';
import { Problem } from '#server/kernel/problem.ts';

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

/** What of a request tells who is asking. */
export interface Bearer {
	headers: Pick<IncomingHttpHeaders, 'authorization'>;
	/** The visitor's address. */
	readonly ip: string;
}

/** Finds the caller by the request's bearer token; null for no token and for a dead one. */
export type FindCaller<Request extends Bearer = Bearer> = (request: Request) => Promise<Caller | null>;

/** The caller, where the call's access rule lets them in. @throws {Problem} */
export async function admit<Request extends Bearer>(
	access: Access,
	findCaller: FindCaller<Request>,
	request: Request,
): Promise<Caller> {
	const caller = await findCaller(request);
	if (!caller) throw new Problem('sign_in_required');
	if (access === 'registered' && !caller.registered) throw new Problem('registration_required');
	return caller;
}

/** The token of `Authorization: Bearer <token>`, or null. */
export function bearerToken(request: Bearer): string | null {
	const match = /^Bearer ([A-Za-z0-9_-]{1,200})$/.exec(request.headers.authorization ?? '');
	return match?.[1] ?? null;
}
