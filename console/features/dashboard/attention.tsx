/** Lists what needs an operator now: what it is, why, and the step that settles it. */
import { useLingui } from '@lingui/react/macro';
import type { Dashboard } from '#contract/operator/dashboard.ts';
import { Table } from '../../lib/table/table.tsx';
import { Tag } from '#ui/primitives/tag.tsx';
import { RowLink } from '../../lib/elements/links.tsx';
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
			{address === undefined ? text : <RowLink to={address}>{text}</RowLink>}
			<span className="cell-detail narrow-only">{reason}</span>
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
		payment_refused: t`Stripe refuses the price of a pack. Change it or take it off sale`,
		surplus_waiting: t`Overpaid: the surplus has not been refunded yet`,
		refund_waiting: t`Refund not confirmed by Stripe`,
		refund_refused: t`Stripe refused a refund`,
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

/** The step that settles an item. Null for faults of the site itself, which no page of the console can settle. */
function useAttentionStep(): (item: AttentionItem) => AttentionStep | null {
	const { t } = useLingui();
	return ({ kind, target }) => {
		const order = (name: string) => ({ to: paths.one('orders', target), name });
		const ranking = (name: string) => ({ to: paths.one('rankings', target), name });
		const steps: Record<AttentionItem['kind'], AttentionStep | null> = {
			job_failing: null,
			books_unbalanced: null,
			witness_failing: null,
			order_unfulfilled: order(t`Sync with Stripe`),
			payment_refused: { to: paths.goods, name: t`Open packs` },
			surplus_waiting: order(t`Open order`),
			refund_waiting: order(t`Open order`),
			refund_refused: order(t`Open order`),
			payment_disputed: order(t`Answer at Stripe`),
			case_ready: { to: paths.one('cases', target), name: t`Decide` },
			vote_log_stuck: { to: paths.voteLog, name: t`Open log` },
			votes_unusual: { to: paths.one('votes', target), name: t`Look into it` },
			sign_ups_unusual: { to: paths.fans, name: t`Look into it` },
			approval_waiting: { to: paths.approvals, name: t`Decide` },
			result_waiting: { to: paths.cases, name: t`Close the case` },
			next_month_missing: { to: paths.rankings, name: t`Create next month` },
			ranking_without_cover: ranking(t`Add cover`),
			ranking_without_entries: ranking(t`Add artists`),
			ranking_unpublished: ranking(t`Publish`),
			ranking_paused: ranking(t`Resume`),
		};
		return steps[kind];
	};
}
