/** Lists what needs an operator's attention, each item with a link to its page. */
import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import type { Dashboard } from '#contract/operator/dashboard.ts';
import { Table } from '#ui/primitives/table.tsx';
import { Tag } from '#ui/primitives/tag.tsx';

type Item = Dashboard['attention'][number];

export function Attention({ items, addressOf }: { items: Item[]; addressOf: (item: Item) => string | null }) {
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
	};
	if (items.length === 0) {
		return (
			<Tag tone="good">
				<Trans>Nothing at the moment</Trans>
			</Tag>
		);
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
					render: (row) => <ItemText item={row} address={addressOf(row)} />,
				},
				{ key: 'kind', header: t`Why`, render: (row) => reasons[row.kind] },
				{ key: 'target', header: t`Key`, room: 'much', render: (row) => row.target },
			]}
		/>
	);
}

/** Faults of the site itself have no page to link to. */
function ItemText({ item, address }: { item: Item; address: string | null }) {
	if (address === null) return item.text;
	return (
		<Link className="table-link" to={address}>
			{item.text}
		</Link>
	);
}
