/** Shows the records of a wallet and an account, with one tab per kind. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Tabs } from '#ui/primitives/tabs.tsx';
import { useAddressState } from '../../lib/lists/address-state.ts';
import { ListState } from '../../lib/lists/list-state.tsx';
import { MoreRows } from '../../lib/lists/more-rows.tsx';
import { type FanOrder, ledgerQuery, ordersQuery, sessionsQuery, votesQuery } from './get-fans.ts';
import { Ledger } from './ledger.tsx';
import { FanSessions, FanVotes } from './record-tables.tsx';
import './fan.css';

const PANEL = 'fan-records';
const RECORDS = ['ledger', 'orders', 'votes', 'sessions'] as const;

interface Props {
	fanId: number;
	/** The orders feature's table. */
	renderOrders: (orders: FanOrder[] | undefined) => ReactNode;
}

export function FanRecords({ fanId, renderOrders }: Props) {
	const { t } = useLingui();
	const [shown, setShown] = useAddressState('show', RECORDS);
	return (
		<>
			<div className="fan-records-tabs">
				<Tabs
					look="segmented"
					label={t`Records`}
					panelId={PANEL}
					value={shown}
					onChange={setShown}
					items={[
						{ value: 'ledger', label: t`Ledger` },
						{ value: 'orders', label: t`Orders` },
						{ value: 'votes', label: t`Votes` },
						{ value: 'sessions', label: t`Sessions` },
					]}
				/>
			</div>
			<div id={PANEL} role="tabpanel" aria-label={t`Records`}>
				{shown === 'ledger' && <LedgerPanel fanId={fanId} />}
				{shown === 'orders' && <OrdersPanel fanId={fanId} renderOrders={renderOrders} />}
				{shown === 'votes' && <VotesPanel fanId={fanId} />}
				{shown === 'sessions' && <SessionsPanel fanId={fanId} />}
			</div>
		</>
	);
}

function LedgerPanel({ fanId }: { fanId: number }) {
	const read = useInfiniteQuery(ledgerQuery(fanId));
	const entries = read.data?.pages.flatMap(({ list }) => list);
	return (
		<ListState read={read} count={entries?.length} empty={<Trans>No gems have moved yet</Trans>}>
			<Ledger entries={entries} />
			<MoreRows read={read} />
		</ListState>
	);
}

function VotesPanel({ fanId }: { fanId: number }) {
	const read = useInfiniteQuery(votesQuery(fanId));
	const votes = read.data?.pages.flatMap(({ list }) => list);
	return (
		<ListState read={read} count={votes?.length} empty={<Trans>No votes yet</Trans>}>
			<FanVotes votes={votes} />
			<MoreRows read={read} />
		</ListState>
	);
}

function OrdersPanel({ fanId, renderOrders }: Props) {
	const read = useInfiniteQuery(ordersQuery(fanId));
	const orders = read.data?.pages.flatMap(({ list }) => list);
	return (
		<ListState read={read} count={orders?.length} empty={<Trans>No orders yet</Trans>}>
			{renderOrders(orders)}
			<MoreRows read={read} />
		</ListState>
	);
}

function SessionsPanel({ fanId }: { fanId: number }) {
	const read = useQuery(sessionsQuery(fanId));
	return (
		<ListState read={read} count={read.data?.length} empty={<Trans>No sessions</Trans>}>
			<FanSessions sessions={read.data} />
		</ListState>
	);
}
