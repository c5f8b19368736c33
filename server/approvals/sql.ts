/** Statements of approvals. */
import type { ApprovalKind } from '#contract/operator/approvals.ts';
import type { OperatorRole } from '#contract/operator/operators/session.ts';
import { maybeOne, one, type Db, type Tx } from '#server/kernel/database.ts';
import { epochSeconds } from '#server/kernel/epoch.ts';
import { LOCK_NAMES, lockByName } from '#server/kernel/locks.ts';

export interface ApprovalRow {
	approvalId: string;
	number: number;
	kind: ApprovalKind;
	payload: unknown;
	payloadHash: string;
	why: string;
	askedBy: number;
	askedByEmail: string;
	asked: number;
	expires: number;
	status: 'waiting' | 'approved' | 'rejected' | 'expired';
	decidedBy: number | null;
	decidedByEmail: string | null;
	decided: number | null;
	decidedWhy: string | null;
}

const APPROVAL = `approval_id as "approvalId", number, kind, payload, payload_hash as "payloadHash", why,
	asked_by as "askedBy", asker.email as "askedByEmail", ${epochSeconds('asked_at')} as asked,
	${epochSeconds('expires_at')} as expires, decided_by as "decidedBy", decider.email as "decidedByEmail",
	${epochSeconds('decided_at')} as decided, decided_why as "decidedWhy",
	coalesce(decision, case when expires_at <= lightstick_now() then 'expired' else 'waiting' end) as status`;
const FROM = `from approval join operator asker on asker.operator_id = asked_by
	left join operator decider on decider.operator_id = decided_by`;

export function selectApprovals(db: Db, { before, limit }: { before: number; limit: number }): Promise<ApprovalRow[]> {
	return db.query<ApprovalRow>({
		text: `select ${APPROVAL} ${FROM} where number < $1 order by number desc limit $2`,
		values: [before, limit],
	});
}

export function lockApproval(tx: Tx, approvalId: string): Promise<ApprovalRow | null> {
	return maybeOne<ApprovalRow>(tx, {
		text: `select ${APPROVAL} ${FROM} where approval_id = $1 for update of approval`,
		values: [approvalId],
	});
}

export interface NewApproval {
	kind: ApprovalRow['kind'];
	payload: unknown;
	payloadHash: string;
	why: string;
	askedBy: number;
	hours: number;
}

export async function insertApproval(tx: Tx, made: NewApproval): Promise<string> {
	const { kind, payload, payloadHash, why, askedBy, hours } = made;
	const { approvalId } = await one<{ approvalId: string }>(tx, {
		text: `insert into approval (kind, payload, payload_hash, why, asked_by, expires_at)
			values ($1, $2, $3, $4, $5, lightstick_now() + make_interval(hours => $6)) returning approval_id as "approvalId"`,
		values: [kind, JSON.stringify(payload), payloadHash, why, askedBy, hours],
	});
	return approvalId;
}

export async function updateDecision(
	tx: Tx,
	approvalId: string,
	{ decision, operatorId, why }: { decision: 'approved' | 'rejected'; operatorId: number; why: string },
): Promise<void> {
	await tx.query({
		text: `update approval set decision = $2, decided_by = $3, decided_at = lightstick_now(), decided_why = $4
			where approval_id = $1`,
		values: [approvalId, decision, operatorId, why],
	});
}

/** Operators cannot approve anything for this long after they join or get a higher role. */
const NEW_HOURS = 24;
const IS_NEW = `power_since > lightstick_now() - interval '${NEW_HOURS} hours'`;

/**
 * Returns true if another operator could approve. They have one of the roles and are not new, or they could have
 * approved within the last day and were changed since.
 */
export async function selectAnyOther(tx: Tx, operatorId: number, roles: readonly OperatorRole[]): Promise<boolean> {
	const { exists } = await one<{ exists: boolean }>(tx, {
		text: `select exists (select from operator
				where operator_id <> $1 and role = any($2) and removed_at is null and not ${IS_NEW})
			or exists (select from audit_entry
				where action = 'operator.change' and at > lightstick_now() - interval '24 hours'
					and before->>'role' = any($2) and before->>'removed' = 'false'
					and coalesce(before->>'new', 'false') = 'false') as exists`,
		values: [operatorId, roles],
	});
	return exists;
}

interface Standing {
	/** Null if the operator was removed. */
	role: OperatorRole | null;
	/** True if the operator joined or got a higher role within the last day. */
	new: boolean;
	/** The operator who invited them or gave them a higher role. Null means the configuration. */
	powerGivenBy: number | null;
}

/** Reads the present state of both operators, on which an approval depends besides the request. */
export async function selectApprover(
	tx: Tx,
	{ approver, askedBy }: { approver: number; askedBy: number },
): Promise<{ approver: Standing; asker: Standing }> {
	const standingOf = (operatorId: number) =>
		one<Standing>(tx, {
			text: `select case when removed_at is null then role end as role, ${IS_NEW} as new,
				power_given_by as "powerGivenBy" from operator where operator_id = $1`,
			values: [operatorId],
		});
	return { approver: await standingOf(approver), asker: await standingOf(askedBy) };
}

/**
 * The operators whose sums of a day count together: new ones share one bound, so that inviting ten does not give ten
 * bounds. The sums are counted by one transaction at a time; it holds its wallet already.
 */
export async function selectBoundSharers(tx: Tx, operatorId: number): Promise<number[]> {
	const sharers = await tx.query<{ id: number }>({
		text: `select operator_id as id from operator where ${IS_NEW}`,
		values: [],
	});
	const ids = sharers.map(({ id }) => id);
	const sharing = ids.includes(operatorId)
		? { ids, lock: LOCK_NAMES.boundOfNewOperators }
		: { ids: [operatorId], lock: LOCK_NAMES.boundOf(operatorId) };
	await lockByName(tx, sharing.lock);
	return sharing.ids;
}
