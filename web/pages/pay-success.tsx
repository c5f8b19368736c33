import { useLingui, Trans } from '@lingui/react/macro';
import { useSearchParams, Link } from 'react-router';
import { useOrderUntilSettled } from '../features/orders/get-order.ts';
import { OrderMissing, OrderSkeleton, OrderSummary } from '../features/orders/order-summary.tsx';
import { usePageTitle } from '../lib/site/get-site.ts';
import { useEffect, type ReactNode } from 'react';
import type { Order } from '#contract/orders.ts';
import { Icon } from '#ui/icons.tsx';
import { buttonClass, Spinner } from '#ui/primitives/button.tsx';
import { tellBalance } from '../lib/balance-news.ts';
import { useSession } from '../lib/session/session.tsx';
import { BackToVote, useVoteIntent } from '../lib/votes/back-to-vote.tsx';
import { paths } from '../paths.ts';
import '../features/orders/orders.css';

export default function PaySuccessPage() {
	const { t } = useLingui();
	usePageTitle(t`Payment`);
	const [search] = useSearchParams();
	const { data: order, isPending, error, refetch } = useOrderUntilSettled(search.get('trade_no') ?? '');
	return (
		<div className="wrap">
			{isPending && <OrderSkeleton />}
			{order && <PayResult order={order} />}
			{!isPending && !order && <OrderMissing error={error} onRetry={() => void refetch()} />}
		</div>
	);
}

/** Shows the outcome of a payment. Waits for the gems, because a return of the browser does not prove the payment. */
function PayResult({ order }: { order: Order }) {
	const { t } = useLingui();
	const { refresh } = useSession();
	useEffect(() => {
		if (order.status !== 'fulfilled') return;
		void refresh();
		tellBalance();
	}, [order.status, refresh]);
	const variant = useVoteIntent() ? 'line' : undefined;
	return (
		<section className="panel pay-result centered" aria-live="polite">
			<Outcome order={order} />
			<OrderSummary order={order} />
			<div className="pay-result-ways flex wraps gap-2">
				<BackToVote />
				<Link className={buttonClass({ variant, large: true })} to={paths.leaderboard()}>{t`BACK TO LEADERBOARD`}</Link>
				<Link className={buttonClass({ variant: 'line', large: true })} to={paths.home}>{t`BACK TO HOME`}</Link>
			</div>
		</section>
	);
}

function Outcome({ order: { status } }: { order: Order }) {
	if (status === 'fulfilled')
		return (
			<Words
				mark={<Icon name="check" />}
				good
				title={<Trans>Your payment was successful !</Trans>}
				text={<Trans>And your item has been added to your account!</Trans>}
			/>
		);
	if (status === 'created' || status === 'paying' || status === 'paid')
		return (
			<Words
				mark={<Spinner />}
				title={<Trans>Waiting for your payment …</Trans>}
				text={
					<Trans>We have not heard from the bank yet. You may close this page: the gems arrive by themselves.</Trans>
				}
			/>
		);
	const [title, text] = {
		refunded: [
			<Trans key="title">This payment was refunded</Trans>,
			<Trans key="text">The money is on its way back, and its gems were taken back.</Trans>,
		],
		disputed: [
			<Trans key="title">This payment is disputed</Trans>,
			<Trans key="text">Its gems are held back until the bank has decided.</Trans>,
		],
		expired: [
			<Trans key="title">This order was not paid in time</Trans>,
			<Trans key="text">If your card was charged, the gems arrive here by themselves.</Trans>,
		],
	}[status];
	return <Words mark={<Icon name="warning" />} title={title} text={text} />;
}

function Words({ mark, good, title, text }: { mark: ReactNode; good?: boolean; title: ReactNode; text: ReactNode }) {
	return (
		<>
			<span className={`pay-result-mark middle round tone-2 ${good ? 'pay-result-good good' : ''}`}>{mark}</span>
			<h1>{title}</h1>
			<p className="muted mt-2">{text}</p>
		</>
	);
}
