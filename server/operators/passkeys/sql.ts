import { epochSeconds, sql, type Db, type Tx } from '#server/kernel/database.ts';
import type * as z from 'zod/mini';
import type { passkey } from '#contract/operator/operators/passkeys.ts';
import type { AskingOperator } from '#server/kernel/caller.ts';
import { CHALLENGE_MINUTES, type Credential } from './web-authn.ts';

const STEP_UP_MINUTES = 5;

export type PasskeyRow = z.output<typeof passkey>;

const PASSKEY = sql`passkey_id, name, ${epochSeconds('created_at')} as created_time,
	${epochSeconds('used_at')} as used_time`;

export const selectPasskeys = (db: Db, operatorId: number): Promise<PasskeyRow[]> =>
	sql`select ${PASSKEY} from operator_passkey where operator_id = ${operatorId} order by passkey_id`.all(db);

export const selectCredentials = (db: Db, operatorId: number): Promise<Credential[]> =>
	sql`select credential_id as id, transports from operator_passkey
		where operator_id = ${operatorId} order by passkey_id`.all(db);

export const selectPublicKey = (db: Db, operatorId: number, credentialId: string): Promise<{ key: Buffer } | null> =>
	sql`select public_key as key from operator_passkey
		where operator_id = ${operatorId} and credential_id = ${credentialId}`.maybeOne(db);

export interface NewPasskey extends Credential {
	publicKey: Uint8Array;
	counter: number;
	name: string;
}

export function insertPasskey(tx: Tx, operatorId: number, made: NewPasskey): Promise<PasskeyRow | null> {
	const { id, publicKey, counter, transports, name } = made;
	return sql`insert into operator_passkey (operator_id, credential_id, public_key, counter, transports, name, used_at)
		values (${operatorId}, ${id}, ${publicKey}, ${counter}, ${transports}, ${name}, lightstick_now())
		on conflict do nothing returning ${PASSKEY}`.maybeOne(tx);
}

export const lockPasskey = (tx: Tx, operatorId: number, passkeyId: number): Promise<PasskeyRow | null> =>
	sql`select ${PASSKEY} from operator_passkey
		where operator_id = ${operatorId} and passkey_id = ${passkeyId} for update`.maybeOne(tx);

export const updateName = (tx: Tx, passkeyId: number, name: string): Promise<void> =>
	sql`update operator_passkey set name = ${name} where passkey_id = ${passkeyId}`.run(tx);

/** Returns null if the counter has not grown since the last use: two devices hold this key. */
export const updateUse = (tx: Tx, operatorId: number, credentialId: string, counter: number) =>
	sql`update operator_passkey set counter = ${counter}, used_at = lightstick_now()
		where operator_id = ${operatorId} and credential_id = ${credentialId}
			and (counter < ${counter} or (counter = 0 and ${counter} = 0)) returning ${PASSKEY}`.maybeOne<PasskeyRow>(tx);

export const deletePasskeys = (tx: Tx, operatorId: number, passkeyId: number | null): Promise<PasskeyRow[]> =>
	sql`delete from operator_passkey
		where operator_id = ${operatorId} and (${passkeyId}::integer is null or passkey_id = ${passkeyId})
		returning ${PASSKEY}`.all(tx);

type Purpose = 'add' | 'step_up';

export const keepChallenge = (db: Db, { tokenHash }: AskingOperator, purpose: Purpose, challenge: string) =>
	sql`
		insert into operator_challenge (token_hash, purpose, challenge, expires_at)
		values (${tokenHash}, ${purpose}, ${challenge}, lightstick_now() + make_interval(mins => ${CHALLENGE_MINUTES}))
		on conflict (token_hash, purpose) do update
			set challenge = excluded.challenge, expires_at = excluded.expires_at`.run(db);

/** Once, whatever comes of it; null where there is none, or it is too old. */
export const takeChallenge = (db: Db, tokenHash: Buffer, purpose: Purpose): Promise<string | null> =>
	sql`delete from operator_challenge where token_hash = ${tokenHash} and purpose = ${purpose}
		returning case when expires_at > lightstick_now() then challenge end`.maybeValue(db);

/** The session is entered by it. When it ends, in epoch seconds; null where the session has ended meanwhile. */
export const beginStepUp = (tx: Tx, tokenHash: Buffer): Promise<number | null> =>
	sql`update operator_session set step_up_ends_at = lightstick_now() + make_interval(mins => ${STEP_UP_MINUTES}),
				entered_at = coalesce(entered_at, lightstick_now())
			where token_hash = ${tokenHash} and ended_at is null
			returning ${epochSeconds('step_up_ends_at')}`.maybeValue(tx);

export const endStepUps = (tx: Tx, operatorId: number): Promise<void> =>
	sql`update operator_session set step_up_ends_at = null
		where operator_id = ${operatorId} and step_up_ends_at is not null`.run(tx);

export interface Standing {
	hasPasskey: boolean;
	steppedUp: boolean;
}

/** Where the session stands at this moment. The operator's row is locked, so no passkey comes or goes meanwhile. */
export async function lockStanding(tx: Tx, operatorId: number, tokenHash: Buffer): Promise<Standing> {
	await sql`select from operator where operator_id = ${operatorId} for no key update`.run(tx);
	return sql`select exists (select from operator_passkey where operator_id = ${operatorId}) as "hasPasskey",
			exists (select from operator_session where token_hash = ${tokenHash} and ended_at is null
				and step_up_ends_at > lightstick_now()) as "steppedUp"`.one(tx);
}
