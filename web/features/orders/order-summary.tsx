import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { formatPrice } from '#client/money.ts';
import { isProblem, isRefusal } from '#client/call.ts';
import { formatNumber } from '#client/numbers.ts';
import type { Order } from '#contract/orders.ts';
import { GemIcon } from '#ui/icons.tsx';
import { buttonClass } from '#ui/primitives/button.tsx';
import { Empty } from '#ui/primitives/empty.tsx';
import { Skeleton } from '#ui/primitives/skeleton.tsx';
import { NotLoaded } from '../../lib/elements/elements.tsx';
import { paths } from '../../paths.ts';
import './orders.css';

export function OrderSummary({ order }: { order: Order }) {
	const { t } = useLingui();
	const { gem_number: base, additional_gem_number: bonus } = order.goods;
	const gems = formatNumber(base + bonus);
	const extra = formatNumber(bonus);
	return (
		<dl className="order-summary stack gap-3">
			<div className="flex wraps between">
				<dt className="muted">{t`Order ID`}</dt>
				<dd className="text-s breaks">{order.trade_no}</dd>
			</div>
			<div className="flex wraps between">
				<dt className="muted">{t`Gems`}</dt>
				<dd>
					<GemIcon /> {gems}
					{bonus > 0 && <small className="block muted text-s regular">{t`includes ${extra} bonus`}</small>}
				</dd>
			</div>
			<div className="flex wraps between">
				<dt className="muted">{t`Total Payment`}</dt>
				<dd className="order-summary-price">{formatPrice(order.price, order)}</dd>
			</div>
		</dl>
	);
}

/** As far down as what it takes the place of. */
export function OrderMissing({ error, onRetry }: { error: unknown; onRetry: () => void }) {
	const { t } = useLingui();
	if (isProblem(error) && !isRefusal(error)) return <NotLoaded heading onRetry={onRetry} />;
	return (
		<div className="mt-5">
			<Empty
				heading
				title={<Trans>This order does not exist</Trans>}
				action={<Link className={buttonClass({ variant: 'quiet' })} to={paths.store}>{t`Back to the store`}</Link>}
			/>
		</div>
	);
}

export function OrderSkeleton() {
	return (
		<Skeleton
			style={{ maxWidth: '32rem', minHeight: '24rem', margin: '1.25rem auto 0', borderRadius: 'var(--radius-xl)' }}
		/>
	);
}
