/** Lists what needs an operator now: what it is, why, and the step that settles it. */
import { useLingui } from '@lingui/react/macro';
import type { Dashboard } from '#contract/operator/dashboard.ts';
import { Tag } from '#ui/primitives/tag.tsx';
import { RowLink } from '../../lib/elements/links.tsx';
import { Table } from '../../lib/table/table.tsx';
import { pathOf, paths, type Section } from '../../paths.ts';
import './dashboard.css';

type AttentionItem = Dashboard['attention'][number];

interface Props {
	items: AttentionItem[];
	/** Says what an approval of the kind would do. */
	approvalName: (kind: string) => string;
}

export function Attention({ items, approvalName }: Props) {
	const { t } = useLingui();
	const told = useTold();
	if (items.length === 0) return <Tag tone="good">{t`Nothing at the moment`}</Tag>;
	return (
		<Table
			label={t`Needs attention`}
			rows={items.map((item) => ({ ...item, ...told(item), text: textOf(item, approvalName) }))}
			rowKey={({ kind, target, text }) => `${kind} ${target} ${text}`}
			columns={[
				{
					key: 'text',
					header: t`Item`,
					strong: true,
					render: ({ to, text, reason }) => (
						<>
							{to === undefined ? text : <RowLink to={to}>{text}</RowLink>}
							<span className="cell-detail narrow-only">{reason}</span>
						</>
					),
				},
				{ key: 'kind', header: t`Why`, room: 'some', render: ({ reason }) => reason },
				{ key: 'step', header: t`Next step`, align: 'end', render: ({ step }) => step },
			]}
		/>
	);
}

function textOf({ kind, text, target, about }: AttentionItem, approvalName: Props['approvalName']): string {
	if (kind === 'approval_waiting' && about !== null) return `${approvalName(about)}: ${text}`;
	return kind === 'payment_disputed' ? target : text;
}

/** Returns why an item needs an operator, and the step that settles it. Faults of the site itself have none here. */
function useTold(): (item: AttentionItem) => { reason: string; step?: string; to?: string } {
	const { t } = useLingui();
	return ({ kind, target }) => {
		const at = (section: Section, reason: string, step: string) => ({ reason, step, to: pathOf(section) });
		const one = (section: Section, reason: string, step: string) => ({
			reason,
			step,
			to: paths.one(section, target),
		});
		const [order, ranking] = [one.bind(null, 'orders'), one.bind(null, 'rankings')];
		const tooDear = t`Stripe refuses the price of a pack. Change it or take it off sale`;
		const heldUp = t`The review is over, and an open case holds up the certificate`;
		const unusualVotes = t`Unusual concentration of votes`;
		const unusualFans = t`Unusual concentration of sign-ups`;
		const surplus = t`Overpaid: the surplus has not been refunded yet`;
		const noNext = t`Ends within a week, and no ranking follows it`;
		const told: Record<AttentionItem['kind'], ReturnType<ReturnType<typeof useTold>>> = {
			job_failing: { reason: t`Background job keeps failing` },
			books_unbalanced: { reason: t`The books do not balance. Run npm run audit` },
			witness_failing: { reason: t`A witness has not cosigned the public log for ten minutes` },
			ranking_paused: ranking(t`Voting is paused`, t`Resume`),
			ranking_without_cover: ranking(t`No cover`, t`Add cover`),
			ranking_without_entries: ranking(t`No artists in the ranking`, t`Add artists`),
			ranking_unpublished: ranking(t`Still a draft shortly before its start`, t`Publish`),
			order_unfulfilled: order(t`Paid at the provider, gems not granted`, t`Sync with Stripe`),
			surplus_waiting: order(surplus, t`Open order`),
			refund_waiting: order(t`Refund not confirmed by Stripe`, t`Open order`),
			refund_refused: order(t`Stripe refused a refund`, t`Open order`),
			payment_disputed: order(t`The fan’s bank disputes the payment`, t`Answer at Stripe`),
			payment_refused: at('goods', tooDear, t`Open packs`),
			approval_waiting: at('approvals', t`Waits for a second operator`, t`Decide`),
			case_ready: one('cases', t`A case is ready to be voided or dropped`, t`Decide`),
			vote_log_stuck: at('voteLog', t`The public vote log is stuck`, t`Open log`),
			votes_unusual: one('votes', unusualVotes, t`Look into it`),
			sign_ups_unusual: at('fans', unusualFans, t`Look into it`),
			result_waiting: at('cases', heldUp, t`Close the case`),
			next_month_missing: at('rankings', noNext, t`Create next month`),
		};
		return told[kind];
	};
}
