/** Signing in by a provider: who the fan is afterwards, the way back, what is kept, and the picture. */
import { describe, expect, test } from 'vitest';
import type { SsoType } from '#contract/values/shapes.ts';
import type { ProviderIdentity } from '#server/accounts/sign-on/identity-provider.ts';
import { fanOf } from '#server/accounts/sign-on/sign-on.ts';
import { copyAvatar } from '#server/accounts/avatars/avatars.ts';
import { openPictures } from '#server/storage.ts';
import { sql } from '#server/kernel/database.ts';
import { aBrowser, HOME, openSiteWithSignOn, pathOf } from '../../fixtures/accounts/sign-in.ts';
import { beforeTests, type Person } from '../../fixtures/site/site.ts';

const site = beforeTests(() => openSiteWithSignOn({ env: { COUNTRY_HEADER: 'X-Country', TRUST_PROXY: '127.0.0.1' } }));

describe('a new fan', () => {
	test('signs in by Google and is known by the name and email that Google told', async () => {
		const browser = aBrowser(site);
		const token = await browser.signIn('google', { person: 'new-fan' });
		const me = await browser.ask({ path: '/user/me', token });
		expect(me.body).toEqual({
			code: 200,
			message: 'ok',
			data: {
				name: 'Dana Brook',
				email: 'dana.brook@mail.example',
				fan: expect.stringMatching(/^[0-9a-f]{64}$/),
				avatar_url: null,
				register_platform: 'google',
				gem_balance: 0,
				gem_balance_earned: 0,
				gem_balance_purchased: 0,
				is_new_user: true,
				suspended: false,
				country: null,
				language: null,
			},
		});
		expect(me.headers['cache-control']).toBe('no-store');
	});

	test('signs in by LINE, and may have no email', async () => {
		const mika = { name: 'Mika Tanabe', email: 'mika.tanabe@mail.example', register_platform: 'line' };
		expect(await userAfter('line', 'new-fan-line')).toMatchObject({ ...mika, is_new_user: true });
		expect(await userAfter('line', 'no-email')).toMatchObject({ name: 'Quiet Moon', email: null });
	});

	test('is one fan, however often they sign in and even when at the same moment', async () => {
		const countFans = async () => (await sql`select from fan`.all(site.owner)).length;
		const before = await countFans();
		const browsers = Array.from({ length: 6 }, () => aBrowser(site));
		const callbacks = await Promise.all(browsers.map((each) => each.visitProvider('google', { person: 'long-name' })));
		await Promise.all(browsers.map((each, index) => each.comeBack(callbacks[index] as URL)));
		await aBrowser(site).signIn('google', { person: 'long-name' });
		expect(await countFans()).toBe(before + 1);
	});
});

