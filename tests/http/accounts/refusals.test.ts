import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { forgedReturns } from '#server/accounts/sign-on/sign-on.ts';
import { ProviderFailure } from '#server/accounts/sign-on/identity-provider.ts';
import { aBrowser, HOME, openSiteWithSignOn, pathOf, type SignInForm } from '../../fixtures/accounts/sign-in.ts';
import { beforeTests } from '../../fixtures/before-tests.ts';
import { openSite } from '../../fixtures/site/site.ts';

const site = beforeTests(openSiteWithSignOn);
afterEach(() => site.clock.run());

const callbackRefused = {
	code: 400,
	message: 'This address is not allowed as a place to return to',
	data: null,
	error: 'callback_refused',
};

describe('a sign-on does not begin', () => {
	// server/accounts/rules.test.ts has all addresses that are refused.
	test('with a return to another site', async () => {
		const answer = await aBrowser(site).begin('google', 'https://evil.example/login-callback');
		expect(answer.status).toBe(400);
		expect(answer.body).toEqual(callbackRefused);
		expect(answer.headers['set-cookie']).toBeUndefined();
	});

	test.each(['?sso_type=google', `?callback_url=${HOME}/login-callback`, `?sso_type=other&callback_url=${HOME}`])(
		'with the query %s',
		async (query) => {
			const { body } = await site.ask({ path: `/login/sso${query}` });
			expect(body).toMatchObject({ code: 400, error: 'invalid_request', data: null });
		},
	);

	test('at a provider that cannot be reached, and works again when it can', async () => {
		const lone = await openSite({
			env: { GOOGLE_ISSUER: 'http://127.0.0.1:9/google', GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' },
		});
		const answers = [await aBrowser(lone).begin('google'), await aBrowser(lone).begin('line')];
		await lone.close();
		for (const { body } of answers) {
			expect(body).toEqual({
				code: 503,
				message: 'This way to log in is not available at the moment',
				data: null,
				error: 'sign_in_unavailable',
			});
		}
	});
});

describe('sign-ins of one address, on the settings of a new site', () => {
	const CROWD = 200;

	test('begin as often as a crowd presses, whatever fails that costs nothing', async () => {
		const crowd = Array.from({ length: CROWD }, () => aBrowser(site).begin('google'));
		expect(new Set((await Promise.all(crowd)).map(({ status }) => status))).toEqual(new Set([200]));
		for (let lost = 0; lost < 50; lost += 1) {
			await site.ask({ path: `/login/callback/google?code=x&state=${lost}`, headers: { cookie: 'sign_in_x=1' } });
			await aBrowser(site).comeBack(await aBrowser(site).visitProvider('google', { cancel: 'yes' }));
		}
		expect(await aBrowser(site).signOn('google', { person: 'new-fan' })).toHaveLength(43);
	});

	test('go on while somebody there sends forged codes: the provider is then asked one after the other', async () => {
		const own = await openSiteWithSignOn({ constants: { limits: { forgedSignInsPerMinute: 10 } } });
		const comesBack = async (code: string | null) => {
			const browser = aBrowser(own);
			const callback = await browser.visitProvider('google', { person: 'new-fan' });
			if (code !== null) callback.searchParams.set('code', code);
			return { browser, callback };
		};
		const errorOf = async ({ browser, callback }: Awaited<ReturnType<typeof comesBack>>) =>
			(await browser.comeBack(callback)).searchParams.get('error');
		for (let forged = 0; forged < 12; forged += 1) {
			expect(await errorOf(await comesBack(`forged-${forged}`))).toBe('sign_in_failed');
		}
		const crowd = await Promise.all(
			Array.from({ length: 40 }, (_, person) => comesBack(person % 2 === 0 ? `forged-too-${person}` : null)),
		);
		let [asked, mostAsked] = [0, 0];
		const { fetch } = globalThis;
		vi.stubGlobal('fetch', async (...request: Parameters<typeof fetch>) => {
			mostAsked = Math.max(mostAsked, (asked += 1));
			return fetch(...request).finally(() => void (asked -= 1));
		});
		onTestFinished(() => void vi.unstubAllGlobals());
		const errors = await Promise.all(crowd.map(errorOf));
		expect(errors.filter((error) => error === null)).toHaveLength(20);
		expect(errors.filter((error) => error === 'sign_in_failed')).toHaveLength(20);
		expect(mostAsked).toBe(1);
		await own.close();
	});

	test('are refused, and told when again, only where a hundred returns of a forger wait', async () => {
		const { inTurn, note } = forgedReturns(1);
		const forged = new ProviderFailure('no such code', { isForged: true });
		for (let sent = 0; sent < 2; sent += 1) note('203.0.113.7', forged);
		const held = Promise.withResolvers<void>();
		const waiting = Array.from({ length: 100 }, () => inTurn('203.0.113.7', () => held.promise));
		const refused = inTurn('203.0.113.7', () => held.promise);
		await expect(refused).rejects.toMatchObject({ slug: 'too_many_requests', retryAfter: 5 });
		expect(await inTurn('203.0.113.8', async () => 'in')).toBe('in');
		held.resolve();
		await Promise.all(waiting);
		expect(await inTurn('203.0.113.7', async () => 'in')).toBe('in');
	});
});

describe('a return gives no token', () => {
	test('when the person refused: the page says so and knows the way back', async () => {
		const forms: SignInForm[] = [{ person: 'refuses-consent' }, { cancel: 'yes' }];
		for (const form of forms) {
			const browser = aBrowser(site);
			const page = await browser.comeBack(await browser.visitProvider('google', form));
			expect(Object.fromEntries(page.searchParams)).toEqual({
				from: '/',
				sso_type: 'google',
				error: 'sign_in_failed',
			});
		}
	});

	test('when the state is nobody’s', async () => {
		await expectExpired(`/login/callback/google?code=x&state=${'s'.repeat(43)}`);
	});

	test('when the return is of another browser, and the right one can still finish', async () => {
		const browser = aBrowser(site);
		const callback = await browser.visitProvider('google', { person: 'new-fan' });
		await expectExpired(pathOf(callback), `${HOME}/login-callback?from=%2F&sso_type=google&error=sign_in_expired`);
		expect((await browser.comeBack(callback)).searchParams.has('token')).toBe(true);
	});

	test('when the state belongs to the other provider', async () => {
		const browser = aBrowser(site);
		const { pathname, search } = await browser.visitProvider('google', { person: 'new-fan' });
		const page = await browser.comeBack(new URL(pathname.replace('google', 'line') + search, HOME));
		expect(page.searchParams.get('error')).toBe('sign_in_expired');
	});

	test('when it comes after ten minutes', async () => {
		const browser = aBrowser(site);
		const callback = await browser.visitProvider('google', { person: 'new-fan' });
		await site.clock.set(new Date(Date.now() + 10 * 60_000 + 1_000));
		expect((await browser.comeBack(callback)).searchParams.get('error')).toBe('sign_in_expired');
	});

	test.each(['google', 'line'] as const)(
		'of %s in another browser or too late, and the way back is still known',
		async (provider) => {
			const from = '/leader-board?main_tab=solo&vote=3&votes=37';
			const query = new URLSearchParams({ from, sso_type: provider });
			const { body } = await aBrowser(site).begin(provider, `${HOME}/login-callback?${query}`);
			const state = new URL((body.data as { login_url: string }).login_url).searchParams.get('state');
			const callback = new URL(`/api/v1/login/callback/${provider}?code=x&state=${state}`, HOME);
			for (const minutes of [0, 30]) {
				await site.clock.set(new Date(Date.now() + minutes * 60_000));
				// Others begin meanwhile, which removes what is too old.
				await aBrowser(site).begin('google');
				const page = await aBrowser(site).comeBack(callback);
				expect(Object.fromEntries(page.searchParams)).toEqual({ from, sso_type: provider, error: 'sign_in_expired' });
			}
			await site.clock.set(new Date(Date.now() + 61 * 60_000));
			await aBrowser(site).begin('google');
			expect((await aBrowser(site).comeBack(callback)).searchParams.get('from')).toBeNull();
		},
	);

	test.each([
		['line', '1', 'true'],
		['line', undefined, null],
		['google', '1', null],
	])('and %s is asked again (%s) with disable_auto_login %s', async (provider, again, expected) => {
		const query = new URLSearchParams({
			sso_type: provider,
			callback_url: `${HOME}/login-callback`,
			...(again ? { again } : {}),
		});
		const { body } = await site.ask({ path: `/login/sso?${query}` });
		const address = new URL((body.data as { login_url: string }).login_url);
		expect(address.searchParams.get('disable_auto_login')).toBe(expected);
	});

	test('when the code is not the provider’s', async () => {
		const browser = aBrowser(site);
		const callback = await browser.visitProvider('google', { person: 'new-fan' });
		callback.searchParams.set('code', 'forged');
		expect((await browser.comeBack(callback)).searchParams.get('error')).toBe('sign_in_failed');
	});

	test('when our secret is wrong, and the log says so without telling it', async () => {
		const lines: string[] = [];
		const secret = 'a-wrong-secret-0123456789-abcdefghij';
		const env = { GOOGLE_CLIENT_SECRET: secret };
		const wrong = await openSiteWithSignOn({ env, onLog: (line) => void lines.push(line) });
		const browser = aBrowser(wrong);
		const callback = await browser.visitProvider('google', { person: 'new-fan' });
		expect((await browser.comeBack(callback)).searchParams.get('error')).toBe('sign_in_failed');
		await wrong.close();
		const log = lines.join('');
		expect(log).toContain('sign-in at the provider: the provider answered 401: invalid_client');
		for (const hidden of [secret, callback.searchParams.get('code'), callback.searchParams.get('state')]) {
			expect(log).not.toContain(hidden);
		}
	});

	test.each(['', '?state=', '?state=a&state=b', '?error=access_denied'])('when it says nothing: %j', async (query) => {
		const page = await aBrowser(site).comeBack(new URL(`/api/v1/login/callback/google${query}`, HOME));
		expect(page.pathname).toBe('/login-callback');
		expect(page.searchParams.get('error')).toMatch(/^sign_in_(failed|expired)$/);
	});

	test('in words for a program, which is not sent to a page', async () => {
		const browser = aBrowser(site);
		const callback = await browser.visitProvider('google', { cancel: 'yes' });
		const { body } = await browser.ask({ path: pathOf(callback), headers: { accept: 'application/json' } });
		expect(body).toEqual({ code: 400, message: 'Failed to authenticate', data: null, error: 'sign_in_failed' });
		const elsewhere = await browser.ask({ path: '/login/callback/other', headers: { accept: 'application/json' } });
		expect(elsewhere.body).toMatchObject({ code: 404, error: 'not_found' });
	});
});

async function expectExpired(path: string, page = '/login-callback?error=sign_in_expired'): Promise<void> {
	const asProgram = await site.ask({ path, headers: { accept: 'application/json' } });
	expect(asProgram.body).toEqual({
		code: 400,
		message: 'This sign-in has expired. Please try again',
		data: null,
		error: 'sign_in_expired',
	});
	const asBrowser = await site.ask({ path, headers: { accept: 'text/html' } });
	expect([asBrowser.status, asBrowser.headers['location']]).toEqual([303, page]);
}
