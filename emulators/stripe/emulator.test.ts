import { mkdtempDisposable } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Stripe } from 'stripe';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { beforeTests } from '../../tests/fixtures/before-tests.ts';
import { serveHttp } from '../../tests/fixtures/http/serve.ts';
import { startStripeEmulator } from './emulator.ts';

const SECRET = 'emulator-webhook-secret';
const POLL = { timeout: 10_000, interval: 10 };

let stripe: Stripe;
let received: Stripe.Event[] = [];
/** The receiver's next status codes. It answers 200 when the list is empty. */
let answers: number[] = [];

const clientOf = ({ origin }: { origin: string }, key = 'emulator-key') => {
	const { hostname, port } = new URL(origin);
	return new Stripe(key, { host: hostname, port, protocol: 'http', telemetry: false });
};
async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
	const signature = String(request.headers['stripe-signature']);
	received.push(stripe.webhooks.constructEvent(await text(request), signature, SECRET));
	response.writeHead(answers.shift() ?? 200).end();
}
const receiver = beforeTests(() => serveHttp((request, response) => void receive(request, response)));
const keys = { port: 0, secretKey: 'emulator-key', webhookSecret: SECRET };
const emulator = beforeTests(() => startStripeEmulator({ ...keys, webhookUrl: receiver.origin }));
beforeAll(() => void (stripe = clientOf(emulator)));
afterEach(() => {
	received = [];
	answers = [];
});

const params: Stripe.Checkout.SessionCreateParams = {
	mode: 'payment',
	success_url: 'http://127.0.0.1:9/success',
	cancel_url: 'http://127.0.0.1:9/back',
	line_items: [{ quantity: 2, price_data: { currency: 'krw', unit_amount: 5500, product_data: { name: 'gems' } } }],
	metadata: { trade_no: 'T' },
};

const post = (url: string | null, form: Record<string, string>) =>
	fetch(url ?? '', { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });

describe('the API', () => {
	test('gives the same card page for the same idempotency key, and refuses it for another request', async () => {
		const first = await stripe.checkout.sessions.create(params, { idempotencyKey: 'k:1' });
		const second = await stripe.checkout.sessions.create(params, { idempotencyKey: 'k:1' });
		expect(second.id).toBe(first.id);
		expect(first).toMatchObject({ amount_total: 11_000, currency: 'krw', status: 'open', metadata: { trade_no: 'T' } });
		const other = { ...params, metadata: { trade_no: 'U' } };
		await expect(stripe.checkout.sessions.create(other, { idempotencyKey: 'k:1' })).rejects.toThrow(
			/Keys for idempotent/,
		);
	});

	test('refuses other keys, pages that live too short, and what the API version has removed', async () => {
		await expect(clientOf(emulator, 'sk_other').checkout.sessions.create(params)).rejects.toThrow(/Invalid API Key/);
		const soon = Math.floor(Date.now() / 1000) + 60;
		await expect(stripe.checkout.sessions.create({ ...params, expires_at: soon })).rejects.toThrow(/30 minutes/);
		const removed = { ...params, payment_method_types: ['card'] };
		await expect(stripe.checkout.sessions.create(removed)).rejects.toThrow(/payment_method_types/);
	});

	test('keeps pages, payments and idempotency keys over a restart', async () => {
		await using folder = await mkdtempDisposable(join(tmpdir(), 'stripe-emulator-'));
		const options = { ...keys, webhookUrl: 'http://127.0.0.1:9/nobody', file: join(folder.path, 'payments.json') };
		const start = async () => {
			const running = await startStripeEmulator(options);
			return { running, api: clientOf(running) };
		};
		const before = await start();
		const open = await before.api.checkout.sessions.create(params, { idempotencyKey: 'k:open' });
		const paid = await before.api.checkout.sessions.create(params);
		await post(paid.url, { number: '4242424242424242' });
		await before.running.close();
		const { running, api } = await start();
		expect((await api.checkout.sessions.retrieve(open.id)).url).toBe(`${running.origin}/pay/${open.id}`);
		expect((await api.checkout.sessions.create(params, { idempotencyKey: 'k:open' })).id).toBe(open.id);
		const payment = running.state.readSession(paid.id).payment_intent ?? '';
		expect(await api.refunds.create({ payment_intent: payment })).toMatchObject({ amount: 11_000 });
		await running.close();
	});

	test('lists what happened in pages, newest first', async () => {
		for (let n = 0; n < 3; n += 1) {
			const { id } = await stripe.checkout.sessions.create(params);
			await stripe.checkout.sessions.expire(id);
		}
		const listed: string[] = [];
		for await (const event of stripe.events.list({ limit: 2, types: ['checkout.session.expired'] }))
			listed.push(event.id);
		const known = emulator.state.events.filter(({ type }) => type === 'checkout.session.expired');
		expect(listed).toEqual(known.map(({ id }) => id).toReversed());
	});
});

test.each([
	['4000000000000002', 'declined'],
	['4000000000009995', 'insufficient funds'],
	['4000000000000119', 'processing your card'],
	['1234', 'card number is invalid'],
])('the card page: card %s reads "%s" and takes no money', async (number, words) => {
	const { url, id } = await stripe.checkout.sessions.create(params);
	const answer = await post(url, { number });
	expect([answer.status, await answer.text()]).toEqual([402, expect.stringContaining(words)]);
	expect((await stripe.checkout.sessions.retrieve(id)).payment_status).toBe('unpaid');
});

test('the card page asks the bank where the card wants it, then takes the money once', async () => {
	const { url, id } = await stripe.checkout.sessions.create(params);
	expect(await (await post(url, { number: '4000 0027 6000 3184' })).text()).toContain('Complete authentication');
	expect((await post(url, { challenge: 'failed' })).status).toBe(402);
	const paid = await post(url, { challenge: 'passed' });
	expect([paid.status, paid.headers.get('location')]).toEqual([303, params.success_url]);
	expect(await (await post(url, { number: '4242424242424242' })).text()).toContain('This was paid already');
	expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({ status: 'complete', payment_status: 'paid' });
});

test('messages come again until somebody takes them', async () => {
	// Messages of the tests before would take the answer.
	const taken = (id: string) => emulator.deliveries.log.some(({ event, status }) => event === id && status === 200);
	await expect.poll(() => emulator.state.events.every(({ id }) => taken(id)), POLL).toBe(true);
	received = [];
	answers = [500];
	await stripe.checkout.sessions.expire((await stripe.checkout.sessions.create(params)).id);
	await expect.poll(() => received.length, POLL).toBe(2);
	expect(received[0]?.id).toBe(received[1]?.id);
});
