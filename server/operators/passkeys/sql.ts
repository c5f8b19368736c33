/** Statements of passkeys, their challenges, and step-ups. */
import { maybeOne, one, type Db, type Tx } from '#server/kernel/database.ts';
import { epochSeconds } from '#server/kernel/epoch.ts';

export interface PasskeyRow {
	passkeyId: number;
	name: string;
	/** Epoch seconds. */
	created: number;
	used: number | null;
}

const PASSKEY = `passkey_id as "passkeyId", name, ${epochSeconds('created_at')} as created, ${epochSeconds('used_at')} as used`;

export function selectPasskeys(db: Db, operatorId: number): Promise<PasskeyRow[]> {
	return db.query<PasskeyRow>({
		text: `select ${PASSKEY} from operator_passkey where operator_id = $1 order by passkey_id`,
		values: [operatorId],
	});
}

export interface Credential {
	/** base64url. */
	id: string;
	transports: string[];
}

export function selectCredentials(db: Db, operatorId: number): Promise<Credential[]> {
	return db.query<Credential>({
		text: `select credential_id as id, transports from operator_passkey where operator_id = $1 order by passkey_id`,
		values: [operatorId],
	});
}

/** The operator's own only. */
export function selectPublicKey(db: Db, operatorId: number, credentialId: string): Promise<{ key: Buffer } | null> {
	return maybeOne<{ key: Buffer }>(db, {
		text: 'select public_key as key from operator_passkey where operator_id = $1 and credential_id = $2',
		values: [operatorId, credentialId],
	});
}

export interface NewPasskey extends Credential {
	publicKey: Uint8Array;
	counter: number;
	name: string;
}

/** Returns null if this or another operator has registered the credential already. */
export function insertPasskey(tx: Tx, operatorId: number, made: NewPasskey): Promise<PasskeyRow | null> {
	const { id, publicKey, counter, transports, name } = made;
	return maybeOne<PasskeyRow>(tx, {
		text: `insert into operator_passkey (operator_id, credential_id, public_key, counter, transports, name, used_at)
			values ($1, $2, $3, $4, $5, $6, lightstick_now()) on conflict do nothing returning ${PASSKEY}`,
		values: [operatorId, id, publicKey, counter, transports, name],
	});
}

export function lockPasskey(tx: Tx, operatorId: number, passkeyId: number): Promise<PasskeyRow | null> {
	return maybeOne<PasskeyRow>(tx, {
		text: `select ${PASSKEY} from operator_passkey where operator_id = $1 and passkey_id = $2 for update`,
		values: [operatorId, passkeyId],
	});
}

export async function updateName(tx: Tx, passkeyId: number, name: string): Promise<void> {
	await tx.query({ text: 'update operator_passkey set name = $2 where passkey_id = $1', values: [passkeyId, name] });
}

/** Returns null if the counter has not grown since the last use: two devices hold this key. */
export function updateUse(
	tx: Tx,
	{ operatorId, credentialId, counter }: { operatorId: number; credentialId: string; counter: number },
): Promise<PasskeyRow | null> {
	return maybeOne<PasskeyRow>(tx, {
		text: `update operator_passkey set counter = $3, used_at = lightstick_now()
			where operator_id = $1 and credential_id = $2 and (counter < $3 or (counter = 0 and $3 = 0)) returning ${PASSKEY}`,
		values: [operatorId, credentialId, counter],
	});
}

/** Deletes one passkey of an operator, or all of them if `passkeyId` is null. */
export function deletePasskeys(tx: Tx, operatorId: number, passkeyId: number | null): Promise<PasskeyRow[]> {
	return tx.query<PasskeyRow>({
		text: `delete from operator_passkey where operator_id = $1 and ($2::integer is null or passkey_id = $2)
			returning ${PASSKEY}`,
		values: [operatorId, passkeyId],
	});
}

type Purpose = 'add' | 'step_up';

/** The latest counts. */
export async function keepChallenge(
	db: Db,
	{
		tokenHash,
		purpose,
		challenge,
		minutes,
	}: { tokenHash: Buffer; purpose: Purpose; challenge: string; minutes: number },
): Promise<void> {
	await db.query({
		text: `insert into operator_challenge (token_hash, purpose, challenge, expires_at)
			values ($1, $2, $3, lightstick_now() + make_interval(mins => $4))
			on conflict (token_hash, purpose) do update set challenge = excluded.challenge, expires_at = excluded.expires_at`,
		values: [tokenHash, purpose, challenge, minutes],
	});
}

/** Once, whatever comes of it; null where there is none, or it is too old. */
export async function takeChallenge(db: Db, tokenHash: Buffer, purpose: Purpose): Promise<string | null> {
	const taken = await maybeOne<{ challenge: string; valid: boolean }>(db, {
		text: `delete from operator_challenge where token_hash = $1 and purpose = $2
			returning challenge, expires_at > lightstick_now() as valid`,
		values: [tokenHash, purpose],
	});
	return taken?.valid ? taken.challenge : null;
}

/** The session is entered by it. When it ends, in epoch seconds; null where the session has ended meanwhile. */
export async function beginStepUp(tx: Tx, tokenHash: Buffer, minutes: number): Promise<number | null> {
	const begun = await maybeOne<{ until: number }>(tx, {
		text: `update operator_session set step_up_ends_at = lightstick_now() + make_interval(mins => $2),
				entered_at = coalesce(entered_at, lightstick_now())
			where token_hash = $1 and ended_at is null returning ${epochSeconds('step_up_ends_at')} as until`,
		values: [tokenHash, minutes],
	});
	return begun?.until ?? null;
}

export async function endStepUps(tx: Tx, operatorId: number): Promise<void> {
	await tx.query({
		text: 'update operator_session set step_up_ends_at = null where operator_id = $1 and step_up_ends_at is not null',
		values: [operatorId],
	});
}

export interface Standing {
	hasPasskey: boolean;
	steppedUp: boolean;
}

/** Where the session stands at this moment. The operator's row is locked, so no passkey comes or goes meanwhile. */
export async function lockStanding(tx: Tx, operatorId: number, tokenHash: Buffer): Promise<Standing> {
	await tx.query({ text: 'select from operator where operator_id = $1 for no key update', values: [operatorId] });
	return one<Standing>(tx, {
		text: `select exists (select from operator_passkey where operator_id = $1) as "hasPasskey",
			exists (select from operator_session where token_hash = $2 and ended_at is null
				and step_up_ends_at > lightstick_now()) as "steppedUp"`,
		values: [operatorId, tokenHash],
	});
}
