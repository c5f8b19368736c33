import { infiniteQueryOptions } from '@tanstack/react-query';
import type { ReplyOf } from '#contract/endpoint.ts';
import { getAuditTrail } from '#contract/operator/audit-trail.ts';
import { call } from '../../lib/api/call.ts';

export type AuditEntry = ReplyOf<typeof getAuditTrail>['list'][number];

export interface AuditFilter {
	search: string;
	target: string;
	what: 'changes' | 'reads';
}

export const auditQuery = ({ search, target, what }: AuditFilter) =>
	infiniteQueryOptions({
		queryKey: ['audit', what, search, target],
		queryFn: ({ signal, pageParam }) =>
			call(
				getAuditTrail,
				{ query: { what, search: search || undefined, target: target || undefined, cursor: pageParam ?? undefined } },
				{ signal },
			),
		initialPageParam: null as string | null,
		getNextPageParam: (last) => last.cursor,
	});
