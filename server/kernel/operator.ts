/** Operators, as far as every domain has to know them. */
import type { OperatorRole } from '#contract/operator/roles.ts';
import type { Tx } from './database.ts';

/** Who acts. Only the console's HTTP makes one, from a session. */
export interface Actor {
	operatorId: number;
}

/** What a live console session says of its operator. */
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

/** The operator behind a call of the console. */
export interface AskingOperator extends OperatorSession {
	tokenHash: Buffer;
	/** Names and addresses of fans are not hidden from them. */
	readsPersonalData: boolean;
}

/** One change of who the operators are at a time. */
export async function lockOperators(tx: Tx): Promise<void> {
	await tx.query({ text: `select pg_advisory_xact_lock(hashtextextended('operators', 0))` });
}
