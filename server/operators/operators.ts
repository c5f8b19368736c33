/** Operator accounts: inviting, changing roles and removing. Only owners may call this. */
import type { CheckedInputOf } from '#contract/endpoint.ts';
import type { changeOperator as changeCall, inviteOperator } from '#contract/operator/operators/operators.ts';
import { operatorRole, type OperatorRole } from '#contract/operator/operators/session.ts';
import * as z from 'zod/mini';
import type { Database, Tx } from '#server/kernel/database.ts';
import { Problem } from '#server/kernel/problem.ts';
import { applyOrRequestApproval, type Approved } from '#server/approvals/approvals.ts';
import { record, approvedAs, expectLatest, type Grounds } from '#server/audit-trail/audit-trail.ts';
import { lockOperators, type Actor } from '#server/kernel/caller.ts';
import * as sessions from './sessions/sql.ts';
import * as sql from './sql.ts';

const INVITATION_DAYS = 7;

type NewInvitation = CheckedInputOf<typeof inviteOperator>['body'];

/** As finance or owner it waits for another owner, where there is one: then no invitation, but the request's id. */
export async function invite(tx: Tx, actor: Actor, { why, ...asked }: NewInvitation) {
	await lockOperators(tx);
	let invitation: sql.Invitation | null = null;
	const [target, large] = [`invitation:${asked.email}`, power(asked.role) > 0];
	const request = { kind: 'role_change', payload: asked, why, target, large } as const;
	const approvalId = await applyOrRequestApproval(tx, actor, request, async () => {
		invitation = await makeInvitation(tx, actor, { ...asked, why });
	});
	return { invitation, approval_id: approvalId };
}

async function makeInvitation(tx: Tx, actor: Actor, { email, role, why, approvalId }: NewInvitation & Grounds) {
	const made = await sql.insertInvitation(tx, { email, role, invitedBy: actor.operatorId, days: INVITATION_DAYS });
	if (!made) throw new Problem('already_invited');
	const after = approvedAs({ email, role }, approvalId);
	await record(tx, actor, { action: 'operator.invite', target: `invitation:${made.invitation_id}`, after, why });
	return made;
}

type OperatorChange = CheckedInputOf<typeof changeCall>['body'];

/** A reduction applies at once; more power over money needs another owner. Nobody changes themselves: an owner remains. */
export async function changeOperator(tx: Tx, actor: Actor, operatorId: number, { why, ...asked }: OperatorChange) {
	if (operatorId === actor.operatorId) throw new Problem('own_role');
	await lockOperators(tx);
	const change = { operator_id: operatorId, ...asked };
	const before = await expectChangeable(tx, actor, change);
	const large = powerOf(asked) > powerOf(before);
	// The payload includes the email and the present role, so that the approver reads who becomes what.
	const payload = { email: before.email, role_before: before.removed ? null : before.role, ...change };
	const request = { kind: 'role_change', payload, why, target: `operator:${operatorId}`, large } as const;
	const approvalId = await applyOrRequestApproval(tx, actor, request, () => makeChange(tx, actor, { ...change, why }));
	return { operator: (await sql.lockOperator(tx, operatorId)) ?? before, approval_id: approvalId };
}

type TargetedChange = Omit<OperatorChange, 'why'> & { operator_id: number };

async function expectChangeable(tx: Tx, actor: Actor, { operator_id: operatorId, version }: TargetedChange) {
	// Two owners may be removing each other. The lock makes the second find that they are no longer an owner.
	const self = await sql.lockOperator(tx, actor.operatorId);
	if (self?.role !== 'owner' || self.removed) throw new Problem('forbidden');
	const operator = await sql.lockOperator(tx, operatorId);
	expectLatest(operator, { version, missing: 'not_found' });
	return operator;
}

async function makeChange(tx: Tx, actor: Actor, change: TargetedChange & Grounds): Promise<void> {
	const { operator_id: operatorId, role, removed, why, approvalId } = change;
	const before = await expectChangeable(tx, actor, change);
	const raised = powerOf({ role, removed }) > powerOf(before);
	await sql.updateOperator(tx, operatorId, { role, removed }, raised ? actor.operatorId : null);
	await sessions.endSessionsOf(tx, operatorId);
	await record(tx, actor, {
		action: 'operator.change',
		target: `operator:${operatorId}`,
		before: { role: before.role, removed: before.removed, new: before.new },
		after: approvedAs({ role, removed }, approvalId),
		why,
	});
}

const newInvitation = z.object({ email: z.string(), role: operatorRole });
const targetedChange = z.object({ operator_id: z.int(), version: z.int(), role: operatorRole, removed: z.boolean() });

export async function performRoleChange(tx: Tx, { payload, why, askedBy, approvalId }: Approved): Promise<void> {
	await lockOperators(tx);
	const change = z.parse(z.union([targetedChange, newInvitation]), payload);
	if ('operator_id' in change) return makeChange(tx, askedBy, { ...change, why, approvalId });
	const self = await sql.lockOperator(tx, askedBy.operatorId);
	if (self?.role !== 'owner' || self.removed) throw new Problem('forbidden');
	await makeInvitation(tx, askedBy, { ...change, why, approvalId });
}

/** Ranks a role by its power over money: none (0), some (1), all (2). */
const power = (role: OperatorRole) => ({ viewer: 0, editor: 0, finance: 1, owner: 2 })[role];
const powerOf = ({ role, removed }: { role: OperatorRole; removed: boolean }) => (removed ? 0 : power(role));

export function endSessionsOf(db: Database, actor: Actor, operatorId: number, why?: string): Promise<number> {
	return db.transaction(async (tx) => {
		if (!(await sql.lockOperator(tx, operatorId))) throw new Problem('not_found');
		const ended = await sessions.endSessionsOf(tx, operatorId);
		const target = `operator:${operatorId}`;
		await record(tx, actor, { action: 'operator.end_sessions', target, after: { ended }, why });
		return ended;
	});
}
