/** What somebody should look at, each with the way there. */
import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import type { Dashboard } from '#contract/operator/dashboard.ts';
import { Table } from '#ui/primitives/table.tsx';
import { Tag } from '#ui/primitives/tag.tsx';

type Item = Dashboard['attention'][number];

export function Attention({ items, addressOf }: { items: Item[]; addressOf: (item: Item) => string }) {
	const { t } = useLingui();
	const reasons = {
		ranking_without_cover: t`No cover`,
		ranking_without_entries: t`Nobody is entered`,
		ranking_unpublished: t`Still a draft, and its start is near`,
		order_unfulfilled: t`Paid at the provider, gems not granted`,
		approval_waiting: t`Waits for a second operator`,
		case_ready: t`A case may be voided, or dropped`,
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
			rowKey={(row) => `${row.kind} ${row.target}`}
			columns={[
				{
					key: 'text',
					header: t`Item`,
					strong: true,
					render: (row) => (
						<Link className="table-link" to={addressOf(row)}>
							{row.text}
						</Link>
					),
				},
				{ key: 'kind', header: t`Why`, render: (row) => reasons[row.kind] },
				{ key: 'target', header: t`Key`, room: 'much', render: (row) => row.target },
			]}
		/>
	);
}
