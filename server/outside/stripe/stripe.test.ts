/** Answers that Stripe's address may give, and the results that the store receives. */
import { beforeEach, expect, it } from 'vitest';
import { beforeTests } from '../../../tests/fixtures/before-tests.ts';
import { serveHttp } from '../../../tests/fixtures/http/serve.ts';
import { openStripe } from './stripe.ts';

let asked: (string | undefined)[] = [];
let answer: { status: number; body: string; headers?: Record<string, string> };

const server = beforeTests(() =>
	serveHttp((request, response) => {
		asked.push(request.url);
		response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers }).end(answer.body);
	}),
);
beforeEach(() => void (asked = []));

function stripeAt(path: string) {
	const apiBase = server.origin + path;
	return openStripe({ secretKey: 'sk_test_key', webhookSecret: 'secret', apiBase, timeoutMs: 5_000, retries: 0 });
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
	for (const ask of [
		() => stripe.readCheckout('cs_1'),
		() => stripe.refund('pi_1'),
		() => stripe.readRefunds('pi_1'),
		() => stripe.readDisputes('pi_1'),
	])
		await expect(ask()).rejects.toMatchObject({ name: 'ProviderOutage' });
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
