/** Sign-ins and registrations that are refused, and those that are not. */
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { forgedReturns } from '#server/accounts/sign-on/sign-on.ts';
import { Problem } from '#server/kernel/problem.ts';
import { ProviderFailure } from '#server/accounts/sign-on/identity-provider.ts';
import { aBrowser, HOME, openSiteWithSignOn, pathOf, type SignInForm } from '../../fixtures/accounts/sign-in.ts';
import { visitSignIn } from '../../../testkit/visit-sign-in.ts';
import { beforeTests, openSite, type Person } from '../../fixtures/site/site.ts';

const site = beforeTests(openSiteWithSignOn);
afterEach(() => site.clock.run());

describe('a sign-on does not begin', () => {
	// server/accounts/rules.test.ts has all addresses that are refused.
	test('with a return to another site', async () => {
		const answer = await aBrowser(site).begin('google', 'https://evil.example/login-callback');
		const message = 'This address is not allowed as a place to return to';
		expect(answer.body).toEqual({ code: 400, message, data: null, error: 'callback_refused' });
		expect(answer.headers['set-cookie']).toBeUndefined();
	});

	test.each(['sso_type=google', `callback_url=${HOME}/login-callback`, `sso_type=other&callback_url=${HOME}`])(
		'with the query %s',
		async (query) => {
			const { body } = await site.ask({ path: `/login/sso?${query}` });
			expect(body).toMatchObject({ code: 400, error: 'invalid_request', data: null });
		},
	);

	test('at a provider that cannot be reached', async () => {
		const env = { GOOGLE_ISSUER: 'http://127.0.0.1:9/google', GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' };
		const lone = await openSite({ env });
		const answers = [await aBrowser(lone).begin('google'), await aBrowser(lone).begin('line')];
		await lone.close();
		const message = 'This way to log in is not available at the moment';
		for (const { body } of answers) {
			expect(body).toEqual({ code: 503, message, data: null, error: 'sign_in_unavailable' });
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
		const own = await openSiteWithSignOn({ constants: { limits: { forgedSignInsPerMinute: 1 } } });
		const comesBack = async (code: string | null) => {
			const browser = aBrowser(own);
			const callback = await browser.visitProvider('google', { person: 'new-fan' });
			if (code !== null) callback.searchParams.set('code', code);
			return { browser, callback };
		};
		const errorOf = async ({ browser, callback }: Awaited<ReturnType<typeof comesBack>>) =>
			(await browser.comeBack(callback)).searchParams.get('error');
		for (let forged = 0; forged < 3; forged += 1) {
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
		const inTurn = forgedReturns(1);
		const cause = new ProviderFailure('no such code', { isForged: true });
		const forged = Object.assign(new Problem('sign_in_failed'), { cause });
		for (let sent = 0; sent < 2; sent += 1)
			await expect(inTurn('203.0.113.7', () => Promise.reject(forged))).rejects.toBe(forged);
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
	test.each<SignInForm>([{ person: 'refuses-consent' }, { cancel: 'yes' }])(
		'when the person refused: the page says so and knows the way back: %j',
		async (form) => {
			const browser = aBrowser(site);
			const page = await browser.comeBack(await browser.visitProvider('google', form));
			expect(Object.fromEntries(page.searchParams)).toEqual({ from: '/', sso_type: 'google', error: 'sign_in_failed' });
		},
	);

	test('when the state is nobody’s, or belongs to the other provider', async () => {
		await expectExpired(`/login/callback/google?code=x&state=${'s'.repeat(43)}`);
		const browser = aBrowser(site);
		const { pathname, search } = await browser.visitProvider('google', { person: 'new-fan' });
		const page = await browser.comeBack(new URL(pathname.replace('google', 'line') + search, HOME));
		expect(page.searchParams.get('error')).toBe('sign_in_expired');
	});

	test('when it is late: the right browser can finish within ten minutes', async () => {
		const browser = aBrowser(site);
		const late = await browser.visitProvider('google', { person: 'new-fan' });
		await site.clock.set(new Date(Date.now() + 10 * 60_000 + 1_000));
		expect((await browser.comeBack(late)).searchParams.get('error')).toBe('sign_in_expired');
	});

	test.each(['google', 'line'] as const)(
		'of %s in another browser: the way back is known for an hour, and the right one can still finish',
		async (provider) => {
			const from = '/leader-board?main_tab=solo&vote=3&votes=37';
			const query = new URLSearchParams({ from, sso_type: provider });
			const browser = aBrowser(site);
			const { body } = await browser.begin(provider, `${HOME}/login-callback?${query}`);
			const person = provider === 'line' ? 'new-fan-line' : 'new-fan';
			const callback = await visitSignIn((body.data as { login_url: string }).login_url, { person });
			query.set('error', 'sign_in_expired');
			await expectExpired(pathOf(callback), `${HOME}/login-callback?${query}`);
			expect((await browser.comeBack(callback)).searchParams.has('token')).toBe(true);
			const { body: begun } = await browser.begin(provider, `${HOME}/login-callback?${query}`);
			const state = new URL((begun.data as { login_url: string }).login_url).searchParams.get('state');
			const lost = new URL(`/api/v1/login/callback/${provider}?code=x&state=${state}`, HOME);
			for (const minutes of [30, 61]) {
				await site.later({ minutes });
				// Others begin meanwhile, which removes what is too old.
				await aBrowser(site).begin('google');
				const page = await aBrowser(site).comeBack(lost);
				expect([page.searchParams.get('from'), page.searchParams.get('error')]).toEqual([
					minutes < 60 ? from : null,
					'sign_in_expired',
				]);
			}
		},
	);

	test.each([
		['line', '1', 'true'],
		['line', undefined, null],
		['google', '1', null],
	])('and %s is asked again (%s) with disable_auto_login %s', async (provider, again, expected) => {
		const usual = { sso_type: provider, callback_url: `${HOME}/login-callback` };
		const query = new URLSearchParams({ ...usual, ...(again ? { again } : {}) });
		const { body } = await site.ask({ path: `/login/sso?${query}` });
		const address = new URL((body.data as { login_url: string }).login_url);
		expect(address.searchParams.get('disable_auto_login')).toBe(expected);
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
	const message = 'This sign-in has expired. Please try again';
	expect(asProgram.body).toEqual({ code: 400, message, data: null, error: 'sign_in_expired' });
	const asBrowser = await site.ask({ path, headers: { accept: 'text/html' } });
	expect([asBrowser.status, asBrowser.headers['location']]).toEqual([303, page]);
}

const registration = { email: 'dana@mail.example', name: 'Dana', country: 'KR' };
const path = '/user/complete-registration';

test('a new fan may send the same registration again, but not another one', async () => {
	const { token } = await newFan();
	const first = await site.ask({ path, token, body: registration });
	const again = await site.ask({ path, token, body: { ...registration, name: ' Dana ' } });
	expect(again.body).toEqual(first.body);
	for (const other of [{ name: 'Dan' }, { email: 'dan@mail.example' }, { country: 'JP' }]) {
		const { body } = await site.ask({ path, token, body: { ...registration, ...other } });
		const message = 'Your registration is already complete';
		expect(body).toEqual({ code: 409, message, data: null, error: 'already_registered' });
	}
});

test('a new fan registers once, however many times at once', async () => {
	const { token } = await newFan();
	const registering = ['One', 'Two', 'Three'].map((name) => site.ask({ path, token, body: { ...registration, name } }));
	expect((await Promise.all(registering)).map(({ status }) => `${status}`).toSorted()).toEqual(['200', '409', '409']);
});

describe('a registration is refused', () => {
	const unseen = 'Please use visible characters only';
	const badEmail = 'Please enter a valid email address';
	const noName = 'Please enter your nickname';
	const noCountry = 'Please select your country';
	test.each<[object, string, string]>([
		[{ email: '   ' }, 'invalid_email', 'Please enter your email'],
		// contract/values/profile-fields.test.ts has all addresses that are refused.
		[{ email: 'dana@mail' }, 'invalid_email', badEmail],
		[{ email: 7 }, 'invalid_email', badEmail],
		[{ name: ' \t ' }, 'invalid_name', noName],
		[{ name: null }, 'invalid_name', noName],
		[{ name: 'n'.repeat(31) }, 'invalid_name', 'Please use at most 30 characters'],
		[{ name: 'Da\u0000na' }, 'invalid_name', unseen],
		[{ name: 'Da\u202ena' }, 'invalid_name', unseen],
		[{ country: '' }, 'invalid_country', noCountry],
		[{ country: undefined }, 'invalid_country', noCountry],
		[{ country: 'XX' }, 'invalid_country', noCountry],
		[{ country: 'kr' }, 'invalid_country', noCountry],
	])('with %j', async (fault, error, message) => {
		const { token } = await newFan();
		const { body } = await site.ask({ path, token, body: { ...registration, ...fault } });
		expect(body).toEqual({ code: 400, message, data: null, error });
		expect((await site.ask({ path: '/user/me', token })).body.data).toMatchObject({ is_new_user: true });
	});

	test('without a body, without JSON', async () => {
		const { token } = await newFan();
		expect((await site.ask({ path, method: 'POST', token })).body).toMatchObject({ code: 400 });
		const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
		const url = `/api/v1${path}`;
		const broken = await site.app.inject({ method: 'POST', url, headers, payload: '{"email":' });
		expect(broken.json()).toMatchObject({ code: 400, error: 'invalid_json' });
	});
});

test('a fan who types somebody else’s address is taken, gets nothing by it, and is no hindrance to its owner', async () => {
	const typer = aBrowser(site);
	const typed = await typer.signIn('google', { person: 'somebody-else' });
	const owners = { email: 'owner@lightstick.example', name: 'Not The Owner', country: 'KR' };
	expect((await site.ask({ path, token: typed, body: owners })).status).toBe(200);

	const owner = aBrowser(site);
	const token = await owner.signIn('google', { person: 'owner' });
	const { body } = await site.ask({ path: '/user/me', token });
	expect(body.data).toMatchObject({ name: 'Hall Keeper', is_new_user: true });
	const answer = await site.ask({ path, token, body: { ...owners, name: 'Hall Keeper' } });
	expect(answer.body.data).toMatchObject({ email: owners.email, is_new_user: false });
});

describe('a registered fan', () => {
	test.each([
		[{ email: 'x', name: 'A' }, 'invalid_email'],
		[{ email: 'x@y.z', name: '' }, 'invalid_name'],
	])('is told what is wrong with the change to %j', async (body, error) => {
		const { token } = await site.fan('erring');
		expect((await site.ask({ path: '/user/me/update', token, body })).body).toMatchObject({ code: 400, error });
	});

	test('has the language of their last visit kept, for notices', async () => {
		const { token } = await site.fan('polyglot');
		const keep = (language: unknown) =>
			site.ask({ path: '/user/me/language', method: 'PUT', token, body: { language } });
		expect((await keep('th')).body.data).toMatchObject({ language: 'th' });
		expect((await keep('tlh')).status).toBe(400);
		expect((await site.ask({ path: '/user/me', token })).body.data).toMatchObject({ language: 'th' });
	});

	test('who is suspended is told so and can still log out', async () => {
		const { token } = await site.fan('suspended', { suspended: true });
		expect((await site.ask({ path: '/user/me', token })).body.data).toMatchObject({ suspended: true });
		expect((await site.ask({ path: '/user/logout', method: 'POST', token })).status).toBe(200);
	});
});

let newcomers = 0;

function newFan(): Promise<Person> {
	return site.fan(`newcomer-${(newcomers += 1)}`, { registered: false });
}
