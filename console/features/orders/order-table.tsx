/** Orders of one fan. A row opens the order's page. */
import { useLingui } from '@lingui/react/macro';
import { Table } from '#ui/primitives/table.tsx';
import { type FanOrder, useOrderColumns } from './order-columns.tsx';

export function OrderTable({ orders }: { orders: FanOrder[] | undefined }) {
	const { t } = useLingui();
	const columns = useOrderColumns<FanOrder>([]);
	return <Table label={t`Orders`} rows={orders} rowKey={(order) => order.trade_no} columns={columns} />;
}
