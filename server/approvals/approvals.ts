/** One operator asks and another approves exactly the same payload, compared by hash, within a day. */
import { createHash } from 'node:crypto';
import type { ApprovalKind } from '#contract/operator/approvals.ts';
import type { OperatorRole } from '#contract/operator/operators/session.ts';
import type { Database, Tx } from '#server/kernel/database.ts';
import { Problem } from '#server/kernel/problem.ts';
import * as sql from './sql.ts';
import { record } from '#server/audit-trail/audit-trail.ts';
import { type Actor, lockOperators } from '#server/kernel/operator.ts';
import { type PageRequest, readPage } from '#server/kernel/paging.ts';
import { onceByOperator } from '#server/kernel/idempotency.ts';

export { selectBoundSharers } from './sql.ts';

const VALID_HOURS = 24;

/**
 * Performs an approved request, one function per kind. The domain that asks for approval provides it. The function that
 * it returns runs after the commit.
 */
export type Performers = Record<ApprovalKind, (tx: Tx, approved: Approved) => Promise<AfterCommit | void>>;
type AfterCommit = () => Promise<void>;

export interface Approved {
	approvalId: string;
	payload: unknown;
	why: string;
	/** The operator who asked, with their present role. */
	askedBy: Actor & { role: OperatorRole };
	approvedBy: Actor;
}

interface Asked {
	kind: ApprovalKind;
	payload: unknown;
	why: string;
	target: string;
}

/** Creates an approval request and returns its id. Changes nothing else yet. */
export async function askApproval(tx: Tx, actor: Actor, { kind, payload, why, target }: Asked): Promise<string> {
	const payloadHash = hashOf(payload);
	const asked = { kind, payload, payloadHash, why, askedBy: actor.operatorId, hours: VALID_HOURS };
	const approvalId = await sql.insertApproval(tx, asked);
	const after = { approval_id: approvalId, payload, payload_hash: payloadHash };
	await record(tx, actor, { action: 'approval.ask', target, after, why });
	return approvalId;
}

const hashOf = (payload: unknown) => createHash('sha256').update(JSON.stringify(payload)).digest('hex');

/** A request is performed as it was asked for, or not at all. */
export const changedSince = (thing: string) =>
	new Problem('stale_edit', { message: `The ${thing} has changed since this was asked. Please reject it` });

/** Roles that may decide. A kind that is not listed needs a role that may approve money. */
const DECIDERS: Partial<Record<ApprovalKind, readonly OperatorRole[]>> = { role_change: ['owner'] };
const decidersOf = (kind: ApprovalKind) => DECIDERS[kind] ?? ['finance', 'owner'];
/** Roles that may ask, where they are not those that may decide. */
const ASKERS: Partial<Record<ApprovalKind, readonly OperatorRole[]>> = {
	artist_rename: ['editor', 'owner'],
	entry_visibility: ['editor', 'owner'],
	fan_suspension: ['editor', 'owner'],
	early_result: ['owner'],
};
const askersOf = (kind: ApprovalKind) => ASKERS[kind] ?? decidersOf(kind);

/** Returns true if somebody else could approve a request of the kind. */
export function hasApprover(tx: Tx, actor: Actor, kind: ApprovalKind): Promise<boolean> {
	return sql.selectAnyOther(tx, actor.operatorId, decidersOf(kind));
}

/**
 * Applies the change, or creates an approval request if the change exceeds the operator's limit and returns its id. If
 * nobody else could approve, the change is applied at once, because a site of one person must go on. Operators who could
 * approve a day ago still count, so that nobody becomes alone by removing the others. New operators do not count yet.
 * Whoever asks for the same again gets the request that waits already.
 */
export async function applyOrRequestApproval(
	tx: Tx,
	actor: Actor,
	{ large, ...asked }: Asked & { large: boolean },
	act: () => Promise<unknown>,
): Promise<string | null> {
	if (large && (await hasApprover(tx, actor, asked.kind))) {
		return (
			(await sql.selectSame(tx, { ...asked, payloadHash: hashOf(asked.payload), ...actor })) ??
			askApproval(tx, actor, asked)
		);
	}
	await act();
	return null;
}

export function listApprovals(db: Database, page: PageRequest) {
	return readPage(
		page,
		['bigint'],
		(after, limit) => sql.selectApprovals(db, after, limit),
		(row) => [row.number],
	);
}

