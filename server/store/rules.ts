/** What becomes of an order. Pure: facts of the provider and of the books go in, gems to move come out. */
import type { Order } from '#contract/store.ts';
import type { LotContent } from '#server/gems/lots.ts';
import type { CheckoutFacts, DisputeFacts, PaymentFacts, RefundFacts } from './payment-provider.ts';

export type OrderStatus = Order['status'];

export interface OrderTerms {
	gems: number;
	bonusGems: number;
	priceMinor: number;
	currency: string;
}

/** Whether a payment is exactly what the order costs. */
export function paysFor({ amountMinor, currency }: PaymentFacts, order: OrderTerms): boolean {
	return amountMinor === order.priceMinor && currency === order.currency;
}

/**
 * What is heard of a thing may be late and out of order: what stands further in its life wins, and of two ends the
 * one heard first. So any order of arrival leads to the same.
 */
const lives = {
	checkout: { asked: 0, open: 1, failed: 2, expired: 3, complete: 3 },
	refund: { pending: 0, succeeded: 1, failed: 2 },
	dispute: { inquiry: 0, open: 1, won: 2, lost: 2 },
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
	/** Of this refund. */
	amountMinor: number;
}

/**
 * Gems that a refund takes back. A part of the price takes that part of the base, with its bonus; as soon as it pays
 * for all unspent base, everything that is left goes. What it pays for beyond that was spent: a debt. The whole price
 * takes the whole order.
 */
export function gemsOfRefund({ order, left, refundedMinor, gemsTaken, amountMinor }: RefundCase): number {
	const most = order.gems + order.bonusGems - gemsTaken;
	if (refundedMinor + amountMinor >= order.priceMinor) return most;
	const base = shareUp(order.gems, amountMinor, order.priceMinor);
	const bonus = base >= left.base ? left.bonus : shareUp(left.bonus, base, left.base);
	return Math.min(base + bonus, most);
}

/** whole × part ÷ of, rounded up, exact beyond 2^53. */
function shareUp(whole: number, part: number, of: number): number {
	return Number((BigInt(whole) * BigInt(part) + BigInt(of) - 1n) / BigInt(of));
}

export interface Aftermath {
	refunds: readonly RefundFacts[];
	disputes: readonly DisputeFacts[];
}

/** The status of an order that was fulfilled once. */
export function statusAfter({ refunds, disputes }: Aftermath): OrderStatus {
	if (disputes.some(({ status }) => status === 'open' || status === 'lost')) return 'disputed';
	return refunds.some(({ status }) => status !== 'failed') ? 'refunded' : 'fulfilled';
}
