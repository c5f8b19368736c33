/** Shows an order's gems and their price. */
import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import { formatPrice } from '#client/money.ts';
import { formatNumber } from '#client/numbers.ts';
import type { Order } from '#contract/orders.ts';
import { GemIcon } from '#ui/icons.tsx';
import { buttonClass } from '#ui/primitives/button.tsx';
import { Empty } from '#ui/primitives/empty.tsx';
import { Skeleton } from '#ui/primitives/skeleton.tsx';
import { paths } from '../../paths.ts';
import './orders.css';

export function OrderSummary({ order }: { order: Order }) {
	const { gem_number: base, additional_gem_number: bonus } = order.goods;
	const gems = formatNumber(base + bonus);
	const extra = formatNumber(bonus);
	return (
		<dl className="order-summary">
			<div>
				<dt>
					<Trans>Order ID</Trans>
				</dt>
				<dd className="order-summary-id">{order.trade_no}</dd>
			</div>
			<div>
				<dt>
					<Trans>Gems</Trans>
				</dt>
				<dd>
					<GemIcon /> {gems}
					{bonus > 0 && (
						<small>
							<Trans>includes {extra} bonus</Trans>
						</small>
					)}
				</dd>
			</div>
			<div>
				<dt>
					<Trans>Total Payment</Trans>
				</dt>
				<dd className="order-summary-price">{formatPrice(order.price, order)}</dd>
			</div>
		</dl>
	);
}

export function OrderMissing() {
	return (
		<Empty
			heading
			title={<Trans>This order does not exist</Trans>}
			action={
				<Link className={buttonClass({ variant: 'quiet' })} to={paths.store}>
					<Trans>Back to the store</Trans>
				</Link>
			}
		/>
	);
}

export function OrderSkeleton() {
	return <Skeleton className="order-skeleton" />;
}
