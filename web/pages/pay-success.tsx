import { useLingui } from '@lingui/react/macro';
import { useSearchParams } from 'react-router';
import { useOrderUntilSettled } from '../features/orders/get-order.ts';
import { OrderMissing, OrderSkeleton } from '../features/orders/order-summary.tsx';
import { PayResult } from '../features/orders/pay-result.tsx';
import { usePageTitle } from '../lib/site/get-site.ts';

export default function PaySuccessPage() {
	const { t } = useLingui();
	usePageTitle(t`Payment`);
	const [search] = useSearchParams();
	const { data: order, isPending } = useOrderUntilSettled(search.get('trade_no') ?? '');
	return (
		<div className="wrap">
			{isPending && <OrderSkeleton />}
			{order && <PayResult order={order} />}
			{!isPending && !order && <OrderMissing />}
		</div>
	);
}
