/** Signed-in fans: the guard, the account, the profile, the records, signing in and out. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowserSite, type BrowserSite } from '../../fixtures/browser/browser.ts';
import { callsOf, failing } from '../../../testkit/network.ts';
import { aPerson, type Person } from '../../fixtures/accounts/people.ts';
import { aWholeSite, type WholeSite } from '../../fixtures/site/whole-site.ts';

let site: BrowserSite;
let content: WholeSite;
let fan: Person;

beforeAll(async () => {
	site = await openBrowserSite();
	content = await aWholeSite(site);
	fan = await aPerson(site.owner, 'mina', { earned: 900, purchased: 100 });
});
afterAll(() => site.close());

const newUser = {
	name: 'Passer By',
	email: 'passer.by@fans.example',
	avatar_url: null,
	country: null,
	language: null,
	register_platform: 'google',
	gem_balance: 0,
	gem_balance_earned: 0,
	gem_balance_purchased: 0,
	suspended: false,
};

const GUARDED = ['/store', '/pay-success?trade_no=abcdefgh', '/my-account', '/edit-profile', '/gem-records'];

describe('a visitor who is not logged in', () => {
	it('[S2-01, S1-01, S1-02] may see every public page', async () => {
		const visitor = await site.visitor();
		const { page } = visitor;
		const open = ['/', '/leader-board', '/news', `/artist/${content.monthly.artistIds[0]}`, '/terms-of-service'];
		for (const path of [...open, '/privacy-policy', '/login', '/views/hall', '/rank_rewards']) {
			await visitor.open(path);
			await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' });
			expect(new URL(page.url()).pathname).toBe(path);
		}
		await visitor.leave();
	});

	it('[S2-02, S2-03] is sent from every guarded page to the login, with the way back', async () => {
		const visitor = await site.visitor();
		const { page } = visitor;
		for (const path of [...GUARDED, '/payment-method/abcdefgh']) {
			await visitor.open(path);
			await page.waitForURL('**/login');
			expect(JSON.stringify(await page.evaluate<unknown>(() => history.state))).toContain(path);
		}
		await visitor.leave();
	});
});

