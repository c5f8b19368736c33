/** Signing in to the console at a provider for operators: out, back, and whether this person works here. */
import type { IdentityProvider, ProviderIdentity } from '#server/accounts/sign-on/identity-provider.ts';
import { lockOperators } from '#server/kernel/caller.ts';
import { type Database, type Tx, sql as statement } from '#server/kernel/database.ts';
import { orRefuse, Problem } from '#server/kernel/problem.ts';
import { record } from '#server/audit-trail/audit-trail.ts';
import { beginAttempt, finishOnce } from '#server/accounts/sign-on/attempts.ts';
import { findSession, insertSession } from './sql.ts';
import * as sql from '../sql.ts';

/** Maximum age of the authentication at the provider. Any limit makes the provider state when it authenticated. */
const PROVIDER_SESSION_SECONDS = 7 * 86_400;
/** The same limit for a sign-in that proves the identity of a person: enough for the way back. */
const ANEW_SECONDS = 60;

/** A provider whose word makes operators: it says in its ID token whether an address is verified. */
export interface OperatorProvider {
	issuer: string;
	provider: IdentityProvider;
}

export interface OperatorSignIn {
	db: Database;
	operatorProvider: OperatorProvider | null;
	/** Email of the person who becomes the first owner, once. */
	ownerEmail: string | null;
	/** True if a first passkey requires the provider to state when it last authenticated the person. */
	authTimeRequired: boolean;
}

export async function beginSignIn(
	{ db, operatorProvider }: OperatorSignIn,
	{ redirectUri, returnTo, anew }: { redirectUri: string; returnTo: string; anew: boolean },
) {
	const maxAgeSeconds = anew ? ANEW_SECONDS : PROVIDER_SESSION_SECONDS;
	const callbackUrl = `${redirectUri}?${new URLSearchParams({ return_to: returnTo })}`;
	return beginAttempt(db, operatorProvider?.provider, { redirectUri, maxAgeSeconds, name: 'operators', callbackUrl });
}

export interface Return {
	state: string;
	browserSecret: string;
	query: string;
	browser: string;
}

/** The session's token and where to go on. The state is used up, whatever this comes to. @throws {Problem} */
export async function finishSignIn(deps: OperatorSignIn, visit: Return) {
	const { db, operatorProvider } = deps;
	if (!operatorProvider) throw new Problem('sign_in_expired');
	const { provider, issuer } = operatorProvider;
	const from = { ...visit, provider: 'operators' } as const;
	const made = await finishOnce(db, from, findSession, async (attempt, tokenHash) => {
		let identity: ProviderIdentity;
		try {
			identity = await provider.finish(new URL(visit.query, attempt.callbackUrl), { ...attempt, state: visit.state });
		} catch (cause) {
			throw Object.assign(new Problem('sign_in_failed'), { cause });
		}
		return db.transaction(async (tx) => {
			const id = await operatorOf(tx, issuer, identity, deps.ownerEmail);
			const { authenticatedAt = null } = identity;
			const trustsSilence = !deps.authTimeRequired;
			await insertSession(tx, tokenHash, { operatorId: id, browser: visit.browser, authenticatedAt, trustsSilence });
			await record(tx, { operatorId: id }, { action: 'operator.sign_in', target: `operator:${id}` });
			return id;
		});
	});
	const { token, id, callbackUrl } = orRefuse(made, 'sign_in_expired');
	return { token, returnTo: new URL(callbackUrl).searchParams.get('return_to') ?? '/console', operatorId: id };
}

/** Known by issuer and subject, or invited under an address that the provider vouches for. @throws {Problem} */
async function operatorOf(tx: Tx, issuer: string, identity: ProviderIdentity, ownerEmail: string | null) {
	await lockOperators(tx);
	const known = await sql.selectByIdentity(tx, issuer, identity.subject);
	if (known && !known.removed) return known.operator_id;
	const { email, emailVerified, subject, name } = identity;
	if (known || email === null || !emailVerified) throw new Problem('not_an_operator');
	const invitation = (await sql.lockOpenInvitation(tx, email)) ?? (await inviteFirstOwner(tx, email, ownerEmail));
	if (!invitation) throw new Problem('not_an_operator');
	const { role, inviterId } = invitation;
	const joined = await sql.insertOperator(tx, { issuer, subject, email, name, role }, inviterId);
	await statement`update operator_invitation set claimed_at = lightstick_now(), claimed_by = ${joined.operator_id}
		where invitation_id = ${invitation.invitation_id}`.run(tx);
	const after = { email, role: joined.role, invitation_id: invitation.invitation_id };
	const target = `operator:${joined.operator_id}`;
	await record(tx, { operatorId: joined.operator_id }, { action: 'operator.join', target, after });
	return joined.operator_id;
}

/** The configuration's invitation: for that address, and void as soon as there has been any operator. */
async function inviteFirstOwner(tx: Tx, email: string, ownerEmail: string | null): Promise<sql.OpenInvitation | null> {
	if (ownerEmail === null || email.toLowerCase() !== ownerEmail.toLowerCase()) return null;
	if (await statement`select from operator limit 1`.exists(tx)) return null;
	const invitation = await sql.insertInvitation(tx, { email, role: 'owner', invitedBy: null, days: 1 });
	if (!invitation) return null;
	const target = `invitation:${invitation.invitation_id}`;
	await record(tx, null, { action: 'operator.invite', target, after: { email, role: 'owner' } });
	return { ...invitation, inviterId: null };
}