describe('the way back', () => {
	test('leads to where the fan came from, with a token that no cache and no other site sees', async () => {
		const browser = aBrowser(site);
		const callback = await browser.visitProvider('google', { person: 'new-fan' });
		const answer = await browser.ask({ path: pathOf(callback) });
		expect(answer.status).toBe(303);
		expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
		const page = new URL(String(answer.headers['location']));
		expect(page.origin + page.pathname).toBe(`${HOME}/login-callback`);
		expect(Object.fromEntries(page.searchParams)).toEqual({
			from: '/',
			sso_type: 'google',
			token: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
		});
	});

	test('stays on the name of this machine that the fan came by', async () => {
		const browser = aBrowser(site);
		const { body } = await browser.begin('google', 'http://127.0.0.1:3000/login-callback?from=%2Fstore');
		const address = new URL((body.data as { login_url: string }).login_url);
		expect(address.searchParams.get('redirect_uri')).toBe('http://127.0.0.1:3000/api/v1/login/callback/google');
	});

	test('is bound to the browser by a cookie that scripts cannot read', async () => {
		const { headers } = await aBrowser(site).begin('google');
		expect(String(headers['set-cookie'])).toMatch(
			/^sign_in_[\w-]{12}=[\w-]{43}; Max-Age=660; Path=\/; HttpOnly; SameSite=Lax$/,
		);
		expect(headers['cache-control']).toBe('no-store');
	});

	test('is bound by a cookie of this host alone where the site is served by https', async () => {
		const secureSite = await openSiteWithSignOn({
			configure: (config) => ({ ...config, publicUrl: 'https://vote.example', consoleUrl: 'https://vote.example' }),
		});
		const callbackUrl = 'https://vote.example/login-callback';
		const { headers, body } = await aBrowser(secureSite).begin('google', callbackUrl);
		const state = new URL((body.data as { login_url: string }).login_url).searchParams.get('state');
		expect(String(headers['set-cookie'])).toMatch(
			/^__Host-sign_in_[\w-]{12}=[\w-]{43}; Max-Age=660; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
		);
		const [, name = '', value = ''] = /^__Host-([^=]+)=([^;]+)/.exec(String(headers['set-cookie'])) ?? [];
		// Another host of the domain can set only names without the prefix.
		const tossed = await secureSite.ask({
			path: `/login/callback/google?state=${state}`,
			headers: { cookie: `${name}=${value}`, accept: 'application/json' },
		});
		expect(tossed.body.error).toBe('sign_in_expired');
		await secureSite.close();
	});
});

describe('what is kept of a sign-in', () => {
	test('is the country that the proxy tells, and a hash of the network that two neighbors share', async () => {
		const first = await sessionFrom({ ip: '203.0.113.7', country: 'KR' });
		const neighbor = await sessionFrom({ ip: '203.0.113.99', country: 'nowhere' });
		const stranger = await sessionFrom({ ip: '203.0.114.7' });
		expect([first.country, neighbor.country, stranger.country]).toEqual(['KR', null, null]);
		expect(neighbor.network).toBe(first.network);
		expect(stranger.network).not.toBe(first.network);
	});

	test('is no country that a visitor names without a trusted proxy', async () => {
		const distant = await openSiteWithSignOn({ env: { COUNTRY_HEADER: 'X-Country', TRUST_PROXY: '192.0.2.1' } });
		const session = await sessionFrom({ ip: '203.0.113.7', country: 'KR' }, distant);
		await distant.close();
		expect(session.country).toBeNull();
	});

	test('is no token and no secret, only their hashes', async () => {
		const token = await aBrowser(site).signOn('google', { person: 'new-fan' });
		const written = [token, Buffer.from(token).toString('hex')];
		const rows = sql`select from session, unnest(${written}::text[]) word where strpos(session::text, word) > 0`;
		expect(await rows.all(site.owner)).toEqual([]);
	});
});

describe('a fan of two providers', () => {
	test('is one fan when both vouch for the same address, however it is written', async () => {
		const google = await signsIn('google', 'twin', vouched('Twin@mail.example'));
		const line = await signsIn('line', 'twin-at-line', vouched('twin@MAIL.example'));
		expect(line).toEqual(google);
		expect(await signsIn('line', 'twin-at-line', { email: null })).toEqual(google);
	});

	test('is two fans when one of them does not vouch for it', async () => {
		const google = await signsIn('google', 'careful', vouched('careful@mail.example'));
		const line = await signsIn('line', 'careful-at-line', { email: 'careful@mail.example' });
		expect(line).not.toEqual(google);
		// LINE never does.
		await aBrowser(site).signIn('google', { person: 'both-providers' });
		const fan = await userAfter('line', 'both-providers-line');
		expect(fan).toMatchObject({ register_platform: 'line', is_new_user: true });
	});

	test('is one fan also when both sign-ins happen at the same moment', async () => {
		const google = signsIn('google', 'rushed', vouched('rushed@mail.example'));
		expect(await signsIn('line', 'rushed-at-line', vouched('rushed@mail.example'))).toEqual(await google);
	});
});

