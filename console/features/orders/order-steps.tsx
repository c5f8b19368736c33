/** Shows the actions of finance on an order: refund it, or check it with the provider again. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useIdempotencyKey } from '#client/idempotency-key.ts';
import { recheckOrder, refundOrder } from '#contract/operator/orders.ts';
import { Button } from '#ui/primitives/button.tsx';
import { useToast } from '#ui/primitives/toast.tsx';
import { useMay } from '../../lib/session/operator.tsx';
import { WaitingDialog } from '../../lib/dialogs/waiting-dialog.tsx';
import { WhyDialog } from '../../lib/dialogs/why-dialog.tsx';
import { type Order, useRecheck } from './get-orders.ts';
import { RefundDialog } from './refund-dialog.tsx';
import './orders.css';

export function OrderSteps({ order }: { order: Order }) {
	const may = useMay();
	const [asked, setAsked] = useState<'refund' | 'recheck' | 'waiting' | null>(null);
	const close = () => setAsked(null);
	const { unspent, whole } = order.refundable;
	if (!may(refundOrder) && !may(recheckOrder)) return null;
	return (
		<div className="order-steps">
			{may(refundOrder) && (unspent || whole) && (
				<Button variant="line" onClick={() => setAsked('refund')}>
					<Trans>Refund</Trans>
				</Button>
			)}
			{may(recheckOrder) && (
				<Button variant="line" onClick={() => setAsked('recheck')}>
					<Trans>Sync with Stripe</Trans>
				</Button>
			)}
			{asked === 'refund' && <RefundDialog order={order} onClose={close} onWaiting={() => setAsked('waiting')} />}
			{asked === 'recheck' && <RecheckDialog order={order} onClose={close} />}
			{asked === 'waiting' && <WaitingDialog onClose={close} />}
		</div>
	);
}

function RecheckDialog({ order, onClose }: { order: Order; onClose: () => void }) {
	const { t } = useLingui();
	const toast = useToast();
	const keyOf = useIdempotencyKey();
	const recheck = useRecheck(order.trade_no);
	return (
		<WhyDialog
			open
			title={<Trans>Sync with Stripe?</Trans>}
			action={<Trans>Sync</Trans>}
			busy={recheck.isPending}
			error={recheck.error}
			onClose={onClose}
			onDo={(why) =>
				recheck.mutate(
					{ why, idempotencyKey: keyOf(why) },
					{
						onSuccess: () => {
							toast(t`Synced with Stripe just now`, 'success');
							onClose();
						},
					},
				)
			}
		>
			<p>
				<Trans>Reads the order’s card pages, payments, refunds and disputes again, and adjusts its gems to them.</Trans>
			</p>
		</WhyDialog>
	);
}
