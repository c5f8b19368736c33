/** What operators do with orders, for tests. */
import * as calls from '#contract/operator/orders.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { Refund } from '../../emulators/stripe/world.ts';
import { spendGems } from './gems.ts';
import { askAs, dataAs, type Colleague } from './operators.ts';
import { aKey, aPerson, type Person } from './people.ts';
import type { Paid, Shop } from './shop.ts';
import { dataOf, type Answer } from './site.ts';

export const WHY = 'the fan asked within a week';

interface RefundOrder {
	by?: Colleague;
	part?: 'unspent' | 'whole';
	amount?: number;
	key?: string;
}

/** The orders of a shop as one operator works on them. */
export function orderDesk(shop: Shop, goods: number, operator: Colleague) {
	return {
		async bought(name: string): Promise<Paid & { fan: Person }> {
			const fan = await aPerson(shop.owner, name);
			return { fan, ...(await shop.fulfilledOrder(fan, goods)) };
		},
		async read(tradeNo: string) {
			return (await dataAs(shop, operator, calls.readOrder, { params: { trade_no: tradeNo } })).order;
		},
		refund(tradeNo: string, { by = operator, part = 'unspent', amount = 499, key = aKey() }: RefundOrder = {}) {
			const body = { part, amount_minor: amount, why: WHY };
			const input = { params: { trade_no: tradeNo }, body };
			return askAs(shop, by, calls.refundOrder, input, { 'idempotency-key': key });
		},
		recheck(tradeNo: string, key = aKey()) {
			const input = { params: { trade_no: tradeNo }, body: { why: 'the fan has paid' } };
			return askAs(shop, operator, calls.recheckOrder, input, { 'idempotency-key': key });
		},
		/** Gems leave the wallet as votes would take them. */
		spend: (fan: Person, gems: number) => shop.owner.transaction((tx) => spendGems(tx, fan, gems)),
		refundsAtStripe: (payment: string): Refund[] =>
			[...shop.stripe.world.refunds.values()].filter(({ payment_intent: id }) => id === payment),
	};
}

export type OrderDesk = ReturnType<typeof orderDesk>;

export const outcomeOf = (answer: Answer): ReplyOf<typeof calls.refundOrder> => dataOf(calls.refundOrder, answer);
