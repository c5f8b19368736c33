/** Statements of approvals. */
import type { approval, ApprovalKind } from '#contract/operator/approvals.ts';
import type * as z from 'zod/mini';
import type { Part } from '#server/kernel/paging.ts';
import type { OperatorRole } from '#contract/operator/operators/session.ts';
import { type Db, type Tx, epochSeconds, isBehind, raw, sql, LOCK_NAMES, lockByName } from '#server/kernel/database.ts';

export type Approval = z.output<typeof approval>;

/** In the contract's names, with the place in the list. */
export type ApprovalRow = Approval & { number: number };

const person = (alias: string) =>
	sql`json_build_object('operator_id', ${raw(alias)}.operator_id, 'email', ${raw(alias)}.email)`;
const APPROVAL = sql`approval_id, number, kind, payload, payload_hash, why, ${person('asker')} as asked_by,
	${epochSeconds('asked_at')} as asked_time, ${epochSeconds('expires_at')} as expires_time,
	case when decided_by is not null then ${person('decider')} end as decided_by,
	${epochSeconds('decided_at')} as decided_time, decided_why,
	coalesce(decision, case when expires_at <= lightstick_now() then 'expired' else 'waiting' end) as status`;
const FROM = sql`from approval join operator asker on asker.operator_id = asked_by
	left join operator decider on decider.operator_id = decided_by`;

export function selectApprovals(db: Db, after: readonly Part[] | null, limit: number): Promise<ApprovalRow[]> {
	return sql`select ${APPROVAL} ${FROM} where ${isBehind(['number'], 'desc', after)}
		order by number desc limit ${limit}`.all(db);
}

export function lockApproval(tx: Tx, approvalId: string): Promise<ApprovalRow | null> {
	return sql`select ${APPROVAL} ${FROM} where approval_id = ${approvalId} for update of approval`.maybeOne(tx);
}

export interface NewApproval {
	kind: ApprovalKind;
	payload: unknown;
	payloadHash: string;
	why: string;
	askedBy: number;
	hours: number;
}

export function insertApproval(tx: Tx, made: NewApproval): Promise<string> {
	const { kind, payload, payloadHash, why, askedBy, hours } = made;
	return sql`insert into approval (kind, payload, payload_hash, why, asked_by, expires_at)
		values (${kind}, ${JSON.stringify(payload)}, ${payloadHash}, ${why}, ${askedBy},
			lightstick_now() + make_interval(hours => ${hours})) returning approval_id`.value(tx);
}

/** Returns the id of the operator's own request of the same payload, if one waits. */
export function selectSame(
	tx: Tx,
	{ kind, payloadHash, operatorId }: { kind: ApprovalKind; payloadHash: string; operatorId: number },
): Promise<string | null> {
	return sql`select approval_id from approval where kind = ${kind} and payload_hash = ${payloadHash}
		and asked_by = ${operatorId} and decision is null and expires_at > lightstick_now()`.maybeValue(tx);
}

export function updateDecision(
	tx: Tx,
	approvalId: string,
	{ decision, operatorId, why }: { decision: 'approved' | 'rejected'; operatorId: number; why: string },
): Promise<void> {
	return sql`update approval set decision = ${decision}, decided_by = ${operatorId},
		decided_at = lightstick_now(), decided_why = ${why}
		where approval_id = ${approvalId}`.run(tx);
}

/** Operators cannot approve anything for this long after they join or get a higher role. */
const NEW_HOURS = 24;
const IS_NEW = sql`power_since > lightstick_now() - interval '${raw(NEW_HOURS)} hours'`;

/**
 * Returns true if another operator could approve. They have one of the roles and are not new, or they could have
 * approved within the last day and were changed since.
 */
export function selectAnyOther(tx: Tx, operatorId: number, roles: readonly OperatorRole[]): Promise<boolean> {
	return sql`select exists (select from operator
			where operator_id <> ${operatorId} and role = any(${roles}) and removed_at is null and not ${IS_NEW})
		or exists (select from audit_entry
			where action = 'operator.change' and at > lightstick_now() - interval '24 hours'
				and before->>'role' = any(${roles}) and before->>'removed' = 'false'
				and coalesce(before->>'new', 'false') = 'false') as exists`.value(tx);
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
		sql`select case when removed_at is null then role end as role, ${IS_NEW} as new,
		power_given_by as "powerGivenBy" from operator where operator_id = ${operatorId}`.one<Standing>(tx);
	return { approver: await standingOf(approver), asker: await standingOf(askedBy) };
}

/**
 * The operators whose sums of a day count together: new ones share one bound, so that inviting ten does not give ten
 * bounds. The sums are counted by one transaction at a time; it holds its wallet already.
 */
export async function selectBoundSharers(tx: Tx, operatorId: number): Promise<number[]> {
	const sharers = await sql`select operator_id as id from operator where ${IS_NEW}`.all<{ id: number }>(tx);
	const ids = sharers.map(({ id }) => id);
	const sharing = ids.includes(operatorId)
		? { ids, lock: LOCK_NAMES.boundOfNewOperators }
		: { ids: [operatorId], lock: LOCK_NAMES.boundOf(operatorId) };
	await lockByName(tx, sharing.lock);
	return sharing.ids;
}
