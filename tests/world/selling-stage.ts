/** A stage on which gems are sold: a site, a browser, and the pretended Stripe whose messages arrive by themselves. */
import { startStripeEmulator, type RunningStripe } from '../../emulators/stripe/emulator.ts';
import { openStage, type Stage } from './browser.ts';
import type { Person } from './people.ts';
import { sessionOf, tradeNoOf, type Paid } from './shop.ts';

const KEYS = { secretKey: 'emulator-journey-key', webhookSecret: 'emulator-journey-secret' };

export interface SellingStage extends Stage {
	stripe: RunningStripe;
	/** Pays by card; the gems are there unless Stripe's message is kept back. */
	buy(fan: Person, goodsId: number): Promise<Paid>;
	statusOf(fan: Person, tradeNo: string): Promise<string>;
}

export async function openSellingStage(env: Record<string, string> = {}): Promise<SellingStage> {
	const stripe = await startStripeEmulator({
		port: 0,
		webhookUrl: () => `${stage.url}/api/v1/payments/stripe/webhook`,
		...KEYS,
	});
	const stage = await openStage({
		STRIPE_SECRET_KEY: KEYS.secretKey,
		STRIPE_WEBHOOK_SECRET: KEYS.webhookSecret,
		STRIPE_API_BASE: stripe.origin,
		STRIPE_RETRIES: '0',
		MONEY_PER_MINUTE: '1000',
		...env,
	});
	const statusOf = async (fan: Person, tradeNo: string) => {
		const { body } = await stage.ask({ path: `/orders/detail/${tradeNo}`, token: fan.token });
		return (body.data as { order: { status: string } }).order.status;
	};
	return {
		...stage,
		stripe,
		statusOf,
		async buy(fan, goodsId) {
			const made = await stage.ask({ path: '/orders/create', token: fan.token, body: { goods_id: goodsId } });
			const tradeNo = tradeNoOf(made);
			const path = `/orders/pay?trade_no=${tradeNo}&payment_method=PAYMENT_METHOD_STRIPE_CARD`;
			const session = sessionOf(await stage.ask({ path, token: fan.token }));
			const { mishaps, held, send } = stripe.deliveries;
			const keptBack = mishaps.hold;
			mishaps.hold = true;
			const { payment_intent: payment } = stripe.world.pay(session, {});
			mishaps.hold = keptBack;
			const message = keptBack ? undefined : held.pop();
			if (message && !(await send(message))) throw new Error('The site did not take the message of a payment');
			return { tradeNo, payment: payment ?? '' };
		},
		async close() {
			await stage.close();
			await stripe.close();
		},
	};
}
