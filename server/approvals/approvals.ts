/** One operator asks and another approves exactly the same payload, compared by hash, within a day. */
import { createHash } from 'node:crypto';
import type { ApprovalKind, approval } from '#contract/operator/approvals.ts';
import type { OperatorRole } from '#contract/operator/operators/session.ts';
import type { Database, Tx } from '#server/kernel/database.ts';
import { epochSeconds, isBehind, raw, sql, LOCK_NAMES, lockByName } from '#server/kernel/database.ts';
import { Problem } from '#server/kernel/problem.ts';
import { record } from '#server/audit-trail/audit-trail.ts';
import { type Actor, lockOperators } from '#server/kernel/caller.ts';
import { type PageRequest, readPage } from '#server/kernel/paging.ts';
import { onceByOperator } from '#server/kernel/idempotency.ts';
import type * as z from 'zod/mini';

const VALID_HOURS = 24;

/** Performs an approved request, one function of its domain for each kind. What it returns runs after the commit. */
export type Performers = Record<ApprovalKind, (tx: Tx, approved: Approved) => Promise<AfterCommit | void>>;
type AfterCommit = () => Promise<void>;

export interface Approved {
	approvalId: string;
	payload: unknown;
	why: string;
	askedBy: Actor & { role: OperatorRole };
	approvedBy: Actor;
}

interface Asked {
	kind: ApprovalKind;
	payload: unknown;
	why: string;
	target: string;
}

export async function askApproval(tx: Tx, actor: Actor, { kind, payload, why, target }: Asked): Promise<string> {
	const payloadHash = hashOf(payload);
	const approvalId = await sql`insert into approval (kind, payload, payload_hash, why, asked_by, expires_at)
		values (${kind}, ${JSON.stringify(payload)}, ${payloadHash}, ${why}, ${actor.operatorId},
			lightstick_now() + make_interval(hours => ${VALID_HOURS})) returning approval_id`.value<string>(tx);
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

/** Returns true if another operator of these roles, not new, could approve, or could have within the last day. */
export function hasApprover(tx: Tx, { operatorId }: Actor, kind: ApprovalKind): Promise<boolean> {
	const roles = decidersOf(kind);
	return sql`select exists (select from operator
			where operator_id <> ${operatorId} and role = any(${roles}) and removed_at is null and not ${IS_NEW})
		or exists (select from audit_entry
			where action = 'operator.change' and at > lightstick_now() - interval '24 hours'
				and before->>'role' = any(${roles}) and before->>'removed' = 'false'
				and coalesce(before->>'new', 'false') = 'false') as exists`.value(tx);
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
	if (large && (await hasApprover(tx, actor, asked.kind)))
		return (await selectSame(tx, asked, actor)) ?? askApproval(tx, actor, asked);
	await act();
	return null;
}

export function listApprovals(db: Database, page: PageRequest) {
	return readPage(
		page,
		['bigint'],
		(after, limit) =>
			sql`select ${APPROVAL} ${FROM} where ${isBehind(['number'], 'desc', after)}
		order by number desc limit ${limit}`.all<ApprovalRow>(db),
		(row) => [row.number],
	);
}

interface Decided {
	approvalId: string;
	/** `payload_hash`: of the payload that the operator saw. */
	decision: { payload_hash: string; why: string };
	actor: Actor & { role: OperatorRole };
}

/** Approves once per key: a retry returns the first response. Operators cannot approve their own requests. */
export async function approve(db: Database, decided: Decided, key: string, performers: Performers): Promise<Approval> {
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
			return readApproval(tx, approvalId);
		});
	});
	for (const rest of afterCommit) await rest();
	return approved;
}

/** One's own may be taken back. */
export async function reject(tx: Tx, decided: Decided): Promise<Approval> {
	await lockWaiting(tx, decided);
	await decide(tx, decided, 'rejected');
	return readApproval(tx, decided.approvalId);
}

async function lockWaiting(tx: Tx, { actor, approvalId, decision }: Decided): Promise<Approval> {
	const asked = await lockApproval(tx, approvalId);
	if (asked?.status !== 'waiting') throw new Problem('approval_not_found');
	if (!decidersOf(asked.kind).includes(actor.role)) throw new Problem('forbidden');
	if (asked.payload_hash !== decision.payload_hash) throw new Problem('stale_edit');
	return asked;
}

