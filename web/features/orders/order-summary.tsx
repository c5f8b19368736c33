import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { formatPrice } from '#client/money.ts';
import { isProblem, isRefusal } from '#client/call.ts';
import { formatNumber } from '#client/numbers.ts';
import { type Order, getOrder } from '#contract/orders.ts';
import { GemIcon } from '#ui/icons.tsx';
import { buttonClass } from '#ui/primitives/button.tsx';
import { Empty } from '#ui/primitives/empty.tsx';
import { Skeleton } from '#ui/primitives/skeleton.tsx';
import { NotLoaded } from '../../lib/elements/not-loaded.tsx';
import { paths } from '../../paths.ts';
import './orders.css';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api/call.ts';

export function OrderSummary({ order }: { order: Order }) {
	const { t } = useLingui();
	const { gem_number: base, additional_gem_number: bonus } = order.goods;
	const gems = formatNumber(base + bonus);
	const extra = formatNumber(bonus);
	return (
		<dl className="order-summary">
			<div>
				<dt className="muted">{t`Order ID`}</dt>
				<dd className="text-s breaks">{order.trade_no}</dd>
			</div>
			<div>
				<dt className="muted">{t`Gems`}</dt>
				<dd>
					<GemIcon /> {gems}
					{bonus > 0 && <small className="block muted text-s">{t`includes ${extra} bonus`}</small>}
				</dd>
			</div>
			<div>
				<dt className="muted">{t`Total Payment`}</dt>
				<dd className="order-summary-price">{formatPrice(order.price, order)}</dd>
			</div>
		</dl>
	);
}

/** As far down as what it takes the place of. */
export function OrderMissing({ error, onRetry }: { error: unknown; onRetry: () => void }) {
	if (isProblem(error) && !isRefusal(error)) return <NotLoaded heading onRetry={onRetry} />;
	return (
		<div className="mt-5">
			<Empty
				heading
				title={<Trans>This order does not exist</Trans>}
				action={
					<Link className={buttonClass({ variant: 'quiet' })} to={paths.store}>
						<Trans>Back to the store</Trans>
					</Link>
				}
			/>
		</div>
	);
}

export function OrderSkeleton() {
	return <Skeleton className="order-skeleton" />;
}

const orderQuery = (tradeNo: string) =>
	queryOptions({
		queryKey: ['order', tradeNo],
		queryFn: async ({ signal }) => (await call(getOrder, { params: { trade_no: tradeNo } }, { signal })).order,
		staleTime: 0,
	});

export function useOrder(tradeNo: string) {
	return useQuery(orderQuery(tradeNo));
}

/** Polls until the order has reached a final status. */
export function useOrderUntilSettled(tradeNo: string) {
	return useQuery({
		...orderQuery(tradeNo),
		refetchInterval: ({ state }) => nextLook(state.data?.status, state.dataUpdateCount),
		refetchIntervalInBackground: true,
	});
}

const SOON_MS = 1_500;
const LATER_MS = 5_000;
/** Reads at the short interval: about a minute. An order that takes longer rarely completes soon. */
const LOOKS_SOON = 40;

const isPending = (status: Order['status']): boolean =>
	status === 'created' || status === 'paying' || status === 'paid';

/** Milliseconds, or false if there is nothing to wait for. An expired order may still turn out to be paid. */
export function nextLook(status: Order['status'] | undefined, looks: number): number | false {
	if (status === undefined) return false;
	if (isPending(status)) return looks < LOOKS_SOON ? SOON_MS : LATER_MS;
	return status === 'expired' ? LATER_MS : false;
}
