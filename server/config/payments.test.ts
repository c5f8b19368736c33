import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';

const keys = { STRIPE_SECRET_KEY: 'sk_live_of_a_site', STRIPE_WEBHOOK_SECRET: 'whsec_of_a_site' };
const site = { PUBLIC_URL: 'https://vote.example', TRUST_PROXY: 'none' };

describe('a site that strangers can reach', () => {
	it("takes payments by Stripe's own address and the site's keys", () => {
		expect(readConfig({ ...site, ...keys }).payments).toMatchObject({ apiBase: 'https://api.stripe.com' });
	});

	it.each([
		['plain http', { STRIPE_API_BASE: 'http://stripe.example' }, 'STRIPE_API_BASE is plain http or loopback'],
		['a key of the test mode', { STRIPE_SECRET_KEY: 'sk_test_a' }, 'STRIPE_SECRET_KEY is a key of Stripe’s test mode'],
		['a restricted test key', { STRIPE_SECRET_KEY: 'rk_test_a' }, 'STRIPE_SECRET_KEY is a key of Stripe’s test mode'],
		['loopback', { STRIPE_API_BASE: 'https://127.0.0.1:4330' }, 'STRIPE_API_BASE is plain http or loopback'],
		["the emulator's key", { STRIPE_SECRET_KEY: 'emulator-abc' }, "the keys of Stripe are the emulator's"],
		["the emulator's signature", { STRIPE_WEBHOOK_SECRET: 'emulator-abc' }, "the keys of Stripe are the emulator's"],
	])('does not start with %s', (_name, env, reason) => {
		expect(() => readConfig({ ...site, ...keys, ...env })).toThrow(reason);
	});
});

describe('payments', () => {
	it('are off without keys', () => {
		expect(readConfig({}).payments).toBeNull();
	});

	it('need both keys and an address that is one', () => {
		expect(() => readConfig({ STRIPE_SECRET_KEY: 'sk_test' })).toThrow('go together');
		expect(() => readConfig({ ...keys, STRIPE_API_BASE: 'stripe' })).toThrow('STRIPE_API_BASE must be an origin');
	});

	it('may go to the emulator on this machine', () => {
		const env = { STRIPE_SECRET_KEY: 'emulator-a', STRIPE_WEBHOOK_SECRET: 'emulator-b' };
		expect(readConfig({ ...env, STRIPE_API_BASE: 'http://127.0.0.1:4330' }).payments).not.toBeNull();
	});
});
