/** Shows the actions of finance on an order: refund it, or check it with the provider again. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { formatMoney } from '#client/money.ts';
import { formatNumber } from '#client/numbers.ts';
import type { InputOf, ReplyOf } from '#contract/endpoint.ts';
import { type readOrder, recheckOrder, refundOrder } from '#contract/operator/orders.ts';
import { Steps } from '../../lib/dialogs/steps.tsx';
import { WhyDialog } from '../../lib/dialogs/why-dialog.tsx';
import { ChoiceField } from '../../lib/form/fields.tsx';
import { useMay, useSignedIn } from '../../lib/session/operator.tsx';
import './orders.css';

type Order = ReplyOf<typeof readOrder>['order'];

export function OrderSteps({ order }: { order: Order }) {
	const { t } = useLingui();
	const may = useMay();
	const { unspent, whole } = order.refundable;
	if (!may(refundOrder) && !may(recheckOrder)) return null;
	return (
		<div className="steps">
			<Steps
				params={{ trade_no: order.trade_no }}
				steps={{
					refund: {
						call: refundOrder,
						when: unspent !== null || whole !== null,
						label: t`Refund`,
						renderDialog: (close) => <RefundDialog order={order} onClose={close} />,
					},
					recheck: {
						call: recheckOrder,
						when: true,
						label: t`Sync with Stripe`,
						title: t`Sync with Stripe?`,
						text: t`Reads the order’s card pages, payments, refunds and disputes again, and adjusts its gems to them.`,
						action: t`Sync`,
						done: t`Synced with Stripe just now`,
					},
				}}
			/>
		</div>
	);
}

interface DialogProps {
	order: Order;
	onClose: () => void;
}

type Part = InputOf<typeof refundOrder>['body']['part'];
type Offer = NonNullable<Order['refundable'][Part]>;

/** Refunds an order, after showing the effect. Gems move only when the provider confirms the refund. */
function RefundDialog({ order, onClose }: DialogProps) {
	const { t } = useLingui();
	const [chosen, setPart] = useState<Part>('unspent');
	// A refetched order may allow less than the operator has chosen.
	const part = order.refundable[chosen] ? chosen : 'whole';
	const offer = order.refundable[part];
	const { price_minor: price, refundable } = order;
	const rest = refundable.whole !== null && refundable.whole.amount_minor < price;
	const names = { unspent: t`The unspent part`, whole: rest ? t`The rest of the price` : t`The whole price` };
	const money = (minor: number) => formatMoney({ currency: order.currency, minor });
	const [refusal, setRefusal] = useState<string | null>(null);
	return (
		<WhyDialog
			title={<Trans>Refund this order</Trans>}
			action={offer ? t`Refund ${money(offer.amount_minor)}` : t`Refund`}
			done={({ status, refusal: refused }) => {
				setRefusal(status === 'refused' ? refused : null);
				if (status === 'refused') return null;
				if (status === 'done') return t`Refunded`;
				return t`Requested. The provider has not answered yet. We retry every minute.`;
			}}
			call={refundOrder}
			params={{ trade_no: order.trade_no }}
			body={(why) => offer && { part, amount_minor: offer.amount_minor, why }}
			onClose={onClose}
		>
			<ChoiceField
				label={t`What`}
				value={part}
				options={(['unspent', 'whole'] as const).flatMap((one) => {
					const { amount_minor: minor } = order.refundable[one] ?? {};
					return minor === undefined ? [] : [[one, `${names[one]}: ${money(minor)}`] as const];
				})}
				onChange={setPart}
			/>
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
		<div className="note">
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
