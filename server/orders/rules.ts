/** Rules of orders. Pure: facts from the provider and the ledger in, gems to move out. */
import type { Order } from '#contract/orders.ts';
import type { refundPart } from '#contract/operator/orders.ts';
import { currencyOf } from '#contract/values/money.ts';
import type { LotContent } from '#server/gems/gems.ts';
import type * as z from 'zod/mini';
import type { CheckoutFacts, DisputeFacts, PaymentFacts, RefundFacts } from './payments/provider.ts';

export type OrderStatus = Order['status'];
export type RefundPart = z.output<typeof refundPart>;

export interface OrderTerms {
	gems: number;
	bonusGems: number;
	priceMinor: number;
	currency: string;
}

/** Returns true if the payment matches the price and currency of the order exactly. */
export const paysFor = ({ amountMinor, currency }: PaymentFacts, order: OrderTerms): boolean =>
	amountMinor === order.priceMinor && currency === order.currency;

/** Events come late and in any order. The later status wins, of two final ones the first: all orders lead to the same. */
const lives = {
	checkout: { asked: 0, open: 1, failed: 2, expired: 3, complete: 3 },
	refund: { pending: 0, succeeded: 1, failed: 2 },
	// A lost dispute may still be won: by an appeal, or at the end of arbitration.
	dispute: { inquiry: 0, open: 1, lost: 2, won: 3 },
} as const;

export type CheckoutStatus = CheckoutFacts['status'] | 'asked' | 'failed';

export const laterCheckout = (known: CheckoutStatus, heard: CheckoutStatus): CheckoutStatus =>
	lives.checkout[heard] > lives.checkout[known] ? heard : known;
export const laterRefund = (known: RefundFacts['status'], heard: RefundFacts['status']): RefundFacts['status'] =>
	lives.refund[heard] > lives.refund[known] ? heard : known;
export const laterDispute = (known: DisputeFacts['status'], heard: DisputeFacts['status']): DisputeFacts['status'] =>
	lives.dispute[heard] > lives.dispute[known] ? heard : known;

export interface RefundCase {
	order: OrderTerms;
	/** Unspent gems of the order's lot. */
	left: LotContent;
	/** Money given back before this refund, and gems taken back for it. */
	refundedMinor: number;
	gemsTaken: number;
	amountMinor: number;
}

/** A part takes its part of base and bonus; all unspent base takes all that is left; beyond it lies a debt. */
export function gemsOfRefund({ order, left, refundedMinor, gemsTaken, amountMinor }: RefundCase): number {
	const most = order.gems + order.bonusGems - gemsTaken;
	if (refundedMinor + amountMinor >= order.priceMinor) return most;
	const base = shareUp(order.gems, amountMinor, order.priceMinor);
	if (base >= left.base || amountMinor >= worthOf(left, order))
		return Math.min(Math.max(base, left.base) + left.bonus, most);
	return Math.min(base + shareUp(left.bonus, base, left.base), most);
}

/** The price of the unspent base, rounded down: claiming the lost cent back would cost the fan more. */
function worthOf(left: LotContent, order: OrderTerms): number {
	const worth = Number((BigInt(order.priceMinor) * BigInt(left.base)) / BigInt(order.gems));
	return worth - (worth % (currencyOf(order.currency)?.step ?? 1));
}

export interface RefundOffer {
	amount_minor: number;
	/** Gems that the refund takes back. `debt` of these were spent. */
	gems: number;
	debt: number;
}

export function refundOffers(settled: Omit<RefundCase, 'amountMinor'>): Record<RefundPart, RefundOffer | null> {
	const { order, left, refundedMinor } = settled;
	const open = order.priceMinor - refundedMinor;
	const offer = (amountMinor: number): RefundOffer | null => {
		if (amountMinor <= 0) return null;
		const gems = gemsOfRefund({ ...settled, amountMinor });
		return { amount_minor: amountMinor, gems, debt: Math.max(0, gems - left.base - left.bonus) };
	};
	return { unspent: offer(Math.min(worthOf(left, order), open)), whole: offer(open) };
}

/** whole × part ÷ of, rounded up, exact beyond 2^53. */
const shareUp = (whole: number, part: number, of: number): number =>
	Number((BigInt(whole) * BigInt(part) + BigInt(of) - 1n) / BigInt(of));

export interface Aftermath {
	refunds: readonly Pick<RefundFacts, 'status'>[];
	disputes: readonly Pick<DisputeFacts, 'status'>[];
}

export function statusAfter({ refunds, disputes }: Aftermath): OrderStatus {
	if (disputes.some(({ status }) => status === 'open' || status === 'lost')) return 'disputed';
	return refunds.some(({ status }) => status !== 'failed') ? 'refunded' : 'fulfilled';
}