async function decide(tx: Tx, { actor, approvalId, decision }: Decided, made: 'approved' | 'rejected'): Promise<void> {
	const { payload_hash: hash, why } = decision;
	await sql`update approval set decision = ${made}, decided_by = ${actor.operatorId},
		decided_at = lightstick_now(), decided_why = ${why} where approval_id = ${approvalId}`.run(tx);
	const action = made === 'approved' ? 'approval.approve' : 'approval.reject';
	await record(tx, actor, { action, target: `approval:${approvalId}`, after: { payload_hash: hash }, why });
}

/**
 * Expects two people who want it, both in their roles still. An operator whom one account has just let in, or raised,
 * may be a second account of the same person: for a day they do not approve, and that account does not approve for
 * them. Returns the role of the operator who asked.
 */
async function expectApprover(tx: Tx, actor: Actor, { kind, asked_by }: Approval): Promise<OperatorRole> {
	const askedBy = asked_by.operator_id;
	if (askedBy === actor.operatorId) throw new Problem('own_approval');
	const standingOf = (operatorId: number) =>
		sql`select case when removed_at is null then role end as role, ${IS_NEW} as new,
			power_given_by as "powerGivenBy" from operator where operator_id = ${operatorId}`.one<Standing>(tx);
	const [approver, asker] = [await standingOf(actor.operatorId), await standingOf(askedBy)];
	const mayDecide = (role: OperatorRole | null) => role !== null && decidersOf(kind).includes(role);
	// Their session was looked at before this transaction took the lock on operators.
	if (!mayDecide(approver.role)) throw new Problem('forbidden');
	if (asker.role === null || !askersOf(kind).includes(asker.role))
		throw new Problem('forbidden', { message: 'The operator who asked for this may not do it any more' });
	if (approver.new) throw new Problem('approver_too_new');
	if (asker.new && asker.powerGivenBy === actor.operatorId) throw new Problem('approver_gave_role');
	return asker.role;
}

/** When a change of a price or a reward is large: measured against a day ago, so that many small steps count together. */

export function isFarFrom(before: number, after: number, percent: number): boolean {
	const most = 1 + percent / 100;
	return after > before * most || after * most < before;
}

type Approval = z.output<typeof approval>;

type ApprovalRow = Approval & { number: number };

const person = (alias: string) =>
	sql`json_build_object('operator_id', ${raw(alias)}.operator_id, 'email', ${raw(alias)}.email)`;
const APPROVAL = sql`approval_id, number, kind, payload, payload_hash, why, ${person('asker')} as asked_by,
	${epochSeconds('asked_at')} as asked_time, ${epochSeconds('expires_at')} as expires_time,
	case when decided_by is not null then ${person('decider')} end as decided_by,
	${epochSeconds('decided_at')} as decided_time, decided_why,
	coalesce(decision, case when expires_at <= lightstick_now() then 'expired' else 'waiting' end) as status`;
const FROM = sql`from approval join operator asker on asker.operator_id = asked_by
	left join operator decider on decider.operator_id = decided_by`;

const lockApproval = (tx: Tx, approvalId: string): Promise<ApprovalRow | null> =>
	sql`select ${APPROVAL} ${FROM} where approval_id = ${approvalId} for update of approval`.maybeOne(tx);

const readApproval = (tx: Tx, approvalId: string): Promise<ApprovalRow> =>
	sql`select ${APPROVAL} ${FROM} where approval_id = ${approvalId}`.one(tx);

const selectSame = (tx: Tx, { kind, payload }: Asked, { operatorId }: Actor): Promise<string | null> =>
	sql`select approval_id from approval where kind = ${kind} and payload_hash = ${hashOf(payload)}
		and asked_by = ${operatorId} and decision is null and expires_at > lightstick_now()`.maybeValue(tx);

/** Operators cannot approve anything for this long after they join or get a higher role. */
const NEW_HOURS = 24;
const IS_NEW = sql`power_since > lightstick_now() - interval '${raw(NEW_HOURS)} hours'`;

interface Standing {
	role: OperatorRole | null;
	/** True if the operator joined or got a higher role within the last day. */
	new: boolean;
	/** The operator who invited them or gave them a higher role. Null means the configuration. */
	powerGivenBy: number | null;
}

/** New operators share one bound: inviting ten does not give ten. One transaction counts at a time. */
export async function selectBoundSharers(tx: Tx, operatorId: number): Promise<number[]> {
	const ids = await sql`select operator_id as id from operator where ${IS_NEW}`.column<number>(tx);
	const sharing = ids.includes(operatorId)
		? { ids, lock: LOCK_NAMES.boundOfNewOperators }
		: { ids: [operatorId], lock: LOCK_NAMES.boundOf(operatorId) };
	await lockByName(tx, sharing.lock);
	return sharing.ids;
}
