/** Lists the order's ledger entries and the provider's events. */
import { Trans, useLingui } from '@lingui/react/macro';
import { formatNumber } from '#client/numbers.ts';
import { Empty } from '#ui/primitives/empty.tsx';
import { gemChange } from '../../lib/format/gem-change.ts';
import { useLedgerKind } from '../../lib/format/ledger-kind.ts';
import { useDateTime } from '../../lib/format/time.ts';
import type { Order } from './get-orders.ts';
import { Part, WithDetail } from './order-money.tsx';

export function OrderLedger({ order: { ledger } }: { order: Order }) {
	const { t } = useLingui();
	const dateTime = useDateTime();
	const kindOf = useLedgerKind();
	if (ledger.length === 0) return <Empty lit={false} title={<Trans>No gems have moved</Trans>} />;
	return (
		<Part
			title={t`Ledger entries`}
			rows={ledger}
			rowKey={(row) => row.seq}
			columns={[
				{ key: 'kind', header: t`Entry`, strong: true, render: (row) => kindOf(row.kind) },
				{ key: 'time', header: t`When`, render: (row) => dateTime(row.time) },
				{ key: 'gems', header: t`Gems`, align: 'end', strong: true, render: (row) => gemChange(row.purchased) },
				{
					key: 'after',
					header: t`Bought gems after`,
					align: 'end',
					room: 'some',
					render: (row) => formatNumber(row.purchased_after),
				},
			]}
		/>
	);
}

export function OrderMessages({ order: { events, checkouts } }: { order: Order }) {
	const { t } = useLingui();
	const dateTime = useDateTime();
	const states = {
		asked: t`Asked for`,
		open: t`Open`,
		complete: t`Paid on`,
		expired: t`Expired`,
		failed: t`Failed to open`,
	};
	if (events.length + checkouts.length === 0) {
		return <Empty lit={false} title={<Trans>Nothing from the provider yet</Trans>} />;
	}
	return (
		<>
			<Part
				title={t`Card pages`}
				rows={checkouts}
				rowKey={(row) => row.attempt}
				columns={[
					{
						key: 'status',
						header: t`Page`,
						strong: true,
						render: (row) => <WithDetail detail={row.session_id}>{states[row.status]}</WithDetail>,
					},
					{ key: 'checked', header: t`Last checked`, render: (row) => dateTime(row.checked_time) },
					{ key: 'expires', header: t`Ends`, room: 'some', render: (row) => dateTime(row.expires_time) },
				]}
			/>
			{events.length > 0 && (
				<Part
					title={t`Messages`}
					rows={events}
					rowKey={(row) => row.event_id}
					columns={[
						{
							key: 'type',
							header: t`Message`,
							strong: true,
							render: (row) => <WithDetail detail={row.event_id}>{row.type}</WithDetail>,
						},
						{ key: 'occurred', header: t`Happened`, room: 'some', render: (row) => dateTime(row.occurred_time) },
						{ key: 'received', header: t`Received`, render: (row) => dateTime(row.received_time) },
					]}
				/>
			)}
		</>
	);
}