interface Decision {
	/** Hash of the payload that the operator saw. */
	payload_hash: string;
	why: string;
}

/** The approval, the decision and the operator who makes it. */
interface Decided {
	approvalId: string;
	decision: Decision;
	actor: Actor & { role: OperatorRole };
}

/** Approves once per key: a retry returns the first response. Operators cannot approve their own requests. */
export async function approve(
	db: Database,
	decided: Decided,
	{ idempotencyKey: key, performers }: { idempotencyKey: string; performers: Performers },
): Promise<sql.Approval> {
	const { actor, approvalId, decision } = decided;
	const afterCommit: AfterCommit[] = [];
	const approved = await db.transaction(async (tx) => {
		// Take this lock before any operator's row: a change of roles locks in the same order.
		await lockOperators(tx);
		const asked = { operatorId: actor.operatorId, operation: 'approve', key, request: { approvalId, ...decision } };
		return onceByOperator(tx, asked, async () => {
			const waiting = await lockWaiting(tx, decided);
			const { kind, payload, why, asked_by: asker } = waiting;
			const role = await expectApprover(tx, actor, waiting);
			await decide(tx, decided, 'approved');
			const people = { askedBy: { operatorId: asker.operator_id, role }, approvedBy: actor };
			const rest = await performers[kind](tx, { approvalId, payload, why, ...people });
			if (rest) afterCommit.push(rest);
			return read(tx, approvalId);
		});
	});
	for (const rest of afterCommit) await rest();
	return approved;
}

/** One's own may be taken back. */
export function reject(db: Database, decided: Decided): Promise<sql.Approval> {
	return db.transaction(async (tx) => {
		await lockWaiting(tx, decided);
		await decide(tx, decided, 'rejected');
		return read(tx, decided.approvalId);
	});
}

async function lockWaiting(tx: Tx, { actor, approvalId, decision }: Decided): Promise<sql.Approval> {
	const asked = await sql.lockApproval(tx, approvalId);
	if (asked?.status !== 'waiting') throw new Problem('approval_not_found');
	if (!decidersOf(asked.kind).includes(actor.role)) throw new Problem('forbidden');
	if (asked.payload_hash !== decision.payload_hash) throw new Problem('stale_edit');
	return asked;
}

async function decide(tx: Tx, { actor, approvalId, decision }: Decided, made: 'approved' | 'rejected'): Promise<void> {
	const { payload_hash: hash, why } = decision;
	await sql.updateDecision(tx, approvalId, { decision: made, operatorId: actor.operatorId, why });
	const action = made === 'approved' ? 'approval.approve' : 'approval.reject';
	await record(tx, actor, { action, target: `approval:${approvalId}`, after: { payload_hash: hash }, why });
}

/**
 * Expects two people who want it, both in their roles still. An operator whom one account has just let in, or raised,
 * may be a second account of the same person: for a day they do not approve, and that account does not approve for
 * them. Returns the role of the operator who asked.
 */
async function expectApprover(tx: Tx, actor: Actor, { kind, asked_by }: sql.Approval): Promise<OperatorRole> {
	const askedBy = asked_by.operator_id;
	if (askedBy === actor.operatorId) throw new Problem('own_approval');
	const { approver, asker } = await sql.selectApprover(tx, { approver: actor.operatorId, askedBy });
	const mayDecide = (role: OperatorRole | null) => role !== null && decidersOf(kind).includes(role);
	// Their session was looked at before this transaction took the lock on operators.
	if (!mayDecide(approver.role)) throw new Problem('forbidden');
	if (asker.role === null || !askersOf(kind).includes(asker.role)) {
		throw new Problem('forbidden', { message: 'The operator who asked for this may not do it any more' });
	}
	if (approver.new) throw new Problem('approver_too_new');
	if (asker.new && asker.powerGivenBy === actor.operatorId) throw new Problem('approver_gave_role');
	return asker.role;
}

async function read(tx: Tx, approvalId: string): Promise<sql.Approval> {
	const row = await sql.lockApproval(tx, approvalId);
	if (!row) throw new Error('An approval just decided is gone');
	return row;
}

/** When a change of a price or a reward is large: measured against a day ago, so that many small steps count together. */

/** Returns true if a number grew by more than `percent`, or shrank by more than the same factor. */
export function isFarFrom(before: number, after: number, percent: number): boolean {
	const most = 1 + percent / 100;
	return after > before * most || after * most < before;
}
