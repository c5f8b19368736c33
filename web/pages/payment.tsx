import { useLingui } from '@lingui/react/macro';
import { useParams } from 'react-router';
import { useOrder } from '../features/orders/get-order.ts';
import { OrderMissing, OrderSkeleton } from '../features/orders/order-summary.tsx';
import { PaymentPanel } from '../features/orders/payment-panel.tsx';
import { BackLink } from '../lib/elements/back-link.tsx';
import { usePageTitle } from '../lib/site/get-site.ts';
import { paths } from '../paths.ts';

export default function PaymentMethodPage() {
	const { t } = useLingui();
	usePageTitle(t`Payment method`);
	const { trade_no: tradeNo = '' } = useParams();
	const { data: order, isPending } = useOrder(tradeNo);
	return (
		<div className="wrap">
			<BackLink to={paths.store}>{t`Store`}</BackLink>
			{isPending && <OrderSkeleton />}
			{order && <PaymentPanel order={order} />}
			{!isPending && !order && <OrderMissing />}
		</div>
	);
}
