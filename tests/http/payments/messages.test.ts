/** The provider's webhooks, and requests that only resemble them. */
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { beforeTests } from '../../fixtures/before-tests.ts';
import { expectBooksToBalance } from '../../fixtures/audit/books.ts';
import { aPerson } from '../../fixtures/accounts/people.ts';
import { openShop } from '../../fixtures/orders/shop.ts';

const shop = beforeTests(openShop);
afterAll(() => expectBooksToBalance(shop.db));

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

	it.each([1.5, -5, 1e21, 2 ** 53, Number.MAX_SAFE_INTEGER, 1_000_000_000_000, '499', null])(
		'that says %s was paid costs itself, and every sum can be read',
		async (amount) => {
			const fan = await aPerson(shop.owner, `fan of ${amount}`);
			const { tradeNo } = await shop.paidOrder(fan);
			const event = structuredClone(shop.latest('checkout.session.completed'));
			Object.assign(event?.data.object ?? {}, { amount_total: amount, payment_intent: `pi_${amount}` });
			expect((await shop.deliver({ ...event, id: `evt_of_${amount}` } as never)).status).toBe(200);
			expect(await shop.statusOf(fan, tradeNo)).toBe('paying');
		},
	);

	it('about an order of another site is taken and ignored', async () => {
		const event = structuredClone(shop.latest('checkout.session.completed'));
		Object.assign(event?.data.object ?? {}, {
			id: 'cs_of_another_site',
			metadata: { trade_no: 'CCCCCCCCCCCCCCCCCCCCCC', attempt: '1' },
		});
		expect((await shop.deliver({ ...event, id: 'evt_of_another_site' } as never)).status).toBe(200);
	});
});

it('a flood of unsigned messages is refused to its address alone, and takes a few lines of the log', async () => {
	const lines: string[] = [];
	const flooded = await openShop({ env: { TRUST_PROXY: 'loopback' }, onLog: (line) => void lines.push(line) });
	onTestFinished(() => flooded.close());
	const post = (from: string, headers: Record<string, string> = {}) =>
		flooded.postWebhook('{}', { 'x-forwarded-for': from, ...headers });
	const before = lines.length;
	const statuses: number[] = [];
	// A network of IPv6 is one sender.
	for (let n = 0; n < 500; n += 1) statuses.push((await post(`2001:db8:0:7::${n.toString(16)}`)).status);
	expect(new Set(statuses.slice(0, 60))).toEqual(new Set([400]));
	expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(400);
	expect(Number((await post('2001:db8:0:7::1')).headers['retry-after'])).toBeGreaterThan(0);
	// Five of each kind: the event, its warning, the refusal.
	expect(lines.length - before).toBeLessThanOrEqual(20);
	expect((await post('203.0.113.9')).status).toBe(400);

	const { sign } = await import('../../../emulators/stripe/deliveries.ts');
	const kim = await aPerson(flooded.owner, 'kim');
	await flooded.paidOrder(kim);
	const { body, signature } = sign(flooded.latest('checkout.session.completed') ?? {}, 'emulator-test-webhook-secret');
	const signed = { 'x-forwarded-for': '2001:db8:0:7::1', 'stripe-signature': signature };
	expect((await flooded.postWebhook(body, signed)).status).toBe(200);
	expect(await flooded.balance(kim)).toBe(600);
});