describe('the login', () => {
	it('[S1-03, S2-20, S2-23, S3-25] offers Google and Line, and links to terms and privacy', async () => {
		const visitor = await site.visitor();
		const { page } = visitor;
		await visitor.open('/login');
		for (const name of ['Google', 'Line']) await page.getByRole('button', { name: `Continue with ${name}` }).waitFor();
		const legal = page.getByRole('main');
		await expect
			.poll(() => legal.getByRole('link', { name: 'Terms of Service' }).getAttribute('href'))
			.toBe('/terms-of-service');
		await expect
			.poll(() => legal.getByRole('link', { name: 'Privacy Policy' }).getAttribute('href'))
			.toBe('/privacy-policy');
		await visitor.leave();
	});

	it('[S2-22] has a close button on mobile, which leads back', async () => {
		const visitor = await site.visitor({ width: 390 });
		const { page } = visitor;
		await visitor.open('/news?category=video');
		await page.getByRole('link', { name: 'Log in' }).click();
		await page.getByRole('link', { name: 'Close' }).click();
		await page.waitForURL('**/news?category=video');
		await page.setViewportSize({ width: 1440, height: 900 });
		await visitor.open('/login');
		await page.getByRole('button', { name: 'Continue with Google' }).waitFor();
		expect(await page.getByRole('link', { name: 'Close' }).isVisible()).toBe(false);
		await visitor.leave();
	});

	it('[S2-21, S2-24, S7-09] asks for the address with the way back in it, and goes there', async () => {
		const visitor = await site.visitor();
		const { page } = visitor;
		const calls = callsOf(page);
		await visitor.open('/my-account');
		await page.getByRole('button', { name: 'Continue with Line' }).click();
		await page.waitForURL(`${new URL(site.emulator.issuers.line).origin}/**`);
		const asked = new URLSearchParams(calls.find((call) => call.startsWith('GET /login/sso'))?.split('?')[1]);
		const callback = new URL(asked.get('callback_url') ?? '');
		expect(asked.get('sso_type')).toBe('line');
		expect(callback.origin + callback.pathname).toBe(`${site.url}/login-callback`);
		expect(Object.fromEntries(callback.searchParams)).toEqual({ from: '/my-account', sso_type: 'line' });
		await visitor.leave();
	});

	it("[S2-28] says 'Processing Login...' while the fan is looked up, then 'redirecting...'", async () => {
		const visitor = await site.visitor();
		const { page } = visitor;
		const [known, opened] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
		await page.route('**/api/v1/user/me', async (route) => {
			await known.promise;
			await route.fulfill({ json: { code: 200, message: 'ok', data: { ...newUser, is_new_user: true } } });
		});
		await page.route(/\/assets\/register-[^/]*\.js$/, async (route) => {
			await opened.promise;
			await route.continue();
		});
		await visitor.open('/login-callback?from=%2F&sso_type=google&token=a-token-from-google');
		await page.getByText('Processing Login...', { exact: true }).waitFor();
		known.resolve();
		await page.getByText('redirecting...', { exact: true }).waitFor();
		opened.resolve();
		await page.waitForURL('**/register?sso_type=google');
		await visitor.leave();
	});

	it('[S8-19] only logs that there is no address, and waits for another try', async () => {
		const visitor = await site.visitor();
		const { page } = visitor;
		await failing(page, '/login/sso');
		await visitor.open('/login');
		const logged = page.waitForEvent('console', (message) => message.text().startsWith('The login address'));
		await page.getByRole('button', { name: 'Continue with Google' }).click();
		await logged;
		await expect.poll(() => page.getByRole('button', { name: 'Continue with Google' }).isEnabled()).toBe(true);
		expect(await page.getByRole('alert').count()).toBe(0);
		await visitor.leave();
	});
});

