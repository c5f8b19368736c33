/** The site's own sign-in provider: absent unless configured, otherwise like the other providers. */
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { getSignOnNetwork } from '#contract/accounts.ts';
import { line } from '#contract/values/shapes.ts';
import { sql } from '#server/kernel/database.ts';
import { startOddProvider } from '../../fixtures/accounts/odd-provider.ts';
import { aBrowser, HOME, openSiteWithSignOn, type Browser } from '../../fixtures/accounts/sign-in.ts';
import { beforeTests, dataOf, openSite } from '../../fixtures/site/site.ts';

const client = { clientId: 'site-at-example', clientSecret: 'example-secret-0123456789-abcdefgh' };
const settings = { OIDC_CLIENT_ID: client.clientId, OIDC_CLIENT_SECRET: client.clientSecret };

test('a site without a network of its own names none, and begins no sign-in there', async () => {
	const site = await openSite();
	expect(site.config.providers.oidc).toBeNull();
	expect(dataOf(getSignOnNetwork, await site.ask({ path: '/login/network' }))).toEqual({ network: null });
	expect((await aBrowser(site).begin('oidc')).body).toMatchObject({ code: 503, error: 'sign_in_unavailable' });
	const back = await site.ask({ path: '/login/callback/oidc?code=x&state=y', headers: { accept: 'text/html' } });
	expect(back.headers['location']).toBe('/login-callback?error=sign_in_expired');
	expect((await site.ask({ path: '/login/network/logo' })).status).toBe(404);
	await site.close();
});

describe('a site with one', () => {
	const network = beforeTests(async () => {
		const odd = await startOddProvider({ algorithm: 'ES256', ...client });
		return { odd, close: odd.close };
	});
	const site = beforeTests(async () => {
		await using folder = await mkdtempDisposable(join(tmpdir(), 'own-network-'));
		const background = { r: 200, g: 40, b: 90 };
		const logo = join(folder.path, 'logo.png');
		await sharp({ create: { width: 300, height: 200, channels: 3, background } }).toFile(logo);
		const names = { OIDC_NAME: 'Example ID', OIDC_LOGO: logo };
		// The token names it without the slash that people copy.
		const env = { ...settings, OIDC_ISSUER: `${network.odd.issuer}/`, ...names };
		return await openSiteWithSignOn({ env });
	});

	async function signIn(browser: Browser, told: Record<string, unknown>): Promise<string> {
		const begun = await browser.begin('oidc');
		const address = new URL((begun.body.data as { login_url: string }).login_url);
		expect(address.origin).toBe(network.odd.issuer);
		network.odd.claims = { ...told, nonce: address.searchParams.get('nonce') };
		const state = address.searchParams.get('state');
		const page = await browser.comeBack(new URL(`${HOME}/api/v1/login/callback/oidc?code=x&state=${state}`));
		const token = page.searchParams.get('token') ?? `no token: ${page.href}`;
		await browser.ask({ path: '/user/me', token });
		return token;
	}
	const me = async (token: string) => (await site.ask({ path: '/user/me', token })).body.data as object;

	test('names it, with its logo as a small picture of our own', async () => {
		const { network: named } = dataOf(getSignOnNetwork, await site.ask({ path: '/login/network' }));
		const logo_url: unknown = expect.stringMatching(/^\/api\/v1\/login\/network\/logo\?v=/);
		expect(named).toEqual({ name: 'Example ID', logo_url });
		const logo = await site.app.inject(String(named?.logo_url));
		expect([logo.statusCode, logo.headers['content-type']]).toEqual([200, 'image/webp']);
		expect(await sharp(logo.rawPayload).metadata()).toMatchObject({ width: 72, height: 72 });
	});

	test('welcomes its people', async () => {
		const token = await signIn(aBrowser(site), { sub: 'one', name: 'Rosa Lind', email: 'rosa@mail.example' });
		expect(await me(token)).toMatchObject({ name: 'Rosa Lind', register_platform: 'oidc', is_new_user: true });
	});

	test('links by an address that it vouches for, and by no other', async () => {
		const atGoogle = await aBrowser(site).signIn('google', { person: 'midnight-seat' });
		const email = 'seat.b12@mail.example';
		await signIn(aBrowser(site), { sub: 'stranger', email });
		await signIn(aBrowser(site), { sub: 'stranger-too', email, email_verified: 'false' });
		expect(await networksOf(atGoogle)).toEqual(['google']);
		await signIn(aBrowser(site), { sub: 'the-same', email, email_verified: true });
		expect(await networksOf(atGoogle)).toEqual(['google', 'oidc']);
	});

	async function networksOf(token: string): Promise<string[]> {
		const { body } = await site.ask({ path: '/user/me/data', token });
		return (body.data as { sign_ins: { provider: string }[] }).sign_ins.map(({ provider }) => provider);
	}

	test('takes a person of another network with the same subject for somebody else', async () => {
		const atGoogle = await aBrowser(site).signIn('google', { person: 'new-fan' });
		const here = await signIn(aBrowser(site), { sub: 'new-fan' });
		expect(await me(here)).not.toEqual(await me(atGoogle));
		const kept = await site.db.query({ text: `select subject from fan_identity where provider = 'oidc'` });
		expect(kept).toContainEqual({ subject: `${network.odd.issuer}#new-fan` });
	});

	test('keeps no claim that cannot be stored or seen, and lets in whom it can', async () => {
		const unseen = ['a\0b', 'a\u0007b', '\u202e', '\u3164', 'a\ud800b', '\ufffd\ue000', 'a\nb'];
		const claims = [...unseen, 'x'.repeat(10_000), '💜'.repeat(2_000)];
		for (const [index, text] of claims.entries()) {
			const told = { name: text, email: `${text}@mail.example`, email_verified: true };
			const token = await signIn(aBrowser(site), { sub: `odd-${index}`, ...told });
			const kept = (await me(token)) as { name: string | null; email: string | null };
			expect([text, kept.email]).toEqual([text, null]);
			expect(kept.name === null || z.safeParse(line(100), kept.name).data === kept.name).toBe(true);
			const refused = await signIn(aBrowser(site), { sub: text, name: 'Rosa' });
			expect([text, refused]).toEqual([text, expect.stringContaining('error=')]);
			expect(refused).not.toContain('error=internal');
		}
		const stored = await sql`select from fan_identity where subject like '%#odd-%'
			and login_email is not null`.all(site.db);
		expect(stored).toEqual([]);
		const token = await signIn(aBrowser(site), { sub: 'whole', name: ' Dana  👩‍🎤🏴󠁧󠁢󠁥󠁮󠁧󠁿\u0007 ' });
		expect(await me(token)).toMatchObject({ name: 'Dana 👩‍🎤🏴󠁧󠁢󠁥󠁮󠁧󠁿' });
	});

	test('lets nobody into the console by it', async () => {
		const { login_url: url } = (await site.ask({ path: '/console/login' })).body.data as { login_url: string };
		expect(new URL(url).origin).not.toBe(network.odd.issuer);
	});
});

test('its settings are refused with a logo that is no picture', async () => {
	const env = { ...settings, OIDC_ISSUER: 'https://login.example', OIDC_LOGO: import.meta.filename };
	await expect(openSite({ env })).rejects.toThrow('OIDC_LOGO must be a picture file');
});
