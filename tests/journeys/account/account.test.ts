/** Signed-in fans: the guard, the session, the account and its records, registration, and leaving. */
import { beforeAll, describe, expect, it } from 'vitest';
import { hashSecret } from '#server/kernel/caller.ts';
import { sql } from '#server/kernel/database.ts';
import { ownBrowserSite } from '../../fixtures/browser/browser.ts';
import { aKnownFan, signInAtProvider } from '../../fixtures/browser/provider.ts';
import { callsOf, failing, holdBack } from '../../../testkit/network.ts';
import { beforeTests } from '../../fixtures/before-tests.ts';
import { step } from '../../fixtures/browser/step.ts';
import { aPerson } from '../../fixtures/accounts/people.ts';
import { aWholeSite } from '../../fixtures/site/whole-site.ts';

const site = ownBrowserSite();
beforeAll(async () => void (await aWholeSite(site)));
const mina = beforeTests(() => aPerson(site.owner, 'mina', { earned: 900, purchased: 100 }));

const ACCOUNT_PAGES = ['/my-account', '/edit-profile', '/gem-records', '/my-votes'];
const MONEY_PAGES = ['/store', '/pay-success?trade_no=abcdefgh', '/payment-method/abcdefgh'];

describe('a visitor who is not logged in', () => {
	it('[S2-02, S2-03] is sent from every guarded page to the login, with the way back', async () => {
		const { page, open, goTo } = await site.visitor();
		const place = () => page.evaluate(() => `${location.pathname} ${JSON.stringify(history.state)}`);
		for (const [index, path] of [...ACCOUNT_PAGES, ...MONEY_PAGES].entries()) {
			await (index === 0 ? open : goTo)(path);
			await expect.poll(place).toMatch(/^\/login /);
			expect(await place()).toContain(path);
		}
		expect((await site.ask({ path: '/user/me/votes' })).status).toBe(401);
	});

	it('with a dead token stays on a public page, logged out, and is sent from a guarded one to the login', async () => {
		const dead = { name: 'nobody', token: 'd'.repeat(43), tokenHash: Buffer.alloc(32), fanId: 0 };
		const { page } = await site.visitor({ as: dead, at: '/leader-board' });
		await page.getByRole('link', { name: 'Log in' }).waitFor();
		await expect.poll(() => new URL(page.url()).pathname).toBe('/leader-board');
		await page.goto('/store');
		await page.waitForURL('**/login');
		expect(await page.evaluate(() => localStorage.getItem('authentication_token'))).toBe(dead.token);
	});
});

describe('the session', () => {
	it('[S2-04, S4-01, S4-02] holds the page back until it is known who is there', async () => {
		const { page } = await site.visitor({ as: mina });
		const answer = await holdBack(page, '**/api/v1/user/me');
		const asked = page.waitForRequest('**/api/v1/user/me');
		await page.goto('/my-account', { waitUntil: 'commit' });
		await asked;
		// The server sends the frame alone, with the page's title: it offers nothing to visitors.
		await page.locator('.splash').waitFor({ state: 'attached' });
		await page.getByRole('banner').waitFor();
		expect(await page.getByRole('link', { name: 'Log in' }).count()).toBe(0);
		expect(await page.getByRole('heading').allInnerTexts()).toEqual(['My Account']);
		answer();
		await page.getByRole('heading', { name: 'Gem balance' }).waitFor();
	});

	it('[S4-03, S8-16] that cannot be looked up is logged, leaves the page logged out, and is looked up again', async () => {
		const { page, open } = await site.visitor({ as: mina });
		await page.clock.install();
		await failing(page, '/user/me');
		const logged = page.waitForEvent('console', (message) => message.text().startsWith('A read failed'));
		await open('/news');
		await page.getByRole('link', { name: 'Log in' }).waitFor();
		await logged;
		expect(await page.evaluate(() => localStorage.getItem('authentication_token'))).toBe(mina.token);
		await page.unrouteAll();
		await page.clock.fastForward('00:15');
		await page.getByRole('link', { name: /gems, to the store/ }).waitFor();
		expect(await page.getByRole('link', { name: 'Log in' }).count()).toBe(0);
	});

	it('[S8-02] survives a 401 of a call about /me; if it is over, the login opens once and the token stays', async () => {
		const leaver = await aPerson(site.owner, 'over');
		const { page, open } = await site.visitor({ as: leaver });
		await failing(page, '/user/me/gem-logs', 401);
		await open('/gem-records');
		await page.getByText('No Data', { exact: true }).waitFor();
		await expect.poll(() => new URL(page.url()).pathname).toBe('/gem-records');
		await page.unrouteAll();
		await open('/my-account');
		await page.getByRole('heading', { name: 'My Account' }).waitFor();
		await site.ask({ method: 'POST', path: '/user/logout-everywhere', token: leaver.token });
		const asked: string[] = [];
		page.on('request', (request) => void (request.url().includes('/user/me') && asked.push(request.url())));
		await page.getByRole('link', { name: 'Usage Records' }).click();
		await page.waitForURL('**/login');
		await page.getByRole('button', { name: 'Continue with Google' }).waitFor();
		expect(asked.map((url) => new URL(url).pathname)).toEqual(['/api/v1/user/me/gem-logs', '/api/v1/user/me']);
		expect(await page.evaluate(() => localStorage.getItem('authentication_token'))).toBe(leaver.token);
	});
});

