/** Passkeys of operators, and stepping up with them. web-authn.ts checks the responses of browsers. */
import type { addPasskey as addCall, stepUp as stepUpCall, passkey } from '#contract/operator/operators/passkeys.ts';
import type { CheckedInputOf } from '#contract/endpoint.ts';
import { type Database, type Tx, epochSeconds, row, sql, type Db } from '#server/kernel/database.ts';
import { orRefuse, Problem } from '#server/kernel/problem.ts';
import { record } from '#server/audit-trail/audit-trail.ts';
import type { Actor, AskingOperator } from '#server/kernel/caller.ts';
import { endEntries, endSessionsOf } from '../sessions/sql.ts';
import { lockOperator, selectOperators } from '../sql.ts';
import {
	checkMade,
	checkUsed,
	creationOptions,
	requestOptions,
	type RelyingParty,
	CHALLENGE_MINUTES,
	type Credential,
} from './web-authn.ts';
import type * as z from 'zod/mini';

export interface PasskeyDeps {
	db: Database;
	party: RelyingParty;
}

export async function beginPasskey({ db, party }: PasskeyDeps, operator: AskingOperator) {
	expectMayAdd(operator, operator);
	const known = await selectCredentials(db, operator.operatorId);
	const options = await creationOptions(party, operator, known);
	await keepChallenge(db, operator, 'add', options.challenge);
	return options;
}

type Added = CheckedInputOf<typeof addCall>['body'];

export async function addPasskey({ db, party }: PasskeyDeps, operator: AskingOperator, { name, credential }: Added) {
	const { operatorId, tokenHash } = operator;
	const challenge = await takeChallenge(db, tokenHash, 'add');
	const made = orRefuse(challenge === null ? null : await checkMade(party, challenge, credential), 'passkey_refused');
	await db.transaction(async (tx) => {
		// If two are made at the same time, only one of them is the first.
		expectMayAdd(operator, await lockStanding(tx, operatorId, tokenHash));
		const { id, publicKey, counter, transports } = made;
		const key = { credential_id: id, public_key: publicKey, counter, transports, name, used_at: sql`lightstick_now()` };
		const added = await sql`insert into operator_passkey ${row({ operator_id: operatorId, ...key })}
			on conflict do nothing returning passkey_id`.maybeValue<number>(tx);
		if (added === null) throw new Problem('passkey_taken');
		await stepSessionUp(tx, tokenHash);
		const after = { passkey_id: added, name };
		await record(tx, operator, { action: 'passkey.add', target: `operator:${operatorId}`, after });
	});
}

/** The first passkey needs a recent sign-in at the provider; each further one needs a passkey that was just used. */
function expectMayAdd({ signedInJustNow }: AskingOperator, { hasPasskey, steppedUp }: Standing): void {
	if (hasPasskey && !steppedUp) throw new Problem('step_up_required');
	if (!hasPasskey && !signedInJustNow) throw new Problem('sign_in_again');
}

export async function beginStepUp({ db, party }: PasskeyDeps, operator: AskingOperator) {
	const known = await selectCredentials(db, operator.operatorId);
	if (known.length === 0) throw new Problem('passkey_missing');
	const options = await requestOptions(party, known);
	await keepChallenge(db, operator, 'step_up', options.challenge);
	return options;
}

type Used = CheckedInputOf<typeof stepUpCall>['body'];

/** Gives when the step-up ends, in epoch seconds. */
export async function stepUp({ db, party }: PasskeyDeps, operator: AskingOperator, { credential }: Used) {
	const { operatorId, tokenHash } = operator;
	const challenge = await takeChallenge(db, tokenHash, 'step_up');
	const known = await sql`select public_key as key from operator_passkey
		where operator_id = ${operatorId} and credential_id = ${credential.id}`.maybeOne<{ key: Buffer }>(db);
	const used = challenge === null || !known ? null : await checkUsed(party, challenge, credential, known.key);
	if (!used) throw new Problem('passkey_refused');
	const target = `operator:${operatorId}`;
	const until = await db.transaction(async (tx) => {
		const passkey = await updateUse(tx, operatorId, credential.id, used.counter);
		if (!passkey) {
			// The refusal below comes after the commit: this has to stay on record.
			await record(tx, operator, { action: 'passkey.refuse_copy', target, after: { counter: used.counter } });
			return null;
		}
		await record(tx, operator, { action: 'operator.step_up', target, after: { passkey_id: passkey.passkey_id } });
		return stepSessionUp(tx, tokenHash);
	});
	return orRefuse(until, 'passkey_refused');
}

const stepSessionUp = async (tx: Tx, tokenHash: Buffer): Promise<number> =>
	orRefuse(await openStepUp(tx, tokenHash), 'sign_in_required');

export async function renamePasskey(tx: Tx, actor: Actor, passkeyId: number, name: string): Promise<void> {
	const before = orRefuse(await lockPasskey(tx, actor.operatorId, passkeyId), 'not_found');
	await sql`update operator_passkey set name = ${name} where passkey_id = ${passkeyId}`.run(tx);
	const target = `operator:${actor.operatorId}`;
	const [was, is] = [before.name, name].map((called) => ({ passkey_id: passkeyId, name: called }));
	await record(tx, actor, { action: 'passkey.rename', target, before: was, after: is });
}

/** The other sessions may have been entered by it, in other hands: they are entered anew with one that is left. */
export async function removePasskey(tx: Tx, actor: AskingOperator, passkeyId: number): Promise<void> {
	const [removed] = await forget(tx, actor.operatorId, passkeyId);
	if (!removed) throw new Problem('not_found');
	const { hasPasskey } = await lockStanding(tx, actor.operatorId, actor.tokenHash);
	await endEntries(tx, actor.operatorId, hasPasskey ? actor.tokenHash : null);
	const before = { passkey_id: removed.passkey_id, name: removed.name };
	await record(tx, actor, { action: 'passkey.remove', target: `operator:${actor.operatorId}`, before });
}

