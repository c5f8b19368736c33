/** Number of requests that wait for the operator's own decision. */
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { approve } from '#contract/operator/approvals.ts';
import { waitingQuery } from './get-waiting.ts';
import { useMay, useSignedIn } from '../session/operator.tsx';
import './waiting-badge.css';

export function WaitingBadge() {
	const { t } = useLingui();
	const may = useMay();
	const { operator } = useSignedIn();
	const { data = [] } = useQuery({ ...waitingQuery, enabled: may(approve) });
	const count = data.filter(({ asked_by: asker }) => asker.operator_id !== operator.operator_id).length;
	if (count === 0) return null;
	return (
		<span className="waiting-badge">
			<span aria-hidden="true">{count}</span>
			<span className="visually-hidden">{t`(${count} waiting for you)`}</span>
		</span>
	);
}