describe('the account', () => {
	it('[S2-90, S2-91, S2-92, S2-93, S2-95, S2-96, S3-23, S4-04, S6-05, S7-27, S9-04] of the stored token shows who it is, leads to the records of seven days, and ends at Log Out', async () => {
		const person = await aPerson(site.owner, 'nari', { earned: 900, purchased: 100 });
		const { page, open } = await site.visitor();
		const calls = callsOf(page);
		const main = page.getByRole('main');
		await step('shows name, email, balance and avatar, which wears the letter of its provider', async () => {
			await open('/');
			await page.evaluate((token) => localStorage.setItem('authentication_token', token), person.token);
			await open('/my-account');
			for (const text of ['nari', 'nari@fans.example', '1,000']) {
				await main.getByText(text, { exact: true }).first().waitFor();
			}
			await expect.poll(() => main.locator('.avatar').count()).toBe(1);
			await main.locator('.profile-card-badge').getByText('G', { exact: true }).waitFor();
		});
		await step('leads to the records, whose times name the zone', async () => {
			await main.getByRole('link', { name: 'Usage Records' }).click();
			await page.waitForURL('**/gem-records');
			await page.getByRole('heading', { name: 'Gem Records' }).waitFor();
			await page.getByText(/Only the records of the last 7 days are provided/).waitFor();
			const time = page.getByText(/^\w{3} \d+, \d{4}, \d\d:\d\d KST$/);
			await time.first().waitFor();
			expect(calls.some((call) => /gem-logs\?.*limit=9999/.test(call))).toBe(true);
		});
		await step('leads to the profile', async () => {
			await page.goBack();
			await main.getByRole('link', { name: 'Edit' }).click();
			await page.waitForURL('**/edit-profile');
		});
		await step('is left by Log Out: token and session are gone', async () => {
			await open('/my-account');
			const sent = page.waitForResponse('**/user/logout');
			await main.getByRole('button', { name: 'Log Out' }).click();
			await page.waitForURL('**/login');
			await sent;
			await expect.poll(() => page.evaluate(() => localStorage.getItem('authentication_token'))).toBeNull();
			await open('/my-account');
			await page.waitForURL('**/login');
			expect((await site.ask({ path: '/user/me', token: person.token })).status).toBe(401);
		});
	});

	it('[S1-08, S2-94, S5-09, S5-10, S5-11, S5-12, S7-26, S8-10] changes by the profile form, which checks on blur and on save and sends email and name once', async () => {
		const { page, open } = await site.visitor({ as: await aPerson(site.owner, 'editor') });
		const sent: unknown[] = [];
		page.on('request', (request) => {
			if (request.url().endsWith('/user/me/update')) sent.push(request.postDataJSON());
		});
		const [email, name] = [page.getByLabel('Email'), page.getByLabel('Nickname')];
		const save = () => page.getByRole('button', { name: 'Save' }).click();
		const message = (text: string) => page.getByText(text, { exact: true }).waitFor();
		await step('shows the fields with their values', async () => {
			await open('/edit-profile');
			await page.getByRole('heading', { name: 'Edit Profile' }).waitFor();
			await expect.poll(() => email.inputValue()).toBe('editor@fans.example');
			await expect.poll(() => name.inputValue()).toBe('editor');
		});
		await step('says what is wrong on leaving a field', async () => {
			await email.fill('');
			await name.focus();
			await message('Please enter your email');
			await email.fill('nobody');
			await name.focus();
			await message('Please enter a valid email address');
			await name.fill('');
			await email.focus();
			await message('Please enter your nickname');
		});
		await step('says what is wrong on save, and sends nothing', async () => {
			await page.reload();
			await name.fill(' ');
			await save();
			await message('Please enter your nickname');
			expect(sent).toEqual([]);
		});
		await step('saves, says so, and returns to My Account', async () => {
			await name.fill('edited');
			await email.fill('edited@fans.example');
			await save();
			await message('Update Success');
			await page.waitForURL('**/my-account');
			expect(sent).toEqual([{ email: 'edited@fans.example', name: 'edited' }]);
			await message('edited@fans.example');
		});
	});
});

