/** Number of requests that wait for the operator's own decision. */
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { approve, listApprovals } from '#contract/operator/approvals.ts';
import { call } from '../lib/api/call.ts';
import { useMay, useSignedIn } from '../lib/session/operator.tsx';
import './waiting-badge.css';

const AGE_MS = 60_000;

export function WaitingBadge() {
	const { t } = useLingui();
	const may = useMay();
	const { operator } = useSignedIn();
	const { data } = useQuery({
		queryKey: ['approvals', 'waiting'],
		queryFn: ({ signal }) => call(listApprovals, { query: {} }, { signal }),
		staleTime: AGE_MS,
		refetchInterval: AGE_MS,
		enabled: may(approve),
	});
	const waiting = data?.list.filter(
		({ status, asked_by: asker }) => status === 'waiting' && asker.operator_id !== operator.operator_id,
	);
	if (!waiting || waiting.length === 0) return null;
	return (
		<span className="waiting-badge">
			<span aria-hidden="true">{waiting.length}</span>
			<span className="visually-hidden">{t`(${waiting.length} waiting for you)`}</span>
		</span>
	);
}
