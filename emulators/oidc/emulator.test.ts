import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as oidc from 'openid-client';
import { describe, expect, test } from 'vitest';
import { newSecret } from '#server/kernel/caller.ts';
import { googleProvider } from '#server/outside/oidc/open-id.ts';
import { startOidcEmulator } from './emulator.ts';
import type { ProviderName } from './people.ts';
import { beforeTests } from '../../tests/fixtures/before-tests.ts';
import { visitSignIn } from '../../testkit/visit-sign-in.ts';

const redirectUri = 'http://127.0.0.1:3999/callback';
const clients = {
	google: { id: 'site-at-google', secret: 'google-secret-for-a-test-0123456789' },
	line: { id: 'site-at-line', secret: 'line-secret-for-a-test-0123456789ab' },
};

const folder = beforeTests(() => mkdtempDisposable(join(tmpdir(), 'oidc-emulator-')));
const start = (port = 0) => startOidcEmulator({ port, dataFolder: folder.path, redirectUris: [redirectUri], clients });
const emulator = beforeTests(() => start());

describe('a browser inside another app', () => {
	const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
	const visit = (provider: ProviderName, userAgent: string) =>
		fetch(`${emulator.issuers[provider]}/auth`, { headers: { 'user-agent': userAgent } });

	test.each([
		`${IPHONE} Mobile/22G86 KAKAOTALK 25.5.0`,
		`${IPHONE} Mobile/22G86 Instagram 389.0.0.49.87`,
		`${IPHONE} Mobile/22G86`,
		'Mozilla/5.0 (Linux; Android 15; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/138.0.0.0 Mobile Safari/537.36',
	])('is refused by Google alone: %s', async (userAgent) => {
		const refused = await visit('google', userAgent);
		expect([refused.status, await refused.text()]).toEqual([403, expect.stringContaining('disallowed_useragent')]);
		expect(await (await visit('line', userAgent)).text()).not.toContain('disallowed_useragent');
	});

	test('is nothing that a phone’s own browser is', async () => {
		const own = await visit('google', `${IPHONE} Version/18.6 Mobile/22G86 Safari/604.1`);
		expect(await own.text()).not.toContain('disallowed_useragent');
	});
});

describe('the sign-in page', () => {
	test('asks again when nobody was named', async () => {
		const { href } = await begin('google');
		await expect(visitSignIn(href, { name: ' ' })).rejects.toThrow(/400.*Please choose a person/s);
	});

	test('sends a visitor of this machine back under the name and port they came by', async () => {
		const { href } = await begin('line', 'http://localhost:4000/callback');
		const returned = await visitSignIn(href, { person: 'new-fan-line' });
		expect(returned.origin).toBe('http://localhost:4000');
	});

	test('does not open for an address that the site did not register', async () => {
		const { href } = await begin('google', 'http://127.0.0.1:3999/elsewhere');
		await expect(visitSignIn(href, { person: 'new-fan' })).rejects.toThrow(/400.*redirect_uri/s);
	});
});

const aSite = () =>
	googleProvider({
		issuer: emulator.issuers.google,
		clientId: clients.google.id,
		clientSecret: clients.google.secret,
	});
const newSecrets = () => ({ state: newSecret(), nonce: newSecret(), codeVerifier: newSecret() });

test.each(['state', 'nonce', 'codeVerifier'] as const)(
	'the site believes no answer whose %s is of another sign-in',
	async (name) => {
		const [site, secrets] = [aSite(), newSecrets()];
		const returned = await visitSignIn(await site.begin({ ...secrets, redirectUri }), { person: 'new-fan' });
		await expect(site.finish(returned, { ...secrets, [name]: newSecret() })).rejects.toThrow();
	},
);

test('a provider that was out of reach is asked again by the site the next time', async () => {
	const port = Number(new URL(emulator.issuers.google).port);
	await emulator.close();
	const site = aSite();
	await expect(site.begin({ ...newSecrets(), redirectUri })).rejects.toThrow();
	Object.assign(emulator, await start(port));
	expect(await site.begin({ ...newSecrets(), redirectUri })).toContain(emulator.issuers.google);
});

test('keys outlive a restart, so that tokens signed before it still verify', async () => {
	const publicKeys = async (): Promise<unknown> => (await fetch(`${emulator.issuers.google}/jwks`)).json();
	const before = await publicKeys();
	await emulator.close();
	Object.assign(emulator, await start());
	expect(await publicKeys()).toEqual(before);
});

async function begin(provider: ProviderName, redirect_uri = redirectUri) {
	const { id, secret } = clients[provider];
	const plainHttp = { execute: [oidc.allowInsecureRequests] };
	const issuer = new URL(emulator.issuers[provider]);
	const configuration = await oidc.discovery(issuer, id, {}, oidc.ClientSecretPost(secret), plainHttp);
	return oidc.buildAuthorizationUrl(configuration, {
		redirect_uri,
		scope: 'openid profile email',
		code_challenge: await oidc.calculatePKCECodeChallenge(oidc.randomPKCECodeVerifier()),
		code_challenge_method: 'S256',
		state: oidc.randomState(),
		nonce: oidc.randomNonce(),
	});
}