it('a fan logs out the phone they lost, and every device, downloads the data, and deletes the account after logging in anew', async () => {
	const fan = await aKnownFan(site.owner, 'leaver', { earned: 25 });
	const lost = hashSecret('a token on the lost phone');
	await sql`insert into session (token_hash, fan_id, provider, browser_hash, activated_at, expires_at, country)
		values (${lost}, ${fan.fanId}, 'line', '\\x01', lightstick_now(), lightstick_now() + interval '9 days', 'JP')`.run(
		site.owner,
	);
	const { page, open, expectAccessible, expectAccessibleInBothThemes } = await site.visitor({ width: 390, as: fan });
	const dialog = page.getByRole('dialog');
	const stored = () => page.evaluate(() => localStorage.getItem('authentication_token'));
	const statusOf = async (token: string | null) => (await site.ask({ path: '/user/me', token: token ?? '' })).status;
	const logIn = async () => {
		await page.waitForURL('**/login');
		await page.getByRole('button', { name: 'Continue with Google' }).click();
		await signInAtProvider(page, fan.name, fan.email);
		await page.waitForURL(({ origin, pathname }) => origin === site.url && !pathname.startsWith('/login'));
	};
	await step('the list of devices names each, and ends one or all', async () => {
		await open('/edit-profile');
		const list = page.getByRole('region', { name: 'Where you are logged in' });
		await list.getByText('This device').waitFor();
		await list.getByText('LINE · Japan').waitFor();
		await expectAccessibleInBothThemes();
		await list.getByRole('button', { name: /^Log out LINE · Japan/ }).click();
		await page.getByText('Logged out there', { exact: true }).waitFor();
		await expect.poll(() => list.getByRole('listitem').count()).toBe(1);
		const ended = await sql`select from session where token_hash = ${lost} and revoked_at is not null`.all(site.db);
		expect(ended).toHaveLength(1);
		await page.getByRole('button', { name: 'Log out everywhere' }).click();
		await logIn();
		expect(await statusOf(fan.token)).toBe(401);
	});
	await step('the data is a file', async () => {
		await open('/edit-profile');
		const download = page.waitForEvent('download');
		await page.getByRole('button', { name: 'Download my data' }).click();
		expect((await download).suggestedFilename()).toBe('lightstick-my-data.json');
	});
	await step('an old session reads what a deletion means, and logs in again before it', async () => {
		await sql`update session set activated_at = activated_at - interval '1 hour' where fan_id = ${fan.fanId}`.run(
			site.owner,
		);
		const old = await stored();
		const remove = dialog.getByRole('button', { name: 'Delete my account' });
		await page.getByRole('button', { name: 'Delete my account' }).click();
		await dialog.getByText('25 gems').waitFor();
		await dialog.getByText('They stay in the public list under a random code').waitFor();
		await expectAccessible();
		await expect.poll(() => remove.isDisabled()).toBe(true);
		await dialog.getByText('I give up my gems').click();
		await remove.click();
		await dialog.getByText('Please log in again').waitFor();
		await expectAccessible();
		await dialog.getByRole('button', { name: 'Log in again' }).click();
		await logIn();
		await page.waitForURL('**/edit-profile?leaving=1');
		await dialog.getByText('I give up my gems').click();
		// The session of before is over: a browser has one.
		await expect.poll(() => statusOf(old)).toBe(401);
		const token = await stored();
		await remove.click();
		await page.waitForURL('**/login');
		await expect.poll(stored).toBeNull();
		expect(await statusOf(token)).toBe(401);
		const requests = sql`select from deletion_request where fan_id = ${fan.fanId} and cancelled_at is null`;
		expect(await requests.all(site.db)).toHaveLength(1);
	});
});
