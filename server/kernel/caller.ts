/** The caller of a request. The HTTP layer needs only this much of accounts, and accounts provide it. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Sql } from './database.ts';
import { hash, randomBytes } from 'node:crypto';

/** Key of a fan in every fan-scoped table. */
export interface FanKey {
	fanId: number;
}

export interface Caller extends FanKey {
	tokenHash: Buffer;
	/** False until registration is complete. Up to a second old: exact decisions read it under the wallet's lock. */
	registered: boolean;
}

export interface Bearer {
	headers: Pick<IncomingHttpHeaders, 'authorization'>;
	readonly ip: string;
}

/** What else is read of a fan in the statement that finds the session: alone, a vote would wait for another one. */
export interface ReadWithSession {
	/** A value, by `fan.fan_id`. */
	value: Sql;
	keep: (fan: FanKey, value: unknown) => void;
}

/** Finds the caller by the request's bearer token. Returns null if there is no token, or an expired one. */
export type FindCaller<Request extends Bearer = Bearer> = (request: Request) => Promise<Caller | null>;

export function bearerToken(request: Pick<Bearer, 'headers'>): string | null {
	const match = /^(?:Bearer +)?([A-Za-z0-9_-]{1,200})$/i.exec(request.headers.authorization ?? '');
	return match?.[1] ?? null;
}

/** 256 bits in 43 characters that fit an address, a cookie and PKCE. */
export function newSecret(): string {
	return randomBytes(32).toString('base64url');
}

/** Enough for secrets of full entropy: there is nothing to guess, so nothing to slow down. */
export function hashSecret(secret: string): Buffer {
	// By way of a string: as a buffer, Node's hash takes twice as long.
	return Buffer.from(hash('sha256', secret, 'latin1'), 'latin1');
}
