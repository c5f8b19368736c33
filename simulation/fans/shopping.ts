/** Fans buy gems. Some leave the card page, some cards are declined, some money is asked back. */
import { until, noJobsLeft } from '../stage/jobs.ts';
import type { Stage } from '../stage/stage.ts';
import { lookAtWallet, order, pay, type Here } from './calls.ts';
import type { Fan } from './fan.ts';

export interface Purchase {
	fan: Fan;
	tradeNo: string;
	day: number;
	/** The fan asks for the money on the next day. */
	regretted: boolean;
}

const PAYS = '4242424242424242';
const DECLINED = '4000000000000002';
/** Of the orders: left at the card page, declined, regretted. */
const LEFT = 0.06;
const DECLINES = 0.05;
const REGRETS = 0.08;

/** Returns the paid order, or null. */
export async function goShopping(
	here: Here,
	fan: Fan,
	goods: readonly number[],
	day: number,
): Promise<Purchase | null> {
	const { random, habit } = fan;
	const goodsId = goods[random.whole(...habit.basket)] ?? 0;
	const [leaves, declines, regretted] = [random.chance(LEFT), random.chance(DECLINES), random.chance(REGRETS)];
	const tradeNo = await order(here, fan, goodsId);
	if (tradeNo === null || leaves) return null;
	if (declines) {
		await pay(here, fan, tradeNo, DECLINED);
		here.journal.refused('card_declined');
		if (random.chance(0.5)) return null;
	}
	await pay(here, fan, tradeNo, PAYS);
	return { fan, tradeNo, day, regretted };
}

/** Waits until the site has heard of every payment, refund and dispute, and has moved the gems. */
export async function settleMoney({ stripe, owner }: Pick<Stage, 'stripe' | 'owner'>): Promise<void> {
	await until('Stripe’s messages are not taken', () => {
		const taken = new Set(stripe.deliveries.log.filter(({ status }) => status === 200).map(({ event }) => event));
		return stripe.state.events.every(({ id }) => taken.has(id));
	});
	await noJobsLeft(owner);
}

export async function lookAtWallets(here: Here, purchases: readonly Purchase[]): Promise<void> {
	await Promise.all(purchases.map(({ fan }) => lookAtWallet(here, fan)));
}
