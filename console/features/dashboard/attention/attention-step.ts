/** The step that settles an item, and the page where it is taken. */
import { useLingui } from '@lingui/react/macro';
import { paths } from '../../../paths.ts';
import type { AttentionItem } from './attention.tsx';

export interface AttentionStep {
	to: string;
	name: string;
}

/** Returns null for faults of the site itself, which no page of the console can settle. */
export function useAttentionStep(): (item: AttentionItem) => AttentionStep | null {
	const { t } = useLingui();
	return ({ kind, target }) => {
		switch (kind) {
			case 'job_failing':
			case 'books_unbalanced':
			case 'witness_failing':
				return null;
			case 'order_unfulfilled':
				return { to: paths.one('orders', target), name: t`Sync with Stripe` };
			case 'surplus_waiting':
			case 'refund_waiting':
				return { to: paths.one('orders', target), name: t`Open order` };
			case 'payment_disputed':
				return { to: paths.one('orders', target), name: t`Answer at Stripe` };
			case 'case_ready':
				return { to: paths.one('cases', target), name: t`Decide` };
			case 'vote_log_stuck':
				return { to: paths.voteLog, name: t`Open log` };
			case 'votes_unusual':
				return { to: paths.one('votes', target), name: t`Look into it` };
			case 'sign_ups_unusual':
				return { to: paths.fans, name: t`Look into it` };
			case 'approval_waiting':
				return { to: paths.approvals, name: t`Decide` };
			case 'result_waiting':
				return { to: paths.cases, name: t`Close the case` };
			case 'next_month_missing':
				return { to: paths.rankings, name: t`Create next month` };
			case 'ranking_without_cover':
				return { to: paths.one('rankings', target), name: t`Add cover` };
			case 'ranking_without_entries':
				return { to: paths.one('rankings', target), name: t`Add artists` };
			case 'ranking_unpublished':
				return { to: paths.one('rankings', target), name: t`Publish` };
			case 'ranking_paused':
				return { to: paths.one('rankings', target), name: t`Resume` };
			default:
				return { to: paths.one('rankings', target), name: t`Open ranking` };
		}
	};
}
