/** What the log holds after a visit with everything in it: no name, no address, no secret. */
import { describe, expect, it } from 'vitest';
import { startStripeEmulator } from '../../../emulators/stripe/emulator.ts';
import { completeRegistration } from '#contract/accounts.ts';
import { beforeTests } from '../../fixtures/before-tests.ts';
import { aBrowser, openSiteWithSignOn } from '../../fixtures/accounts/sign-in.ts';
import { postVote } from '../../fixtures/http/post-vote.ts';
import { sessionOf, someGoods, tradeNoOf } from '../../fixtures/orders/shop.ts';
import { aContest } from '../../fixtures/voting/contests.ts';

const KEYS = { secretKey: 'sk_test_of_the_log_test', webhookSecret: 'whsec_of_the_log_test' };
const VISITOR = '203.0.113.77';

const lines: string[] = [];

const stripe = beforeTests(() => startStripeEmulator({ port: 0, webhookUrl: 'http://127.0.0.1:9/nobody', ...KEYS }));
const site = beforeTests(() =>
	openSiteWithSignOn({
		env: {
			STRIPE_SECRET_KEY: KEYS.secretKey,
			STRIPE_WEBHOOK_SECRET: KEYS.webhookSecret,
			STRIPE_API_BASE: stripe.origin,
			TRUST_PROXY: 'loopback',
		},
		constants: { stripe: { retries: 0 } },
		listens: true,
		onLog: (line) => void lines.push(line),
	}),
);

const logged = () => lines.map((line): Record<string, unknown> => JSON.parse(line));

describe('the log', () => {
	it('names nobody who signed in, voted, paid, failed or met an error', async () => {
		const contest = await aContest(site.owner, 'november');
		const headers = { 'x-forwarded-for': VISITOR };
		const browser = aBrowser(site);
		await browser.comeBack(await browser.visitProvider('google', { cancel: 'yes' }));
		const token = await browser.signIn('google', { person: 'new-fan' });
		const profile = { email: 'zed@private.example', name: 'Zedekiah Quux', country: 'KR' };
		const register = { path: completeRegistration.path, token, headers };
		await site.ask({ ...register, body: { ...profile, email: 'zed@@private.example' } });
		expect((await site.ask({ ...register, body: profile })).status).toBe(200);

		const vote = (by: string) => postVote(site.address, contest, { token: by });
		await vote(token);
		await vote('a-guessed-token');

		const goods = await someGoods(site);
		const order = tradeNoOf(await site.ask({ path: '/orders/create', token, body: { goods_id: goods } }));
		const pay = { path: `/orders/pay?trade_no=${order}&payment_method=PAYMENT_METHOD_STRIPE_CARD`, token };
		stripe.state.pay(sessionOf(await site.ask(pay)), {});
		const forged = { email: profile.email, headers: { 'stripe-signature': 't=1,v1=00' } };
		await site.ask({ path: '/payments/stripe/webhook', body: forged, headers: forged.headers });

		await site.owner.query({ text: 'alter table favorite rename to favorite_away' });
		const failed = await site.ask({ path: '/user/me/favorites', token, headers });
		await site.owner.query({ text: 'alter table vote rename to vote_away' });
		const lost = await vote(token);
		expect([lost.status, lost.headers.get('x-request-id')]).toEqual([500, expect.stringMatching(/^[\w-]{8}\.\w+$/)]);

		const text = lines.join('\n');
		const persons = ['private.example', 'mail.example', 'Zedekiah', 'dana', VISITOR];
		const secrets = [...persons, token, 'a-guessed-token', ...Object.values(KEYS)];
		expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
		// The log was not simply empty.
		for (const message of [
			'security event',
			'sign-in declined',
			'unexpected error',
			'a batch of votes was refused',
			'a webhook was refused',
		]) {
			expect(text).toContain(message);
		}
		// The failed request can be found by the id that its answer has.
		const error = logged().find(({ reqId }) => reqId === failed.headers['x-request-id']);
		expect(error).toMatchObject({ level: 50, msg: 'unexpected error', err: { code: '42P01' } });
	});

	it('gives each request an id that no other process gives', () => {
		const ids = logged()
			.map(({ reqId }) => reqId)
			.filter((id) => id !== undefined);
		expect(ids.length).toBeGreaterThan(0);
		for (const id of ids) expect(id).toMatch(/^[\w-]{8}\.[0-9a-z]+$/);
	});
});
