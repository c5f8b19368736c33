import type { ReplyOf } from '#contract/endpoint.ts';
import { getAuditTrail } from '#contract/operator/audit-trail.ts';
import type { ListOrder } from '#contract/operator/shapes.ts';
import { call } from '../../lib/api/call.ts';
import { listQuery } from '../../lib/api/lists.ts';

export type AuditEntry = ReplyOf<typeof getAuditTrail>['list'][number];

interface AuditFilter {
	search: string;
	target: string;
	/** The first part of the action. Empty for all. */
	noun: string;
	/** An operator's id. Empty for all. */
	operator: string;
	what: 'changes' | 'reads';
	order: ListOrder;
}

/** The filter as the calls take it. */
export const auditInput = ({ search, target, noun, operator, what, order }: AuditFilter) => ({
	what,
	order,
	search: search || undefined,
	target: target || undefined,
	noun: noun || undefined,
	operator_id: Number(operator) || undefined,
});

export const auditQuery = (filter: AuditFilter) =>
	listQuery(['audit', filter], (page, reading) =>
		call(getAuditTrail, { query: { ...auditInput(filter), ...page } }, reading),
	);
