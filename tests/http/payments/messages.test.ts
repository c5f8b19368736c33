/** The provider's webhooks, and requests that only resemble them. */
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { beforeTests } from '../../fixtures/before-tests.ts';
import { expectBooksToBalance } from '../../fixtures/audit/books.ts';
import { openShop, signed } from '../../fixtures/orders/shop.ts';

const shop = beforeTests(openShop);
afterAll(() => expectBooksToBalance(shop.db));

const PAID = 'checkout.session.completed';
const seconds = () => Math.floor(Date.now() / 1000);

describe('a message', () => {
	it('that is unsigned, signed by somebody else, old, changed, too large or unknown moves nothing', async () => {
		const { fan, tradeNo } = await shop.paid('kim');
		const event = shop.latest(PAID) ?? {};
		const post = async (body: string | Buffer, signature?: string) =>
			(await shop.postWebhook(body, signature === undefined ? {} : { 'stripe-signature': signature })).status;
		const [old, fresh] = [signed(event, seconds() - 600), signed(event)];
		const changed = fresh.body.replace(tradeNo, 'B'.repeat(22));
		expect([
			await post(fresh.body),
			await post(fresh.body, ''),
			await post(fresh.body, `t=${seconds()},v1=${'0'.repeat(64)}`),
			await post(old.body, old.signature),
			await post(changed, fresh.signature),
			await post(Buffer.alloc(300_000, 'x'), fresh.signature),
		]).toEqual([400, 400, 400, 400, 400, 413]);
		const unknown = { id: 'evt_unknown', object: 'event', type: 'customer.created', created: 1, livemode: false };
		expect((await shop.deliver({ ...unknown, data: { object: {} } } as never)).status).toBe(200);
		expect(await shop.standing(fan, tradeNo)).toEqual(['paying', 0]);
	});

	it.each([1.5, -5, 1e21, 2 ** 53, Number.MAX_SAFE_INTEGER, 1_000_000_000_000, '499', null])(
		'that says %s was paid costs itself, and every sum can be read',
		async (amount) => {
			const { fan, tradeNo } = await shop.paid(`fan of ${amount}`);
			const event = structuredClone(shop.latest(PAID));
			Object.assign(event?.data.object ?? {}, { amount_total: amount, payment_intent: `pi_${amount}` });
			expect((await shop.deliver({ ...event, id: `evt_of_${amount}` } as never)).status).toBe(200);
			expect(await shop.statusOf(fan, tradeNo)).toBe('paying');
		},
	);
});

it('a flood of unsigned messages is refused to its address alone, and takes a few lines of the log', async () => {
	const lines: string[] = [];
	const flooded = await openShop({ env: { TRUST_PROXY: 'loopback' }, onLog: (line) => void lines.push(line) });
	onTestFinished(() => flooded.close());
	const post = (from: string, body = '{}', signature?: string) =>
		flooded.postWebhook(body, { 'x-forwarded-for': from, ...(signature && { 'stripe-signature': signature }) });
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
	const { fan } = await flooded.paid('kim');
	const { body, signature } = signed(flooded.latest(PAID) ?? {});
	expect((await post('2001:db8:0:7::1', body, signature)).status).toBe(200);
	expect(await flooded.balance(fan)).toBe(600);
});
