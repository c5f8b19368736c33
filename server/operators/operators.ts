/** Who runs the site: inviting, changing roles, removing. Only owners come here. */
import type { invitation, listedOperator } from '#contract/operator/operators.ts';
import type { OperatorRole } from '#contract/operator/roles.ts';
import type * as z from 'zod/mini';
import type { Database } from '#server/db/pool.ts';
import { Problem } from '#server/http/problem.ts';
import { record, type Actor } from './audit-trail.ts';
import { endSessionsOf } from './session-sql.ts';
import * as sql from './sql.ts';

const INVITATION_DAYS = 7;

type ListedOperator = z.output<typeof listedOperator>;
type Invitation = z.output<typeof invitation>;

export async function listOperators(db: Database): Promise<{ operators: ListedOperator[]; invitations: Invitation[] }> {
	const [operators, invitations] = await Promise.all([sql.selectOperators(db), sql.selectInvitations(db)]);
	return { operators: operators.map(presentOperator), invitations: invitations.map(presentInvitation) };
}

export interface NewInvitation {
	email: string;
	role: OperatorRole;
	why: string;
}

export function invite(db: Database, actor: Actor, { email, role, why }: NewInvitation): Promise<Invitation> {
	return db.transaction(async (tx) => {
		await sql.lockOperators(tx);
		const made = await sql.insertInvitation(tx, { email, role, invitedBy: actor.operatorId, days: INVITATION_DAYS });
		if (!made) throw new Problem('already_invited');
		const target = `invitation:${made.invitationId}`;
		await record(tx, actor, { action: 'operator.invite', target, after: { email, role }, why });
		return presentInvitation(made);
	});
}

export function withdraw(db: Database, actor: Actor, invitationId: number): Promise<Invitation> {
	return db.transaction(async (tx) => {
		await sql.lockOperators(tx);
		const withdrawn = await sql.withdrawInvitation(tx, invitationId);
		if (!withdrawn) throw new Problem('not_found');
		const before = { email: withdrawn.email, role: withdrawn.role };
		await record(tx, actor, { action: 'operator.withdraw_invitation', target: `invitation:${invitationId}`, before });
		return presentInvitation(withdrawn);
	});
}

export interface OperatorChange {
	version: number;
	role: OperatorRole;
	removed: boolean;
	why: string;
}

/** Ends their sessions. Nobody changes themselves, so an owner always remains. */
export function changeOperator(
	db: Database,
	actor: Actor,
	operatorId: number,
	{ version, role, removed, why }: OperatorChange,
): Promise<ListedOperator> {
	if (operatorId === actor.operatorId) throw new Problem('own_role');
	return db.transaction(async (tx) => {
		await sql.lockOperators(tx);
		// Two owners may be removing each other at this moment: who comes second is none any more.
		const self = await sql.lockOperator(tx, actor.operatorId);
		if (self?.role !== 'owner' || self.removed) throw new Problem('forbidden');
		const before = await sql.lockOperator(tx, operatorId);
		if (!before) throw new Problem('not_found');
		if (before.version !== version) throw new Problem('stale_edit');
		const after = await sql.updateOperator(tx, operatorId, { role, removed });
		await endSessionsOf(tx, operatorId);
		await record(tx, actor, {
			action: 'operator.change',
			target: `operator:${operatorId}`,
			before: { role: before.role, removed: before.removed },
			after: { role, removed },
			why,
		});
		return presentOperator(after);
	});
}

function presentOperator(row: sql.OperatorRow): ListedOperator {
	const { operatorId, email, name, role, joined, lastSeen, removed, passkeys, version } = row;
	return {
		operator_id: operatorId,
		email,
		name,
		role,
		joined_time: joined,
		last_seen_time: lastSeen,
		removed,
		passkeys,
		version,
	};
}

function presentInvitation(row: sql.InvitationRow): Invitation {
	const { invitationId, email, role, invitedBy, invited, expires, status } = row;
	return {
		...{ invitation_id: invitationId, email, role, status },
		...{ invited_by: invitedBy, invited_time: invited, expires_time: expires },
	};
}
