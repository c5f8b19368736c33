/** The provider's webhooks, and requests that only resemble them. */
import { afterEach, describe, expect, it } from 'vitest';
import { beforeTests } from '../../fixtures/before-tests.ts';
import { expectBooksToBalance } from '../../fixtures/audit/books.ts';
import { aPerson } from '../../fixtures/accounts/people.ts';
import { openShop } from '../../fixtures/orders/shop.ts';

const shop = beforeTests(openShop);
afterEach(() => expectBooksToBalance(shop.db));

describe('a message', () => {
	it.each([
		['unsigned', () => ({})],
		[
			'signed by somebody else',
			() => ({ 'stripe-signature': `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}` }),
		],
		['with an empty signature', () => ({ 'stripe-signature': '' })],
	])('%s is refused', async (_name, headers) => {
		const body = JSON.stringify(shop.latest('checkout.session.completed'));
		expect((await shop.postWebhook(body, headers())).status).toBe(400);
	});

	it('that is old, changed, too large or unknown moves nothing', async () => {
		const { sign } = await import('../../../emulators/stripe/deliveries.ts');
		const kim = await aPerson(shop.owner, 'kim');
		const { tradeNo } = await shop.paidOrder(kim);
		const event = shop.latest('checkout.session.completed') ?? {};
		const old = sign(event, 'emulator-test-webhook-secret', Math.floor(Date.now() / 1000) - 600);
		expect((await shop.postWebhook(old.body, { 'stripe-signature': old.signature })).status).toBe(400);
		const fresh = sign(event, 'emulator-test-webhook-secret');
		const changed = fresh.body.replace(tradeNo, 'BBBBBBBBBBBBBBBBBBBBBB');
		expect((await shop.postWebhook(changed, { 'stripe-signature': fresh.signature })).status).toBe(400);
		const large = await shop.postWebhook(Buffer.alloc(300_000, 'x'), { 'stripe-signature': fresh.signature });
		expect([large.status, large.body.error]).toEqual([413, 'body_too_large']);
		const unknown = {
			id: 'evt_unknown',
			object: 'event',
			type: 'customer.created',
			created: 1,
			livemode: false,
			data: {},
		};
		Object.assign(unknown.data, { object: {} });
		expect((await shop.deliver(unknown as never)).status).toBe(200);
		expect([await shop.statusOf(kim, tradeNo), await shop.balance(kim)]).toEqual(['paying', 0]);
	});

	it('about an order of another site is taken and ignored', async () => {
		const event = structuredClone(shop.latest('checkout.session.completed'));
		Object.assign(event?.data.object ?? {}, {
			id: 'cs_of_another_site',
			metadata: { trade_no: 'CCCCCCCCCCCCCCCCCCCCCC', attempt: '1' },
		});
		expect((await shop.deliver({ ...event, id: 'evt_of_another_site' } as never)).status).toBe(200);
	});
});
