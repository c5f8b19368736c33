import { useLingui, Trans } from '@lingui/react/macro';
import { useParams, Link } from 'react-router';
import { useOrder } from '../features/orders/get-order.ts';
import { OrderMissing, OrderSkeleton, OrderSummary } from '../features/orders/order-summary.tsx';
import { BackLink } from '../lib/elements/back-link.tsx';
import { usePageTitle } from '../lib/site/get-site.ts';
import { paths } from '../paths.ts';
import { useMutation } from '@tanstack/react-query';
import { Problem } from '#client/call.ts';
import { type Order, payOrder } from '#contract/orders.ts';
import { Icon } from '#ui/icons.tsx';
import { Button, buttonClass } from '#ui/primitives/button.tsx';
import { useToast } from '#ui/primitives/toast.tsx';
import { PAYMENT_METHOD_STRIPE_CARD } from '#contract/values/constants.ts';
import { useProblemText } from '../lib/api/problem-text.ts';
import { call } from '../lib/api/call.ts';
import '../features/orders/orders.css';

export default function PaymentMethodPage() {
	const { t } = useLingui();
	usePageTitle(t`Payment method`);
	const { trade_no: tradeNo = '' } = useParams();
	const { data: order, isPending, error, refetch } = useOrder(tradeNo);
	return (
		<div className="wrap">
			<BackLink to={paths.store}>{t`Store`}</BackLink>
			{isPending && <OrderSkeleton />}
			{order && <PaymentPanel order={order} onRefused={() => void refetch()} />}
			{!isPending && !order && <OrderMissing error={error} onRetry={() => void refetch()} />}
		</div>
	);
}

interface PayableProps {
	order: Order;
	/** It may have been paid in another tab. */
	onRefused: () => void;
}

function PaymentPanel({ order, onRefused }: PayableProps) {
	const { t } = useLingui();
	const payable = order.status === 'created' || order.status === 'paying';
	return (
		<section className="panel payment-panel">
			<h1>{t`Payment method`}</h1>
			<OrderSummary order={order} />
			{payable ? <CardChoice order={order} onRefused={onRefused} /> : <NotPayable order={order} />}
		</section>
	);
}

/** After that, the fan is still here: by Stop or Back. To pay again leads to the same card page. */
const STAYED_MS = 3_000;

function CardChoice({ order, onRefused }: PayableProps) {
	const { t } = useLingui();
	const toast = useToast();
	const textOf = useProblemText();
	const { mutate, isPending } = useMutation({
		async mutationFn() {
			const query = { trade_no: order.trade_no, payment_method: PAYMENT_METHOD_STRIPE_CARD };
			window.location.assign((await call(payOrder, { query })).pay_url);
			await new Promise((stay) => setTimeout(stay, STAYED_MS));
		},
	});

	function pay() {
		mutate(undefined, {
			onError: (error) => {
				console.warn('The card page was not opened:', error);
				const text = error instanceof Problem && error.code > 0 ? textOf(error) : '';
				toast(text || t`Error occurred while processing payment`);
				onRefused();
			},
		});
	}

	return (
		<>
			<fieldset className="payment-methods">
				<legend className="visually-hidden">{t`Payment method`}</legend>
				<label className="payment-method gap-3 rounded tone-2 row semibold">
					<input type="radio" name="payment_method" defaultChecked />
					<Icon name="card" />
					<span>{t`Credit Card`}</span>
				</label>
			</fieldset>
			{/* Busy until the browser has left for the card page. */}
			<Button large block busy={isPending} onClick={pay}>{t`Pay`}</Button>
			<p className="mt-4 mb-4 centered muted text-m">
				<Trans>You will be taken to a secure card page. Your card details never reach us.</Trans>
			</p>
		</>
	);
}

function NotPayable({ order }: { order: Order }) {
	const { t } = useLingui();
	const [text, to, way] =
		order.status === 'expired'
			? [t`This order can no longer be paid.`, paths.store, t`Back to the store`]
			: [t`This order has been paid.`, paths.paidOrder(order.trade_no), t`View order`];
	return (
		<>
			<p className="mt-4 mb-4 centered muted text-m">{text}</p>
			<Link className={buttonClass({ large: true, block: true })} to={to}>
				{way}
			</Link>
		</>
	);
}
