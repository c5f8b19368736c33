/** Passkeys of operators, and stepping up with them. web-authn.ts checks the responses of browsers. */
import type { addPasskey as addCall, stepUp as stepUpCall } from '#contract/operator/operators/passkeys.ts';
import type { CheckedInputOf } from '#contract/endpoint.ts';
import type { Database, Tx } from '#server/kernel/database.ts';
import { orRefuse, Problem } from '#server/kernel/problem.ts';
import { record } from '#server/audit-trail/audit-trail.ts';
import type { Actor, AskingOperator } from '#server/kernel/caller.ts';
import * as sql from './sql.ts';
import { endEntries, endSessionsOf } from '../sessions/sql.ts';
import { lockOperator, selectOperators } from '../sql.ts';
import { checkMade, checkUsed, creationOptions, requestOptions, type RelyingParty } from './web-authn.ts';

export interface PasskeyDeps {
	db: Database;
	party: RelyingParty;
}

export async function beginPasskey({ db, party }: PasskeyDeps, operator: AskingOperator) {
	expectMayAdd(operator, operator);
	const known = await sql.selectCredentials(db, operator.operatorId);
	const options = await creationOptions(party, operator, known);
	await sql.keepChallenge(db, operator, 'add', options.challenge);
	return options;
}

type Added = CheckedInputOf<typeof addCall>['body'];

export async function addPasskey({ db, party }: PasskeyDeps, operator: AskingOperator, { name, credential }: Added) {
	const { operatorId, tokenHash } = operator;
	const challenge = await sql.takeChallenge(db, tokenHash, 'add');
	const made = orRefuse(challenge === null ? null : await checkMade(party, challenge, credential), 'passkey_refused');
	await db.transaction(async (tx) => {
		// If two are made at the same time, only one of them is the first.
		expectMayAdd(operator, await sql.lockStanding(tx, operatorId, tokenHash));
		const added = orRefuse(await sql.insertPasskey(tx, operatorId, { ...made, name }), 'passkey_taken');
		await stepSessionUp(tx, tokenHash);
		const after = { passkey_id: added.passkey_id, name };
		await record(tx, operator, { action: 'passkey.add', target: `operator:${operatorId}`, after });
	});
}

/** The first passkey needs a recent sign-in at the provider; each further one needs a passkey that was just used. */
function expectMayAdd({ signedInJustNow }: AskingOperator, { hasPasskey, steppedUp }: sql.Standing): void {
	if (hasPasskey && !steppedUp) throw new Problem('step_up_required');
	if (!hasPasskey && !signedInJustNow) throw new Problem('sign_in_again');
}

export async function beginStepUp({ db, party }: PasskeyDeps, operator: AskingOperator) {
	const known = await sql.selectCredentials(db, operator.operatorId);
	if (known.length === 0) throw new Problem('passkey_missing');
	const options = await requestOptions(party, known);
	await sql.keepChallenge(db, operator, 'step_up', options.challenge);
	return options;
}

type Used = CheckedInputOf<typeof stepUpCall>['body'];

/** Gives when the step-up ends, in epoch seconds. */
export async function stepUp({ db, party }: PasskeyDeps, operator: AskingOperator, { credential }: Used) {
	const { operatorId, tokenHash } = operator;
	const challenge = await sql.takeChallenge(db, tokenHash, 'step_up');
	const known = await sql.selectPublicKey(db, operatorId, credential.id);
	const used = challenge === null || !known ? null : await checkUsed(party, challenge, credential, known.key);
	if (!used) throw new Problem('passkey_refused');
	const target = `operator:${operatorId}`;
	const until = await db.transaction(async (tx) => {
		const passkey = await sql.updateUse(tx, operatorId, credential.id, used.counter);
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
	orRefuse(await sql.beginStepUp(tx, tokenHash), 'sign_in_required');

export async function renamePasskey(db: Database, actor: Actor, passkeyId: number, name: string): Promise<void> {
	await db.transaction(async (tx) => {
		const before = orRefuse(await sql.lockPasskey(tx, actor.operatorId, passkeyId), 'not_found');
		await sql.updateName(tx, passkeyId, name);
		const target = `operator:${actor.operatorId}`;
		const [was, is] = [before.name, name].map((called) => ({ passkey_id: passkeyId, name: called }));
		await record(tx, actor, { action: 'passkey.rename', target, before: was, after: is });
	});
}

/** The other sessions may have been entered by it, in other hands: they are entered anew with one that is left. */
export async function removePasskey(db: Database, actor: AskingOperator, passkeyId: number): Promise<void> {
	await db.transaction(async (tx) => {
		const [removed] = await forget(tx, actor.operatorId, passkeyId);
		if (!removed) throw new Problem('not_found');
		const { hasPasskey } = await sql.lockStanding(tx, actor.operatorId, actor.tokenHash);
		await endEntries(tx, actor.operatorId, hasPasskey ? actor.tokenHash : null);
		const before = { passkey_id: removed.passkey_id, name: removed.name };
		await record(tx, actor, { action: 'passkey.remove', target: `operator:${actor.operatorId}`, before });
	});
}

export function removePasskeysOf(db: Database, actor: Actor, { operatorId, why }: { operatorId: number; why: string }) {
	// Operators remove their own passkeys one by one, so that they do not lose all of them by mistake.
	if (operatorId === actor.operatorId) throw new Problem('own_role');
	return db.transaction(async (tx) => {
		if (!(await lockOperator(tx, operatorId))) throw new Problem('not_found');
		return forgetAll(tx, actor, { operatorId, why });
	});
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

async function forget(tx: Tx, operatorId: number, passkeyId: number | null): Promise<sql.PasskeyRow[]> {
	await lockOperator(tx, operatorId);
	const removed = await sql.deletePasskeys(tx, operatorId, passkeyId);
	await sql.endStepUps(tx, operatorId);
	return removed;
}