describe('the session', () => {
	it('[S2-04, S4-01, S4-02] holds the page back until it is known who is there', async () => {
		const visitor = await site.visitor({ as: fan });
		const { page } = visitor;
		let answer = () => {};
		const held = new Promise<void>((resolve) => (answer = resolve));
		await page.route('**/api/v1/user/me', async (route) => {
			await held;
			await route.continue();
		});
		const asked = page.waitForRequest('**/api/v1/user/me');
		await page.goto('/my-account', { waitUntil: 'commit' });
		await asked;
		// Beneath it lies the first paint of the server, which has no words.
		await page.locator('.splash').waitFor({ state: 'attached' });
		expect(await page.getByRole('banner').count()).toBe(0);
		expect(await page.getByRole('heading').count()).toBe(0);
		answer();
		await page.getByRole('heading', { name: 'My Account' }).waitFor();
		await visitor.leave();
	});

	it('[S4-03, S8-16] that cannot be looked up is only logged: the page comes up, logged out', async () => {
		const visitor = await site.visitor({ as: fan });
		const { page } = visitor;
		await failing(page, '/user/me');
		const logged = page.waitForEvent('console', (message) => message.text().startsWith('A read failed'));
		await visitor.open('/news');
		await page.getByRole('link', { name: 'Log in' }).waitFor();
		await logged;
		expect(await page.evaluate(() => localStorage.getItem('authentication_token'))).toBe(fan.token);
		await visitor.leave();
	});

	it('that could not be looked up is looked up again, and the page goes on with the fan', async () => {
		const visitor = await site.visitor({ as: fan });
		const { page } = visitor;
		await page.clock.install();
		await failing(page, '/user/me');
		await visitor.open('/news');
		await page.getByRole('link', { name: 'Log in' }).waitFor();
		await page.unrouteAll();
		await page.clock.fastForward('00:15');
		await page.getByRole('link', { name: /gems, to the store/ }).waitFor();
		expect(await page.getByRole('link', { name: 'Log in' }).count()).toBe(0);
		await visitor.leave();
	});

	it('[S8-01] that a call finds dead is removed, and the login opens', async () => {
		const visitor = await site.visitor({ as: fan });
		const { page } = visitor;
		await visitor.open('/leader-board?main_tab=solo');
		await failing(page, '/rankings/vote/', 401);
		await page.getByRole('button', { name: 'Vote for Solo 05' }).click();
		const dialog = page.getByRole('dialog', { name: 'Solo 05' });
		await dialog.getByLabel('Votes').fill('1');
		await dialog.getByRole('button', { name: /^Vote/ }).click();
		await page.waitForURL('**/login');
		expect(await page.evaluate(() => localStorage.getItem('authentication_token'))).toBeNull();
		await visitor.leave();
	});

	it('[S8-02] is left alone by a 401 of a call about /me', async () => {
		const visitor = await site.visitor({ as: fan });
		const { page } = visitor;
		await failing(page, '/user/me/gem-logs', 401);
		await visitor.open('/gem-records');
		await page.getByText('No Data', { exact: true }).waitFor();
		expect(new URL(page.url()).pathname).toBe('/gem-records');
		expect(await page.evaluate(() => localStorage.getItem('authentication_token'))).toBe(fan.token);
		await visitor.leave();
	});

	it('[S8-02] that is over in the middle of a page leads to the login, asks once, and keeps the token', async () => {
		const leaver = await aPerson(site.owner, 'over');
		const visitor = await site.visitor({ as: leaver });
		const { page } = visitor;
		await visitor.open('/my-account');
		await page.getByRole('heading', { name: 'My Account' }).waitFor();
		await site.ask({ method: 'POST', path: '/user/logout-everywhere', token: leaver.token });
		const asked: string[] = [];
		page.on('request', (request) => void (request.url().includes('/user/me') && asked.push(request.url())));
		await page.getByRole('link', { name: 'Usage Records' }).click();
		await page.waitForURL('**/login');
		await page.getByRole('button', { name: 'Continue with Google' }).waitFor();
		expect(asked.map((url) => new URL(url).pathname)).toEqual(['/api/v1/user/me/gem-logs', '/api/v1/user/me']);
		expect(await page.evaluate(() => localStorage.getItem('authentication_token'))).toBe(leaver.token);
		await visitor.leave();
	});
});

