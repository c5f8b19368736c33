/** Answers that Stripe's address may give, and the results that the store receives. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openStripe } from './stripe.ts';

let server: Server;
let asked: (string | undefined)[] = [];
let answer: { status: number; body: string; headers?: Record<string, string> };

beforeEach(async () => {
	asked = [];
	server = createServer((request, response) => {
		asked.push(request.url);
		response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers }).end(answer.body);
	});
	await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => {
	server.closeAllConnections();
	server.close();
});

function stripeAt(path: string, secretKey = 'sk_test_key') {
	const apiBase = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
	return openStripe({ secretKey, webhookSecret: 'secret', apiBase, timeoutMs: 5_000, retries: 0 });
}

const page = { object: 'checkout.session', id: 'cs_1', livemode: false, status: 'open', payment_status: 'unpaid' };

it('keeps the path of its address', async () => {
	answer = { status: 200, body: JSON.stringify(page) };
	expect(await stripeAt('/by/proxy/').readCheckout('cs_1')).toMatchObject({ sessionId: 'cs_1', status: 'open' });
	await stripeAt('').readCheckout('cs_1');
	expect(asked).toEqual(['/by/proxy/v1/checkout/sessions/cs_1', '/v1/checkout/sessions/cs_1']);
});

it.each([
	['nothing', '{}'],
	['something else', '{"object":"coupon","id":"co_1"}'],
	['no JSON', '<html></html>'],
	['more than we hold', `{"object":"checkout.session","padding":"${'x'.repeat(9 * 1024 * 1024)}"}`],
	['a page of live mode to a test key', JSON.stringify({ ...page, livemode: true })],
])('an answer of %s counts as none', async (_name, body) => {
	answer = { status: 200, body };
	const stripe = stripeAt('');
	await expect(stripe.readCheckout('cs_1')).rejects.toMatchObject({ name: 'ProviderOutage' });
	await expect(stripe.refund('pi_1')).rejects.toMatchObject({ name: 'ProviderOutage' });
	await expect(stripe.readRefunds('pi_1')).rejects.toMatchObject({ name: 'ProviderOutage' });
	await expect(stripe.readDisputes('pi_1')).rejects.toMatchObject({ name: 'ProviderOutage' });
});

it('follows no redirect with the secret key', async () => {
	answer = { status: 307, body: '', headers: { location: 'http://127.0.0.1:1/elsewhere' } };
	await expect(stripeAt('').readCheckout('cs_1')).rejects.toMatchObject({ name: 'ProviderOutage' });
	expect(asked).toHaveLength(1);
});

it('words of a refusal are fit for a table and a screen', async () => {
	const error = { type: 'invalid_request_error', message: `No\0 ${'x'.repeat(2_000)}` };
	answer = { status: 400, body: JSON.stringify({ error }) };
	const refused = stripeAt('').refund('pi_1');
	await expect(refused).rejects.toMatchObject({ name: 'ProviderRefusal', message: `No  ${'x'.repeat(496)}` });
});
