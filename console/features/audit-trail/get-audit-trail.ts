import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { ReplyOf } from '#contract/endpoint.ts';
import { getAuditTrail } from '#contract/operator/audit-trail.ts';
import type { ListOrder } from '#contract/operator/shapes.ts';
import { call } from '../../lib/api/call.ts';

export type AuditEntry = ReplyOf<typeof getAuditTrail>['list'][number];

export interface AuditFilter {
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
	infiniteQueryOptions({
		queryKey: ['audit', filter],
		queryFn: ({ signal, pageParam }) =>
			call(getAuditTrail, { query: { ...auditInput(filter), cursor: pageParam ?? undefined } }, { signal }),
		initialPageParam: null as string | null,
		getNextPageParam: (last) => last.cursor,
	});

const RECENT = 8;
const REFRESH_MS = 30_000;

/** The latest changes, for the dashboard. */
export const recentChangesQuery = queryOptions({
	queryKey: ['audit', 'recent'],
	queryFn: async ({ signal }) => (await call(getAuditTrail, { query: { limit: RECENT } }, { signal })).list,
	refetchInterval: REFRESH_MS,
});
