/** The store over HTTP, from goods to gems, against the Stripe emulator. */
import { afterAll, afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { sql } from '#server/kernel/database.ts';
import { watchOrders } from '#server/orders/payments/reconcile.ts';
import { openShop, sessionOf, someGoods, tradeNoOf } from '../../fixtures/orders/shop.ts';
import { aKey, beforeTests } from '../../fixtures/site/site.ts';

const shop = beforeTests(openShop);
afterEach(async () => {
	await shop.clock.run();
	shop.stripe.troubles.failures = [];
	shop.stripe.troubles.slowMs = 0;
});
afterAll(() => shop.balances());

const PAID = 'checkout.session.completed';

const onSale = async () => (await shop.ask({ path: '/orders/goods' })).body.data['goods_list'] as { id: number }[];

describe('a fan', () => {
	it('sees goods with their bonus, buys some, and has the gems once when the message arrives, however often', async () => {
		const pack = { id: shop.goods, gem_number: 550, additional_gem_number: 50, price: 4.99, image_url: null };
		expect(await onSale()).toContainEqual(pack);
		const { fan, tradeNo } = await shop.paid('ana');
		expect(await shop.standing(fan, tradeNo)).toEqual(['paying', 0]);
		// However often the message comes.
		const answers = await Promise.all([1, 2, 3, 4, 5].map(() => shop.hear(PAID)));
		expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
		expect(await shop.standing(fan, tradeNo)).toEqual(['fulfilled', 600]);
		const session = [...shop.stripe.state.sessions.values()].at(-1);
		expect(session).toMatchObject({ amount_total: 499, currency: 'usd', client_reference_id: tradeNo });
		expect(session?.success_url).toBe(`http://localhost:3000/pay-success?trade_no=${tradeNo}`);
	});

	it('makes one order of a create that is sent twice, and a 409 of the same key for other goods', async () => {
		const cy = await shop.fan('cy');
		const other = await someGoods(shop, { gems: 10, bonus: 0, priceMinor: 10 });
		const key = aKey();
		const answers = await Promise.all([shop.create(cy, shop.goods, key), shop.create(cy, shop.goods, key)]);
		expect(tradeNoOf(answers[0])).toBe(tradeNoOf(answers[1]));
		expect((await shop.create(cy, other, key)).status).toBe(409);
	});

	it('[S7-18] is sent to one card page from two tabs and by a double click', async () => {
		const di = await shop.fan('di');
		const tradeNo = await shop.anOrder(di);
		const before = shop.stripe.state.sessions.size;
		const answers = await Promise.all(Array.from({ length: 4 }, () => shop.pay(di, tradeNo)));
		expect([new Set(answers.map(sessionOf)).size, shop.stripe.state.sessions.size]).toEqual([1, before + 1]);
		expect(answers[0]?.headers['cache-control']).toBe('no-store');
	});

	it('keeps the price and gems of an order whose goods changed or were withdrawn', async () => {
		const ed = await shop.fan('ed');
		const short = await someGoods(shop);
		const tradeNo = await shop.anOrder(ed, short);
		await shop.owner.query({
			text: 'update goods set price_minor = 99999, gems = 1, withdrawn_at = lightstick_now() where goods_id = $1',
			values: [short],
		});
		expect((await shop.create(ed, short)).body.error).toBe('goods_not_found');
		expect((await onSale()).map(({ id }) => id)).not.toContain(short);
		shop.stripe.state.pay(sessionOf(await shop.pay(ed, tradeNo)), {});
		expect(shop.latest(PAID)?.data.object).toMatchObject({ amount_total: 499 });
		await shop.hear(PAID);
		expect(await shop.balance(ed)).toBe(600);
	});

	it('pays in a currency without a minor unit what the page says', async () => {
		const sellIn = (name: string, symbol: string) =>
			sql`update site_setting set currency_name = ${name}, currency_symbol = ${symbol}`.run(shop.owner);
		await sellIn('KRW', '₩');
		onTestFinished(() => sellIn('USD', 'US$'));
		const flo = await shop.fan('flo');
		const won = await someGoods(shop, { priceMinor: 5500, currency: 'KRW' });
		expect(await onSale()).toMatchObject([{ id: won, price: 5500 }]);
		const { tradeNo } = await shop.fulfilledOrder(flo, won);
		expect(shop.latest(PAID)?.data.object).toMatchObject({ amount_total: 5500, currency: 'krw' });
		const { body } = await shop.detail(flo, tradeNo);
		expect(body.data).toMatchObject({ order: { price: 5500, currency_symbol: '₩' } });
		expect([await shop.balance(flo), (await shop.create(flo)).body.error]).toEqual([600, 'goods_not_found']);
	});
});

describe('nobody', () => {
	it('can see or pay the order of somebody else, or one that is not there, nor make one while suspended', async () => {
		const [gus, hal] = [await shop.fan('gus'), await shop.fan('hal')];
		const tradeNo = await shop.anOrder(gus);
		for (const asked of [tradeNo, 'AAAAAAAAAAAAAAAAAAAAAA']) {
			const answers = [await shop.detail(hal, asked), await shop.pay(hal, asked), await shop.pay(hal, asked, 'cash')];
			for (const { body } of answers) expect(body).toMatchObject({ code: 404, error: 'order_not_found' });
		}
		const suspended = await shop.fan('jo', { suspended: true });
		expect((await shop.create(suspended)).body.error).toBe('account_suspended');
	});

	it('[S3-26] can pay by anything but a card, buy what is not sold, or change price and gems', async () => {
		const ida = await shop.fan('ida');
		expect((await shop.pay(ida, await shop.anOrder(ida), 'cash')).body.error).toBe('payment_method_unsupported');
		expect((await shop.create(ida, 999_999)).body.error).toBe('goods_not_found');
		for (const goodsId of [0, -1, 1.5, '1', null, 2 ** 60]) {
			const answer = await shop.ask({ path: '/orders/create', token: ida.token, body: { goods_id: goodsId } });
			expect(answer.status, String(goodsId)).toBe(400);
		}
		const body = { goods_id: shop.goods, price: 0.01, gem_number: 1_000_000 };
		const cheap = await shop.ask({ path: '/orders/create', token: ida.token, body });
		expect(cheap.body.data).toMatchObject({ order: { price: 4.99, goods: { gem_number: 550 } } });
	});

	it('has to know the new name of a card: the first release’s is taken as well', async () => {
		const amy = await shop.fan('amy');
		const tradeNo = await shop.anOrder(amy);
		const [present, before] = [await shop.pay(amy, tradeNo), await shop.pay(amy, tradeNo, 'stripe_card')];
		expect([present.status, before.status]).toEqual([200, 200]);
		expect(before.body.data).toEqual(present.body.data);
	});

	it('can make orders without end', async () => {
		const eager = await openShop({ database: shop, env: { MONEY_PER_MINUTE: '3' } });
		const vi = await shop.fan('vi');
		const answers = [1, 2, 3, 4].map(() => eager.create(vi));
		const statuses = (await Promise.all(answers)).map(({ status }) => status);
		expect(statuses.filter((status) => status === 200)).toHaveLength(3);
		expect(statuses.filter((status) => status === 429)).toHaveLength(1);
		await eager.close();
	});
});

it('a payment that comes after the order expired still fulfils it', async () => {
	const mo = await shop.fan('mo');
	const { tradeNo, session } = await shop.paying(mo);
	shop.stripe.state.pay(session, {});
	const paid = shop.latest(PAID);
	await shop.owner.query({ text: `update checkout set status = 'expired' where session_id = $1`, values: [session] });
	await shop.later({ minutes: 25 * 60 });
	await watchOrders(shop.payments);
	expect(await shop.statusOf(mo, tradeNo)).toBe('expired');
	expect((await shop.pay(mo, tradeNo)).body.error).toBe('order_not_payable');
	await shop.deliver(paid);
	expect(await shop.standing(mo, tradeNo)).toEqual(['fulfilled', 600]);
});

it('a payment of another sum or currency gives no gems and goes back', async () => {
	for (const wrong of [{ amount_total: 498 }, { currency: 'jpy' }]) {
		const oz = await shop.fan(`oz ${JSON.stringify(wrong)}`);
		const { tradeNo, session } = await shop.paying(oz);
		Object.assign(shop.stripe.state.readSession(session), wrong);
		shop.stripe.state.pay(session, {});
		await shop.hear(PAID);
		expect(await shop.standing(oz, tradeNo)).toEqual(['paying', 0]);
		const key = `refund:${shop.stripe.state.readSession(session).payment_intent}`;
		const jobs = await sql`select from graphile_worker.jobs
			where task_identifier = 'refund_payment' and key = ${key}`.all(shop.owner);
		expect(jobs).toHaveLength(1);
	}
});

describe('when Stripe', () => {
	it.each([
		['answers 500 for long', 500],
		['asks to slow down for long', 429],
		['cannot be reached', 0],
		['does not know our key', 401],
	])('%s, the fan reads why and nothing is lost', async (name, status) => {
		const pam = await shop.fan(`pam ${name}`);
		const tradeNo = await shop.anOrder(pam);
		shop.stripe.troubles.failures = [1, 2, 3, 4].map(() => ({ status, when: 'before' as const }));
		const refused = await shop.pay(pam, tradeNo);
		expect([refused.status, refused.body.message]).toEqual([503, 'Error occurred while processing payment']);
		shop.stripe.troubles.failures = [];
		expect((await shop.pay(pam, tradeNo)).status).toBe(200);
	});

	it.each([[500], [429], [0]])(
		'answers %s once, before or after it acts, the fan gets one card page',
		async (status) => {
			for (const when of ['before', 'after'] as const) {
				const ray = await shop.fan(`ray ${status} ${when}`);
				const tradeNo = await shop.anOrder(ray);
				const before = shop.stripe.state.sessions.size;
				shop.stripe.troubles.failures = [{ status, when }];
				// Stripe repeats a failure of its own to the same key: nobody hears of the page that it had made.
				const made = status === 500 && when === 'after' ? 2 : 1;
				expect([(await shop.pay(ray, tradeNo)).status, shop.stripe.state.sessions.size]).toEqual([200, before + made]);
			}
		},
	);

	it('is slow, the page is opened by the next try and not twice', async () => {
		const sal = await shop.fan('sal');
		const tradeNo = await shop.anOrder(sal);
		const impatient = await openShop({
			database: shop,
			env: { STRIPE_API_BASE: shop.stripe.origin },
			constants: { stripe: { timeoutMs: 50 } },
		});
		onTestFinished(() => impatient.close());
		const before = shop.stripe.state.sessions.size;
		shop.stripe.troubles.slowMs = 200;
		expect((await impatient.pay(sal, tradeNo)).body.error).toBe('payment_unavailable');
		shop.stripe.troubles.slowMs = 0;
		expect([(await shop.pay(sal, tradeNo)).status, shop.stripe.state.sessions.size]).toEqual([200, before + 1]);
	});

	it('is not configured, paying says so', async () => {
		const bare = await openShop({ database: shop, env: { STRIPE_SECRET_KEY: '', STRIPE_WEBHOOK_SECRET: '' } });
		const tia = await shop.fan('tia');
		expect((await bare.pay(tia, await shop.anOrder(tia))).body.error).toBe('payment_unavailable');
		await bare.close();
	});
});