export async function removePasskeysOf(tx: Tx, actor: Actor, operatorId: number, why: string): Promise<number> {
	// Operators remove their own passkeys one by one, so that they do not lose all of them by mistake.
	if (operatorId === actor.operatorId) throw new Problem('own_role');
	if (!(await lockOperator(tx, operatorId))) throw new Problem('not_found');
	return forgetAll(tx, actor, { operatorId, why });
}

export function forgetPasskeysOf(db: Database, { email, why }: { email: string; why: string }): Promise<number | null> {
	return db.transaction(async (tx) => {
		const present = (await selectOperators(tx)).filter(({ removed }) => !removed);
		const operator = present.find((one) => one.email.toLowerCase() === email.toLowerCase());
		return operator ? forgetAll(tx, null, { operatorId: operator.operator_id, why }) : null;
	});
}

/** Sessions end: the next passkey then needs the provider's word again. */
async function forgetAll(tx: Tx, actor: Actor | null, { operatorId, why }: { operatorId: number; why: string }) {
	const removed = await forget(tx, operatorId, null);
	await endSessionsOf(tx, operatorId);
	const before = { passkeys: removed.map(({ passkey_id, name }) => ({ passkey_id, name })) };
	await record(tx, actor, { action: 'operator.remove_passkeys', target: `operator:${operatorId}`, before, why });
	return removed.length;
}

async function forget(tx: Tx, operatorId: number, passkeyId: number | null): Promise<PasskeyRow[]> {
	await lockOperator(tx, operatorId);
	const removed = await sql`delete from operator_passkey
		where operator_id = ${operatorId} and (${passkeyId}::integer is null or passkey_id = ${passkeyId})
		returning ${PASSKEY}`.all<PasskeyRow>(tx);
	await sql`update operator_session set step_up_ends_at = null
		where operator_id = ${operatorId} and step_up_ends_at is not null`.run(tx);
	return removed;
}

const STEP_UP_MINUTES = 5;

type PasskeyRow = z.output<typeof passkey>;

const PASSKEY = sql`passkey_id, name, ${epochSeconds('created_at')} as created_time,
	${epochSeconds('used_at')} as used_time`;

export const selectPasskeys = (db: Db, operatorId: number): Promise<PasskeyRow[]> =>
	sql`select ${PASSKEY} from operator_passkey where operator_id = ${operatorId} order by passkey_id`.all(db);

const selectCredentials = (db: Db, operatorId: number): Promise<Credential[]> =>
	sql`select credential_id as id, transports from operator_passkey
		where operator_id = ${operatorId} order by passkey_id`.all(db);

const lockPasskey = (tx: Tx, operatorId: number, passkeyId: number): Promise<PasskeyRow | null> =>
	sql`select ${PASSKEY} from operator_passkey
		where operator_id = ${operatorId} and passkey_id = ${passkeyId} for update`.maybeOne(tx);

/** Returns null if the counter has not grown since the last use: two devices hold this key. */
const updateUse = (tx: Tx, operatorId: number, credentialId: string, counter: number) =>
	sql`update operator_passkey set counter = ${counter}, used_at = lightstick_now()
		where operator_id = ${operatorId} and credential_id = ${credentialId}
			and (counter < ${counter} or (counter = 0 and ${counter} = 0)) returning ${PASSKEY}`.maybeOne<PasskeyRow>(tx);

type Purpose = 'add' | 'step_up';

const keepChallenge = (db: Db, { tokenHash }: AskingOperator, purpose: Purpose, challenge: string) =>
	sql`
		insert into operator_challenge (token_hash, purpose, challenge, expires_at)
		values (${tokenHash}, ${purpose}, ${challenge}, lightstick_now() + make_interval(mins => ${CHALLENGE_MINUTES}))
		on conflict (token_hash, purpose) do update
			set challenge = excluded.challenge, expires_at = excluded.expires_at`.run(db);

/** Once, whatever comes of it; null where there is none, or it is too old. */
const takeChallenge = (db: Db, tokenHash: Buffer, purpose: Purpose): Promise<string | null> =>
	sql`delete from operator_challenge where token_hash = ${tokenHash} and purpose = ${purpose}
		returning case when expires_at > lightstick_now() then challenge end`.maybeValue(db);

/** The session is entered by it. When it ends, in epoch seconds; null where the session has ended meanwhile. */
export const openStepUp = (tx: Tx, tokenHash: Buffer): Promise<number | null> =>
	sql`update operator_session set step_up_ends_at = lightstick_now() + make_interval(mins => ${STEP_UP_MINUTES}),
				entered_at = coalesce(entered_at, lightstick_now())
			where token_hash = ${tokenHash} and ended_at is null
			returning ${epochSeconds('step_up_ends_at')}`.maybeValue(tx);

interface Standing {
	hasPasskey: boolean;
	steppedUp: boolean;
}

/** Where the session stands at this moment. The operator's row is locked, so no passkey comes or goes meanwhile. */
async function lockStanding(tx: Tx, operatorId: number, tokenHash: Buffer): Promise<Standing> {
	await sql`select from operator where operator_id = ${operatorId} for no key update`.run(tx);
	return sql`select exists (select from operator_passkey where operator_id = ${operatorId}) as "hasPasskey",
			exists (select from operator_session where token_hash = ${tokenHash} and ended_at is null
				and step_up_ends_at > lightstick_now()) as "steppedUp"`.one(tx);
}
