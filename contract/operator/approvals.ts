/** Approval requests. A second operator approves exactly the request that was made. */
import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { epochSeconds, id, textOf } from '../values/shapes.ts';
import { cursor, listQuery, uuid, why, read } from './shapes.ts';

const person = z.object({ operator_id: id, email: z.string() });

export const approvalKind = z.enum([
	'gem_adjustment',
	'refund',
	'vote_void',
	'vote_restore',
	'role_change',
	'goods_change',
	'economy_change',
	'reward_change',
	'ranking_price',
	'make_good',
	'artist_rename',
	'entry_visibility',
	'early_result',
	'fan_suspension',
]);
export type ApprovalKind = z.output<typeof approvalKind>;

export const approval = z.object({
	approval_id: z.string(),
	kind: approvalKind,
	/** The change that will be made, as JSON. */
	payload: z.unknown(),
	/** Hash of the payload. The approver sends it back, to prove that they approve what they have seen. */
	payload_hash: z.string(),
	why: z.string(),
	asked_by: person,
	asked_time: epochSeconds,
	expires_time: epochSeconds,
	status: z.enum(['waiting', 'approved', 'rejected', 'expired']),
	decided_by: z.nullable(person),
	decided_time: z.nullable(epochSeconds),
	/** The decider's reason. Null for older decisions. */
	decided_why: z.nullable(z.string()),
});

export const listApprovals = read({
	path: '/console/approvals',
	summary: 'Approval requests, latest first',
	query: z.object({ cursor: listQuery.cursor, limit: listQuery.limit }),
	reply: z.object({ list: z.array(approval), cursor }),
});

const decision = {
	params: z.object({ approval_id: uuid }),
	body: z.object({ payload_hash: textOf(64, /^[0-9a-f]{64}$/), why }),
	reply: z.object({ approval }),
};

export const approve = endpoint({
	methods: ['POST'],
	path: '/console/approvals/:approval_id/approve',
	summary:
		'Approves and performs a request, within 24 hours. Operators cannot approve their own requests, cannot approve within a day of joining or of getting a higher role, and cannot approve for an operator to whom they gave a role within the last day',
	access: 'operator:finance',
	stepUp: true,
	...decision,
	problems: [
		'approval_not_found',
		'own_approval',
		'approver_too_new',
		'approver_gave_role',
		'stale_edit',
		'not_enough_gems',
		'ranking_exists',
		'ranking_frozen',
		'ranking_state',
		'artist_not_found',
		'period_invalid',
		'case_state',
		'case_open',
		'nothing_to_restore',
		'ranking_certified',
		'incident_not_found',
		'incident_open',
		'make_good_empty',
		'already_invited',
		'forbidden',
	],
	idempotent: true,
	moves: true,
});

export const reject = endpoint({
	methods: ['POST'],
	path: '/console/approvals/:approval_id/reject',
	summary: 'Rejects a request, or withdraws one’s own',
	access: 'operator:finance',
	...decision,
	problems: ['approval_not_found', 'stale_edit'],
});
