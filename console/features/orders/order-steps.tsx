/** Shows the actions of finance on an order: refund it, or check it with the provider again. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useIdempotencyKey } from '#client/idempotency-key.ts';
import { formatMoney } from '#client/money.ts';
import { formatNumber } from '#client/numbers.ts';
import { recheckOrder } from '#contract/operator/orders.ts';
import { refundOrder } from '#contract/operator/refunds.ts';
import { Button } from '#ui/primitives/button.tsx';
import { SelectField } from '#ui/primitives/form-field.tsx';
import { useToast } from '#ui/primitives/toast.tsx';
import { useMay, useSignedIn } from '../../lib/session/operator.tsx';
import { WaitingDialog } from '../../lib/dialogs/confirm.tsx';
import { WhyDialog } from '../../lib/dialogs/why-dialog.tsx';
import { type Order, type RefundBody, useRecheck, useRefund } from './get-orders.ts';
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

type Part = RefundBody['part'];
type Offer = NonNullable<Order['refundable'][Part]>;

interface Props {
	order: Order;
	onClose: () => void;
	/** Called when the refund waits for approval. Nothing has changed yet. */
	onWaiting: () => void;
}

/** Refunds an order, after showing the effect. Gems move only when the provider confirms the refund. */
function RefundDialog({ order, onClose, onWaiting }: Props) {
	const { t } = useLingui();
	const toast = useToast();
	const keyOf = useIdempotencyKey();
	const refund = useRefund(order.trade_no);
	const [chosen, setPart] = useState<Part>('unspent');
	const [refusal, setRefusal] = useState<string | null>(null);
	// A refetched order may allow less than the operator has chosen.
	const part = order.refundable[chosen] ? chosen : 'whole';
	const offer = order.refundable[part];
	const { price_minor: price, refundable } = order;
	const rest = refundable.whole !== null && refundable.whole.amount_minor < price;
	const names = { unspent: t`The unspent part`, whole: rest ? t`The rest of the price` : t`The whole price` };
	const money = (minor: number) => formatMoney({ currency: order.currency, minor });
	function send(why: string) {
		if (!offer) return;
		const body = { part, amount_minor: offer.amount_minor, why };
		setRefusal(null);
		refund.mutate(
			{ body, idempotencyKey: keyOf(body) },
			{
				onSuccess: ({ status, refusal: words }) => {
					if (status === 'waiting') return onWaiting();
					if (status === 'refused') return setRefusal(words);
					if (status === 'done') toast(t`Refunded`, 'success');
					else toast(t`Requested. The provider has not answered yet. We retry every minute.`, 'success');
					onClose();
				},
			},
		);
	}
	return (
		<WhyDialog
			open
			title={<Trans>Refund this order</Trans>}
			action={offer ? t`Refund ${money(offer.amount_minor)}` : t`Refund`}
			busy={refund.isPending}
			error={refund.error}
			onClose={onClose}
			onDo={send}
		>
			<SelectField
				label={t`What`}
				value={part}
				onChange={({ target }) => setPart(target.value === 'whole' ? 'whole' : 'unspent')}
			>
				{(['unspent', 'whole'] as const).map((one) => {
					const { amount_minor: minor } = order.refundable[one] ?? {};
					return minor === undefined ? null : (
						<option key={one} value={one}>
							{names[one]}: {money(minor)}
						</option>
					);
				})}
			</SelectField>
			{offer && <Effect offer={offer} />}
			{refusal !== null && (
				<p className="refund-debt" role="alert">
					<Trans>The provider refused: {refusal}. The order now shows what the provider reports.</Trans>
				</p>
			)}
		</WhyDialog>
	);
}

function Effect({ offer }: { offer: Offer }) {
	const { operator } = useSignedIn();
	return (
		<div className="refund-effect">
			<p>
				<Trans>{formatNumber(offer.gems)} gems are taken back when the provider confirms the refund.</Trans>
			</p>
			{offer.debt > 0 && (
				<p className="refund-debt">
					<Trans>
						{formatNumber(offer.debt)} of these were spent. The fan will owe them and cannot vote until the debt is
						paid.
					</Trans>{' '}
					{operator.role === 'owner' ? (
						<Trans>A second operator has to approve it.</Trans>
					) : (
						<Trans>Only an owner can request it.</Trans>
					)}
				</p>
			)}
		</div>
	);
}
