/** Refunds an order, after showing the effect. Gems move only when the provider confirms the refund. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useIdempotencyKey } from '#client/idempotency-key.ts';
import { formatMoney } from '#client/money.ts';
import { formatNumber } from '#client/numbers.ts';
import { SelectField } from '#ui/primitives/form-field.tsx';
import { useToast } from '#ui/primitives/toast.tsx';
import { useSignedIn } from '../../lib/session/operator.tsx';
import { WhyDialog } from '../../lib/dialogs/why-dialog.tsx';
import { type Order, type RefundBody, useRefund } from './get-orders.ts';

type Part = RefundBody['part'];
type Offer = NonNullable<Order['refundable'][Part]>;

interface Props {
	order: Order;
	onClose: () => void;
	/** Called when the refund waits for approval. Nothing has changed yet. */
	onWaiting: () => void;
}

export function RefundDialog({ order, onClose, onWaiting }: Props) {
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
