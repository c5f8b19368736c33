/** Operators, as far as every domain has to know them. */
import type { OperatorRole } from '#contract/operator/operators/session.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { type Tx, LOCK_NAMES, lockByName } from './database.ts';
import { Problem } from './problem.ts';

/** The acting operator. Only the console's HTTP layer creates one, from a session. */
export interface Actor {
	operatorId: number;
}

export interface OperatorSession extends Actor {
	email: string;
	name: string | null;
	role: OperatorRole;
	/** Epoch seconds. */
	idleUntil: number;
	/** At the provider, within the last minutes. */
	signedInJustNow: boolean;
	hasPasskey: boolean;
	/** A passkey was used on this session. */
	entered: boolean;
	/** Has used a passkey within the last minutes. */
	steppedUp: boolean;
}

export interface AskingOperator extends OperatorSession {
	tokenHash: Buffer;
	/** True if the operator sees names and addresses of fans. */
	readsPersonalData: boolean;
}

/** Locks the list of operators until the transaction ends: one change at a time. */
export async function lockOperators(tx: Tx): Promise<void> {
	await lockByName(tx, LOCK_NAMES.operators);
}

// Passkeys beside the session: once to enter the console, and again within minutes where a session is not enough.

export type StepUp = Pick<OperatorSession, 'steppedUp' | 'hasPasskey'>;

/** @throws {Problem} step_up_required, passkey_missing */
export function expectSteppedUp({ steppedUp, hasPasskey }: StepUp): void {
	if (!steppedUp) throw new Problem(hasPasskey ? 'step_up_required' : 'passkey_missing');
}

/**
 * Until a passkey was used on it, a session only gets one used or made. An operator who has none yet may look around
 * besides, as a viewer does; their first write asks for one.
 * @throws {Problem} step_up_required, passkey_missing
 */
export function expectEntered(
	{ entered, hasPasskey }: Pick<OperatorSession, 'entered' | 'hasPasskey'>,
	endpoint: Endpoint,
): void {
	if (entered || endpoint.beforeEntry) return;
	if (hasPasskey) throw new Problem('step_up_required');
	if (endpoint.methods[0] !== 'GET' || endpoint.access !== 'operator') throw new Problem('passkey_missing');
}
