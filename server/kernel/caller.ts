/** Who is asking. The edge needs only this much of accounts, and accounts provide it. */
import type { IncomingHttpHeaders } from 'node:http';

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

/** The token of `Authorization: Bearer <token>`, or null. */
export function bearerToken(request: Bearer): string | null {
	const match = /^Bearer ([A-Za-z0-9_-]{1,200})$/.exec(request.headers.authorization ?? '');
	return match?.[1] ?? null;
}