describe('nobody becomes somebody else', () => {
	test('by an address that the same provider has given to a new account', async () => {
		const before = await signsIn('google', 'left', vouched('desk@company.example'));
		const after = await signsIn('google', 'came', vouched('desk@company.example'));
		expect(after).not.toEqual(before);
		// Two fans have had it now, so it says nothing about a third.
		const third = await signsIn('line', 'third', vouched('desk@company.example'));
		expect([before, after]).not.toContainEqual(third);
	});

	test('by an address that its fan has left behind', async () => {
		const fan = await signsIn('google', 'moved', vouched('old@mail.example'));
		await signsIn('google', 'moved', vouched('new@mail.example'));
		expect(await signsIn('line', 'finder', vouched('old@mail.example'))).not.toEqual(fan);
	});

	test('by the same subject at another provider', async () => {
		const google = await signsIn('google', '12345', {});
		expect(await signsIn('line', '12345', {})).not.toEqual(google);
	});
});

async function userAfter(provider: 'google' | 'line', person: string): Promise<unknown> {
	const browser = aBrowser(site);
	const token = await browser.signIn(provider, { person });
	return (await browser.ask({ path: '/user/me', token })).body.data;
}

async function sessionFrom(from: { ip: string; country?: string }, at = site) {
	const browser = aBrowser(at);
	const callback = await browser.visitProvider('google', { person: 'new-fan' });
	await browser.comeBack(callback, {
		'x-forwarded-for': from.ip,
		...(from.country ? { 'x-country': from.country } : {}),
	});
	return sql`select country, encode(network_hash, 'hex') as network from session
		order by created_at desc limit 1`.one<{ country: string | null; network: string }>(at.owner);
}

const vouched = (email: string) => ({ email, emailVerified: true });

function signsIn(provider: SsoType, subject: string, told: Partial<ProviderIdentity>) {
	const identity = { subject, name: 'Twin', email: null, emailVerified: false, pictureUrl: null, ...told };
	return site.db.transaction((tx) => fanOf(tx, provider, identity));
}

describe('the avatar of a fan', () => {
	let told = '';
	const pictures = () => `${new URL(site.emulator.issuers.google).origin}/pictures`;

	const copy = ({ fanId }: Person, pictureUrl: string) => {
		const log = { info: (message: unknown) => void (told = String(message)) };
		const { db, config } = site;
		return copyAvatar({ db, config, media: openPictures(config), log })({ fanId, provider: 'google', pictureUrl });
	};
	const avatarOf = async ({ token }: Person) =>
		(await site.ask({ path: '/user/me', token })).body.data['avatar_url'] as unknown;

	test('is asked for by a sign-in, and copied with its fan’s key', async () => {
		await aBrowser(site).signIn('google', { person: 'new-fan' });
		const jobs = await sql`select payload from graphile_worker._private_jobs
			where payload ->> 'pictureUrl' = ${`${pictures()}/new-fan.png`}`.column(site.owner);
		expect(jobs).toMatchObject([{ fanId: expect.any(Number), provider: 'google' }]);
	});

	test('is served by the site, never by the provider', async () => {
		const fan = await site.fan('pictured');
		await copy(fan, `${pictures()}/pictured.png`);
		const address = await avatarOf(fan);
		expect(address).toMatch(/^\/media\/[0-9a-f]{32}\/320\.webp$/);
		const picture = await site.app.inject(String(address));
		expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/webp']);
	});

	test('stays as it was for an address of a host that is not the provider’s, or that is no picture', async () => {
		const fan = await site.fan('unpictured');
		const noPicture = `${site.emulator.issuers.google}/.well-known/openid-configuration`;
		for (const address of ['https://pictures.example/a.png', noPicture]) {
			told = '';
			await copy(fan, address);
			expect(told).toContain(`avatar of fan ${fan.fanId} not copied`);
		}
		expect(await avatarOf(fan)).toBeNull();
	});
});
