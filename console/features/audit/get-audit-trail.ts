import { infiniteQueryOptions } from '@tanstack/react-query';
import type { ReplyOf } from '#contract/endpoint.ts';
import { getAuditTrail } from '#contract/operator/audit.ts';
import { call } from '../../lib/call.ts';

export type AuditEntry = ReplyOf<typeof getAuditTrail>['list'][number];

export interface AuditFilter {
	search: string;
	target: string;
}

export const auditQuery = ({ search, target }: AuditFilter) =>
	infiniteQueryOptions({
		queryKey: ['audit', search, target],
		queryFn: ({ signal, pageParam }) =>
			call(
				getAuditTrail,
				{ query: { search: search || undefined, target: target || undefined, cursor: pageParam ?? undefined } },
				{ signal },
			),
		initialPageParam: null as string | null,
		getNextPageParam: (last) => last.cursor,
	});
