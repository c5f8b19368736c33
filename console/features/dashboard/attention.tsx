/** Lists what needs an operator now: what it is, why, and the step that settles it. */
import { useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import type { Dashboard } from '#contract/operator/dashboard.ts';
import { Table } from '#ui/primitives/table.tsx';
import { Tag } from '#ui/primitives/tag.tsx';
import { paths } from '../../paths.ts';
import './dashboard.css';

type AttentionItem = Dashboard['attention'][number];

interface Props {
	items: AttentionItem[];
	/** Says what an approval of the kind would do. */
	approvalName: (kind: string) => string;
}

export function Attention({ items, approvalName }: Props) {
	const { t } = useLingui();
	const reasonOf = useReason();
	const stepOf = useAttentionStep();
	if (items.length === 0) {
		return <Tag tone="good">{t`Nothing at the moment`}</Tag>;
	}
	return (
		<Table
			label={t`Needs attention`}
			rows={items}
			rowKey={(row) => `${row.kind} ${row.target} ${row.text}`}
			columns={[
				{
					key: 'text',
					header: t`Item`,
					strong: true,
					render: (row) => (
						<ItemText text={textOf(row, approvalName)} address={stepOf(row)?.to} reason={reasonOf(row)} />
					),
				},
				{ key: 'kind', header: t`Why`, room: 'some', render: reasonOf },
				{ key: 'step', header: t`Next step`, align: 'end', render: (row) => stepOf(row)?.name },
			]}
		/>
	);
}

function textOf({ kind, text, target, about }: AttentionItem, approvalName: Props['approvalName']): string {
	if (kind === 'approval_waiting' && about !== null) return `${approvalName(about)}: ${text}`;
	return kind === 'payment_disputed' ? target : text;
}

function ItemText({ text, address, reason }: { text: string; address: string | undefined; reason: string }) {
	return (
		<>
			{/* Faults of the site itself have no page to link to. */}
			{address === undefined ? (
				text
			) : (
				<Link className="table-link" to={address}>
					{text}
				</Link>
			)}
			<span className="attention-reason">{reason}</span>
		</>
	);
}

function useReason(): (item: AttentionItem) => string {
	const { t } = useLingui();
	const reasons = {
		ranking_paused: t`Voting is paused`,
		ranking_without_cover: t`No cover`,
		ranking_without_entries: t`No artists in the ranking`,
		ranking_unpublished: t`Still a draft shortly before its start`,
		order_unfulfilled: t`Paid at the provider, gems not granted`,
		surplus_waiting: t`Overpaid: the surplus has not been refunded yet`,
		refund_waiting: t`Refund not confirmed by Stripe`,
		job_failing: t`Background job keeps failing`,
		books_unbalanced: t`The books do not balance. Run npm run audit`,
		approval_waiting: t`Waits for a second operator`,
		case_ready: t`A case is ready to be voided or dropped`,
		vote_log_stuck: t`The public vote log is stuck`,
		witness_failing: t`A witness has not cosigned the public log for ten minutes`,
		votes_unusual: t`Unusual concentration of votes`,
		sign_ups_unusual: t`Unusual concentration of sign-ups`,
		result_waiting: t`The review is over, and an open case holds up the certificate`,
		next_month_missing: t`Ends within a week, and no ranking follows it`,
		payment_disputed: t`The fan’s bank disputes the payment`,
	};
	return ({ kind }) => reasons[kind];
}

interface AttentionStep {
	to: string;
	name: string;
}

/** Returns null for faults of the site itself, which no page of the console can settle. */
function useAttentionStep(): (item: AttentionItem) => AttentionStep | null {
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