describe('the account', () => {
	it('[S2-90] shows avatar, name, email, balance and a link to edit them', async () => {
		const visitor = await site.visitor({ as: fan });
		await visitor.open('/my-account');
		const main = visitor.page.getByRole('main');
		for (const text of ['mina', 'mina@fans.example', '1,000']) {
			await main.getByText(text, { exact: true }).first().waitFor();
		}
		await expect.poll(() => main.locator('.avatar').count()).toBe(1);
		await expect.poll(() => main.getByRole('link', { name: 'Edit' }).getAttribute('href')).toBe('/edit-profile');
		await visitor.leave();
	});

	it('[S3-23] is that of the token in local storage', async () => {
		const visitor = await site.visitor();
		const { page } = visitor;
		await visitor.open('/');
		await page.evaluate((token) => localStorage.setItem('authentication_token', token), fan.token);
		await visitor.open('/my-account');
		await page.getByRole('main').getByText('mina@fans.example', { exact: true }).waitFor();
		await visitor.leave();
	});

	it('[S2-92, S6-05] leads to the profile, the records and out', async () => {
		const visitor = await site.visitor({ as: fan });
		const { page } = visitor;
		await visitor.open('/my-account');
		const main = page.getByRole('main');
		await main.getByRole('button', { name: 'Log Out' }).waitFor();
		await main.getByRole('link', { name: 'Usage Records' }).click();
		await page.waitForURL('**/gem-records');
		await page.goBack();
		await main.getByRole('link', { name: 'Edit' }).click();
		await page.waitForURL('**/edit-profile');
		await visitor.leave();
	});

	it.each([
		['google', 'G'],
		['facebook', 'F'],
		['line', 'L'],
	])('[S2-91] of somebody from %s wears an %s', async (platform, letter) => {
		const visitor = await site.visitor({ as: fan });
		const { page } = visitor;
		await page.route('**/api/v1/user/me', async (route) => {
			const response = await route.fetch();
			const text = (await response.text()).replace('"google"', `"${platform}"`);
			await route.fulfill({ status: 200, contentType: 'application/json', body: text });
		});
		await visitor.open('/my-account');
		await page.locator('.profile-card-badge').getByText(letter, { exact: true }).waitFor();
		await visitor.leave();
	});

	it('[S2-95, S2-96, S9-04, S7-27] has records of seven days, with the times of the zone', async () => {
		const visitor = await site.visitor({ as: fan });
		const { page } = visitor;
		const calls = callsOf(page);
		await visitor.open('/gem-records');
		await page.getByRole('heading', { name: 'Gem Records' }).waitFor();
		await page.getByText(/Only the records of the last 7 days are provided/).waitFor();
		await page
			.getByText(/^\w{3} \d+, \d{4}, \d\d:\d\d KST$/)
			.first()
			.waitFor();
		expect(calls.some((call) => /gem-logs\?.*limit=9999/.test(call))).toBe(true);
		await visitor.leave();
	});

	it('[S2-93, S4-04] is left by Log Out: the token is gone, the login opens, and nobody is there any more', async () => {
		const person = await aPerson(site.owner, 'leaver');
		const visitor = await site.visitor();
		const { page } = visitor;
		await visitor.open('/');
		await page.evaluate((token) => localStorage.setItem('authentication_token', token), person.token);
		await visitor.open('/my-account');
		const sent = page.waitForResponse('**/user/logout');
		await page.getByRole('main').getByRole('button', { name: 'Log Out' }).click();
		await page.waitForURL('**/login');
		await sent;
		expect(await page.evaluate(() => localStorage.getItem('authentication_token'))).toBeNull();
		await visitor.open('/my-account');
		await page.waitForURL('**/login');
		expect((await site.ask({ path: '/user/me', token: person.token })).status).toBe(401);
		await visitor.leave();
	});
});

describe('a registration', () => {
	it('[S8-09, S8-08, S9-15] that fails says so, keeps the form, and succeeds the next time', async () => {
		const person = await aPerson(site.owner, 'newcomer', { registered: false });
		const visitor = await site.visitor({ as: person });
		const { page } = visitor;
		await visitor.open('/register?sso_type=google');
		await page.getByLabel('Country').selectOption({ label: 'Japan' });
		await page.getByLabel('You must be at least 14 years old').check();
		await page.getByLabel(/I accept the/).check();
		await failing(page, '/user/complete-registration');
		await page.getByRole('button', { name: 'Sign up' }).click();
		await page.getByText('Register failed', { exact: true }).waitFor();
		await page.unrouteAll();
		await page.getByRole('button', { name: 'Sign up' }).click();
		await page.getByText('Register Successfully', { exact: true }).waitFor();
		await page.waitForURL(`${site.url}/`);
		await visitor.leave();
	});

	it.each([390, 1440])('at %i pixels loses no press to a message that appears under it', async (width) => {
		const person = await aPerson(site.owner, `presser ${width}`, { registered: false });
		const visitor = await site.visitor({ as: person, width });
		const { page } = visitor;
		await visitor.open('/register?sso_type=google');
		await page.getByLabel('Email').fill('nobody');
		await page.getByLabel('Nickname').fill('');
		await page.getByRole('button', { name: 'Sign up' }).click();
		await page.getByText('Please agree to the terms of service', { exact: true }).waitFor();
		await page.getByText('Please enter your nickname', { exact: true }).waitFor();
		await visitor.leave();
	});
});
