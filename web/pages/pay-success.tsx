/** Where the card page sends a fan back to. */
import { useLingui } from '@lingui/react/macro';
import { useSearchParams } from 'react-router';
import { useOrderUntilSettled } from '../features/store/get-order.ts';
import { OrderMissing, OrderSkeleton } from '../features/store/order-missing.tsx';
import { PayResult } from '../features/store/pay-result.tsx';
import { usePageTitle } from '../lib/use-page-title.ts';

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
