/** A site that sells gems, with the pretended Stripe beside it; messages are held until the test delivers them. */
import { sign } from '../../emulators/stripe/deliveries.ts';
import { startStripeEmulator, type RunningStripe } from '../../emulators/stripe/emulator.ts';
import type { Event } from '../../emulators/stripe/world.ts';
import { one } from '#server/kernel/database.ts';
import { openStore } from '#server/app.ts';
import type { Store } from '#server/orders/payments/pay.ts';
import type { Person } from './people.ts';
import { openSite, type Answer, type Site, type SiteOptions } from './site.ts';

export interface Shop extends Site {
	stripe: RunningStripe;
	store: Store;
	/** Sends the site a message that Stripe signed. */
	deliver(event: Event | undefined): Promise<Answer>;
	/** Posts bytes to the webhook as somebody else might. */
	postWebhook(body: string | Buffer, headers: Record<string, string>): Promise<Answer>;
	create(person: Person, goodsId: number, key?: string): Promise<Answer>;
	pay(person: Person, tradeNo: string, method?: string): Promise<Answer>;
	detail(person: Person, tradeNo: string): Promise<Answer>;
	balance(person: Person): Promise<number>;
	/** The latest thing of that kind that happened at Stripe. */
	latest(type: string): Event | undefined;
	statusOf(person: Person, tradeNo: string): Promise<string>;
	anOrder(person: Person, goodsId: number): Promise<string>;
	/** Up to the card that pays; the message about it has not been delivered. */
	paidOrder(person: Person, goodsId: number): Promise<Paid>;
	fulfilledOrder(person: Person, goodsId: number): Promise<Paid>;
	/** Turns the clock on from now. */
	minutes(count: number): Promise<void>;
}

export interface Paid {
	tradeNo: string;
	payment: string;
}

const KEYS = { secretKey: 'emulator-test-key', webhookSecret: 'emulator-test-webhook-secret' };

export interface ShopOptions extends SiteOptions {
	/** Stripe's own clock, in epoch milliseconds. */
	now?: () => number;
}

export async function openShop({ now, ...options }: ShopOptions = {}): Promise<Shop> {
	const stripe = await startStripeEmulator({ port: 0, webhookUrl: 'http://127.0.0.1:9/nobody', now, ...KEYS });
	stripe.deliveries.mishaps.hold = true;
	const env = {
		STRIPE_SECRET_KEY: KEYS.secretKey,
		STRIPE_WEBHOOK_SECRET: KEYS.webhookSecret,
		STRIPE_API_BASE: stripe.origin,
		STRIPE_TIMEOUT_MS: '2000',
		MONEY_PER_MINUTE: '1000000',
		...options.env,
	};
	const site = await openSite({ ...options, env });
	const postWebhook = async (body: string | Buffer, headers: Record<string, string>): Promise<Answer> => {
		const response = await site.app.inject({
			method: 'POST',
			url: '/api/v1/payments/stripe/webhook',
			headers: { 'content-type': 'application/json', ...headers },
			payload: body,
		});
		const { statusCode: status, headers: answered, body: text } = response;
		return { status, headers: answered, body: response.json(), text };
	};
	const shop: Shop = {
		...site,
		stripe,
		store: openStore({ config: site.config, db: site.db }, site.app.log),
		postWebhook,
		deliver(event) {
			if (!event) throw new Error('There is no such event');
			const { body, signature } = sign(event, KEYS.webhookSecret);
			return postWebhook(body, { 'stripe-signature': signature });
		},
		create: (person, goodsId, key) =>
			site.ask({
				path: '/orders/create',
				token: person.token,
				body: { goods_id: goodsId },
				headers: key ? { 'idempotency-key': key } : {},
			}),
		pay: (person, tradeNo, method = 'PAYMENT_METHOD_STRIPE_CARD') =>
			site.ask({ path: `/orders/pay?trade_no=${tradeNo}&payment_method=${method}`, token: person.token }),
		detail: (person, tradeNo) => site.ask({ path: `/orders/detail/${tradeNo}`, token: person.token }),
		async balance(person) {
			const { body } = await site.ask({ path: '/user/me', token: person.token });
			return (body.data as { gem_balance: number }).gem_balance;
		},
		latest: (type) => stripe.world.events.findLast((event) => event.type === type),
		async statusOf(person, tradeNo) {
			const { body } = await shop.detail(person, tradeNo);
			return (body.data as { order: { status: string } }).order.status;
		},
		anOrder: async (person, goodsId) => tradeNoOf(await shop.create(person, goodsId)),
		async paidOrder(person, goodsId) {
			const tradeNo = await shop.anOrder(person, goodsId);
			const session = stripe.world.pay(sessionOf(await shop.pay(person, tradeNo)), {});
			return { tradeNo, payment: session.payment_intent ?? '' };
		},
		async fulfilledOrder(person, goodsId) {
			const paid = await shop.paidOrder(person, goodsId);
			await shop.deliver(shop.latest('checkout.session.completed'));
			return paid;
		},
		minutes: (count) => site.clock.set(new Date(Date.now() + count * 60_000)),
		async close() {
			await site.close();
			await stripe.close();
		},
	};
	return shop;
}

export interface GoodsTraits {
	gems?: number;
	bonus?: number;
	priceMinor?: number;
	currency?: string;
}

/** Something to buy: 550 gems and 50 more for 4.99 dollars by default. */
export async function someGoods({ owner }: Site, traits: GoodsTraits = {}): Promise<number> {
	const { gems = 550, bonus = 50, priceMinor = 499, currency = 'USD' } = traits;
	const { id } = await one<{ id: number }>(owner, {
		text: `insert into goods (position, gems, bonus_gems, price_minor, currency) values (1, $1, $2, $3, $4)
			returning goods_id as id`,
		values: [gems, bonus, priceMinor, currency],
	});
	return id;
}

export const tradeNoOf = (answer: Answer): string => {
	const { order } = answer.body.data as { order: { trade_no: string } };
	return order.trade_no;
};

export const sessionOf = (answer: Answer): string => {
	const { pay_url: url } = answer.body.data as { pay_url: string };
	return new URL(url).pathname.slice('/pay/'.length);
};
