/** What the provider refuses for good ends the order and reaches operators. */
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { readEvents, watchOrders } from '#server/orders/payments/reconcile.ts';
import { getDashboard } from '#contract/operator/dashboard.ts';
import { createGoods } from '#contract/operator/goods.ts';
import { beforeTests } from '../../fixtures/before-tests.ts';
import { expectBooksToBalance } from '../../fixtures/audit/books.ts';
import { aColleague, askAs, dataAs } from '../../fixtures/operators/operators.ts';
import { aPerson } from '../../fixtures/accounts/people.ts';
import { openShop, sessionOf, someGoods } from '../../fixtures/orders/shop.ts';

const DAY_MINUTES = 24 * 60;

const shop = beforeTests(openShop);
const finance = beforeTests(() => aColleague(shop.owner, 'finance'));
afterEach(async () => {
	vi.restoreAllMocks();
	await shop.clock.run();
});
afterAll(() => expectBooksToBalance(shop.db));

const attention = async (about: { target?: string; kind?: string }) => {
	const viewer = await aColleague(shop.owner, 'viewer');
	const { attention: items } = await dataAs(shop, viewer, getDashboard, {});
	return items.filter(({ target, kind }) => (about.target ?? target) === target && (about.kind ?? kind) === kind);
};
const watch = async (minutes: number) => {
	await shop.minutes(minutes);
	await watchOrders(shop.payments);
};

describe('a price that the provider refuses', () => {
	it.each([
		[1_234, 'KWD'],
		[30, 'USD'],
		[100_000_000, 'USD'],
		[5_000, 'KPW'],
	])('%i %s is asked for once, ends the order and reaches operators', async (priceMinor, currency) => {
		const fan = await aPerson(shop.owner, `fan of ${priceMinor} ${currency}`);
		// Goods as an earlier version may have stored them.
		await shop.owner.query({ text: 'update site_setting set currency_name = $1', values: [currency] });
		const goods = await someGoods(shop, { priceMinor, currency });
		const tradeNo = await shop.anOrder(fan, goods);
		await shop.owner.query({ text: `update site_setting set currency_name = 'USD'` });
		const asked = vi.spyOn(shop.stripe.state, 'createSession');
		for (let press = 0; press < 3; press += 1) {
			expect((await shop.pay(fan, tradeNo)).body.error).toBe('order_not_payable');
		}
		expect(asked).toHaveBeenCalledOnce();
		expect(await shop.statusOf(fan, tradeNo)).toBe('expired');
		expect(await attention({ target: tradeNo })).toMatchObject([{ kind: 'payment_refused' }]);
		await shop.owner.query({ text: 'update goods set price_minor = 500 where goods_id = $1', values: [goods] });
		expect(await attention({ target: tradeNo })).toEqual([]);
	});

	it.each([
		[1_234, 'KWD', 'price_unchargeable'],
		[49, 'USD', 'price_unchargeable'],
		[100_000_000, 'USD', 'price_unchargeable'],
		[500, 'IRR', 'currency_unknown'],
	])('%i %s cannot be put on sale', async (price_minor, currency, error) => {
		const usual = { position: 1, gems: 10, bonus_gems: 0, media_id: null, withdrawn: false, why: 'a new pack' };
		const answer = await askAs(shop, finance, createGoods, { body: { ...usual, price_minor, currency } });
		expect([answer.status, answer.body.error]).toEqual([400, error]);
	});
});

it('a card page that the provider does not know is closed, is not asked about again, and the fan pays on another', async () => {
	const fan = await aPerson(shop.owner, 'fan of a lost page');
	const [{ tradeNo, session }, left] = [await shop.paying(fan), await shop.paying(fan)];
	for (const lost of [session, left.session]) shop.stripe.state.sessions.delete(lost);
	const next = sessionOf(await shop.pay(fan, tradeNo));
	expect(next).not.toBe(session);
	shop.stripe.state.pay(next, {});
	await watch(3);
	expect(await shop.standing(fan, tradeNo)).toEqual(['fulfilled', 600]);
	const asked = vi.spyOn(shop.stripe.state, 'readSession');
	await watch(6);
	expect(asked).not.toHaveBeenCalled();
});

describe('what the provider says and we cannot handle', () => {
	it('is given up after three days: operators see it, other events count, and one that is sent again is handled', async () => {
		const fan = await aPerson(shop.owner, 'given up');
		const [held, later] = [await shop.paidOrder(fan), await shop.paidOrder(fan)];
		const event = shop.stripe.state.events.find((one) => JSON.stringify(one).includes(held.tradeNo));
		await shop.owner.query({
			text: `delete from payment_reading;
				create function fail_one() returns trigger language plpgsql as $$ begin raise 'a fault of ours'; end $$;
				create trigger fail_one before insert on payment for each row
				when (new.trade_no = '${held.tradeNo}') execute function fail_one()`,
		});
		const seen = () => attention({ kind: 'payment_event_given_up' });
		await readEvents(shop.payments);
		expect([await shop.statusOf(fan, later.tradeNo), await seen()]).toEqual(['fulfilled', []]);
		await shop.minutes(4 * DAY_MINUTES);
		await readEvents(shop.payments);
		expect(await seen()).toMatchObject([{ target: event?.id, text: expect.stringContaining('a fault of ours') }]);
		await shop.owner.query({ text: 'drop function fail_one cascade' });
		await shop.deliver(event);
		await shop.clock.run();
		expect([await shop.statusOf(fan, held.tradeNo), await seen()]).toEqual(['fulfilled', []]);
	});

	it('leaves no order open for days without a word', async () => {
		const { tradeNo: target } = await shop.paying(await aPerson(shop.owner, 'never closed'));
		shop.stripe.troubles.failures = Array.from({ length: 50 }, () => ({ status: 500, when: 'before' as const }));
		await watch(3 * DAY_MINUTES);
		expect(await attention({ target })).toMatchObject([{ kind: 'order_overdue' }]);
		shop.stripe.troubles.failures = [];
		await watchOrders(shop.payments);
		expect(await attention({ target })).toEqual([]);
	});
});
