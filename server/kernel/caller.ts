/** Callers, fans and operators, as far as every domain has to know them. Accounts and operators provide them. */
import type { IncomingHttpHeaders } from 'node:http';
import { type Sql, type Tx, LOCK_NAMES, lockByName } from './database.ts';
import { hash, randomBytes } from 'node:crypto';
import type { OperatorRole } from '#contract/operator/operators/session.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { Problem } from './problem.ts';

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

export const bearerToken = (request: Pick<Bearer, 'headers'>): string | null =>
	/^(?:Bearer +)?([A-Za-z0-9_-]{1,200})$/i.exec(request.headers.authorization ?? '')?.[1] ?? null;

/** 256 bits in 43 characters that fit an address, a cookie and PKCE. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** Enough for secrets of full entropy: there is nothing to guess, so nothing to slow down. */
export function hashSecret(secret: string): Buffer {
	// By way of a string: as a buffer, Node's hash takes twice as long.
	return Buffer.from(hash('sha256', secret, 'latin1'), 'latin1');
}

/** The acting operator. Only the console's HTTP layer creates one, from a session. */
export interface Actor {
	operatorId: number;
}

export interface OperatorSession extends Actor {
	email: string;
	name: string | null;
	role: OperatorRole;
	idleUntil: number;
	/** At the provider, within the last minutes. */
	signedInJustNow: boolean;
	hasPasskey: boolean;
	entered: boolean;
	steppedUp: boolean;
}

export interface AskingOperator extends OperatorSession {
	tokenHash: Buffer;
	readsPersonalData: boolean;
}

/** Locks the list of operators until the transaction ends: one change at a time. */
export async function lockOperators(tx: Tx): Promise<void> {
	await lockByName(tx, LOCK_NAMES.operators);
}

// Passkeys beside the session: once to enter the console, and again within minutes where a session is not enough.

export type StepUp = Pick<OperatorSession, 'steppedUp' | 'hasPasskey'>;

export function expectSteppedUp({ steppedUp, hasPasskey }: StepUp): void {
	if (!steppedUp) throw new Problem(hasPasskey ? 'step_up_required' : 'passkey_missing');
}

/** Before a passkey, one only gets one used, or looks around. @throws {Problem} step_up_required, passkey_missing */
export function expectEntered(
	{ entered, hasPasskey }: Pick<OperatorSession, 'entered' | 'hasPasskey'>,
	endpoint: Endpoint,
): void {
	if (entered || endpoint.beforeEntry) return;
	if (hasPasskey) throw new Problem('step_up_required');
	if (endpoint.methods[0] !== 'GET' || endpoint.access !== 'operator') throw new Problem('passkey_missing');
}
