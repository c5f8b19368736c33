/**
 * From a stranger to a fan whose vote moves the chart, and what the login says meanwhile. A sign-in ends in many
 * places: at the provider, inside another app, in another browser.
 */
import type { Locator, Page } from '@playwright/test';
import { beforeAll, describe, expect, it } from 'vitest';
import { aContest } from '../../fixtures/voting/contests.ts';
import { expectBooksToBalance } from '../../fixtures/audit/books.ts';
import { countryCodes } from '#contract/values/countries.ts';
import { sql } from '#server/kernel/database.ts';
import { ownBrowserSite } from '../../fixtures/browser/browser.ts';
import { tabTo } from '../../fixtures/browser/keyboard.ts';
import { runUntil } from '../../fixtures/browser/page-clock.ts';
import { callsOf, failing, holdBack } from '../../../testkit/network.ts';
import { aKnownFan, signInAtProvider } from '../../fixtures/browser/provider.ts';
import { step } from '../../fixtures/browser/step.ts';
import { adjustBy } from '../../fixtures/accounts/gems.ts';

const site = ownBrowserSite();

beforeAll(() => aContest(site.owner, 'november', { tab: 'solo' }));

/** Signs in as somebody the provider has not met before. */
async function signInAs(page: Page, name: string, email: string): Promise<void> {
	await page.getByRole('button', { name: 'Continue with Google' }).click();
	await signInAtProvider(page, name, email);
	await page.waitForURL(`${site.url}/**`);
}

async function giveGems(email: string, gems: number): Promise<void> {
	const [fan] = await sql`select fan_id as "fanId" from fan where email = ${email}`.all<{ fanId: number }>(site.owner);
	if (!fan) throw new Error(`Nobody is registered as ${email}`);
	await site.owner.transaction((tx) => adjustBy(tx, fan, { earned: gems, purchased: 0 }, 'a welcome'));
}

async function ticketsInRow(page: Page, artist: string): Promise<number> {
	const row = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: `Vote for ${artist}` }) });
	const [, tickets = ''] = /([\d,]+)\s*(?:Leads by|Level|[\d,]+ to)/.exec(await row.innerText()) ?? [];
	return Number(tickets.replaceAll(',', ''));
}

it('[S1-04, S2-24, S2-26, S2-27, S2-28, S2-30, S2-31, S2-32, S3-22, S4-09, S4-10, S4-11, S4-12, S4-13, S4-26, S5-03, S5-13, S5-14, S5-15, S5-16, S5-17, S6-01, S6-02, S6-03, S8-08, S8-09, S9-15] a new fan registers, votes, sees the chart move, and comes back later to the vote they began', async () => {
	const email = 'dana.brook@fans.example';
	const visitor = await site.visitor({ width: 390 });
	const { page, context, open, expectAccessible } = visitor;
	const field = (label: string) => page.getByLabel(label);
	const message = (text: string) => page.getByText(text, { exact: true }).waitFor();
	const signUp = () => page.getByRole('button', { name: 'Sign up' }).click();
	const dialog = page.getByRole('dialog', { name: 'Cleo Dastan' });
	const success = page.getByRole('dialog', { name: 'Vote Successful' });
	const voteForCleo = () => page.getByRole('button', { name: 'Vote for Cleo Dastan' }).click();
	let ticketsBefore = 0;

	await step('pressing Vote logged out leads through the sign-in to the registration', async () => {
		await open('/leader-board?main_tab=solo&keyword=bex');
		await page.getByRole('button', { name: 'Vote for Bex Corran' }).click();
		await page.waitForURL('**/login');
		const known = await holdBack(page, '**/api/v1/user/me');
		const opened = await holdBack(page, /\/assets\/register-[^/]*\.js$/);
		await signInAs(page, 'new here', email);
		await message('Processing Login...');
		known();
		await message('redirecting...');
		opened();
		await page.waitForURL('**/register?sso_type=*');
		expect(page.url()).not.toContain('token');
	});

	await step('the form asks for email, nickname, country and two consents, filled in where known', async () => {
		await expect.poll(() => field('Email').inputValue()).toBe(email);
		await expect.poll(() => field('Nickname').inputValue()).toBe('new here');
		const countries = await field('Country').locator('option').allInnerTexts();
		expect(countries.length).toBeGreaterThanOrEqual(countryCodes.length);
		expect(await page.getByRole('checkbox').count()).toBe(2);
	});

	await step('leaving a field says what is wrong with email and nickname', async () => {
		await field('Email').fill('');
		await field('Nickname').fill('');
		await field('Country').focus();
		await message('Please enter your nickname');
		await message('Please enter your email');
		await field('Email').fill('nobody');
		await field('Nickname').focus();
		await message('Please enter a valid email address');
		await field('Email').fill(email);
		await field('Nickname').fill('fan of Cleo');
	});

	await step('Sign up asks for the country, the age, the terms and the privacy policy', async () => {
		// Left by the press itself, which is not lost to the message that appears under the field.
		await field('Nickname').fill('');
		await signUp();
		await message('Please enter your nickname');
		await message('Please select your country');
		await message('Please agree to the terms of service');
		await expectAccessible();
		await field('Nickname').fill('fan of Cleo');
		await field('Country').selectOption({ label: 'Japan' });
		await field('You must be at least 14 years old').check();
		await signUp();
		await message('Please agree to the privacy policy');
		// The toast goes; the mark at the box stays, and the focus is there.
		const box = page.getByLabel(/I accept the/);
		await message('Please tick this box');
		await expect.poll(() => box.getAttribute('aria-invalid')).toBe('true');
		await expect.poll(() => box.evaluate((element) => element === document.activeElement)).toBe(true);
	});

	await step(
		'the registration keeps the form when the call fails, is confirmed the next time, and leads home',
		async () => {
			await page.getByLabel(/I accept the/).check();
			await failing(page, '/user/complete-registration');
			await signUp();
			await message('Register failed');
			await page.unrouteAll();
			await signUp();
			await message('Register Successfully');
			await page.waitForURL(`${site.url}/`);
		},
	);

	await step('a vote with gems is counted', async () => {
		await giveGems(email, 1_255);
		await open('/leader-board?main_tab=solo');
		ticketsBefore = await ticketsInRow(page, 'Cleo Dastan');
		await voteForCleo();
		await dialog.getByText('1 vote = 10 gems').waitFor();
		await dialog.getByRole('button', { name: '+100', exact: true }).click();
		await dialog.getByRole('button', { name: 'Vote 100' }).click();
		await success.getByText('+100', { exact: true }).waitFor();
	});

	await step('the chart moves after CONFIRM, the balance is what is left, and the books balance', async () => {
		await success.getByRole('button', { name: 'CONFIRM' }).click();
		await success.waitFor({ state: 'hidden' });
		await expect.poll(() => ticketsInRow(page, 'Cleo Dastan'), { timeout: 10_000 }).toBe(ticketsBefore + 100);
		await page.getByRole('link', { name: /255/ }).first().waitFor();
		await expectBooksToBalance(site.db);
		expect(visitor.complaints.filter((text) => !text.includes('status of 500'))).toEqual([]);
	});

	await step('the next sign-in leads back to the vote that was begun', async () => {
		await page.evaluate(() => localStorage.clear());
		await context.clearCookies();
		await open('/leader-board?main_tab=solo&keyword=bex');
		await page.getByRole('button', { name: 'Vote for Bex Corran' }).click();
		await page.waitForURL('**/login');
		await signInAs(page, 'back again', email);
		await page.waitForURL(/leader-board\?.*keyword=bex/);
		await expect.poll(() => page.url()).toContain('main_tab=solo');
		await page.getByRole('dialog', { name: 'Bex Corran' }).waitFor();
	});
});

it('[S2-111] a fan without a mouse signs in, votes and logs out by keyboard alone, in a menu that toggles', async () => {
	await aKnownFan(site.owner, 'keys');
	const { page, open } = await site.visitor();
	const press = async (target: Locator, key = 'Enter') => {
		await tabTo(page, target);
		await page.keyboard.press(key);
	};
	await open('/leader-board');
	await press(page.getByRole('button', { name: 'Vote for Bex Corran' }));
	await page.waitForURL('**/login');
	await press(page.getByRole('button', { name: 'Continue with Google' }));

	await tabTo(page, page.getByLabel('Name', { exact: true }));
	await page.keyboard.type('keys');
	await tabTo(page, page.getByLabel('Email address', { exact: true }));
	await page.keyboard.type('keys@fans.example');
	await tabTo(page, page.getByLabel(/^Subject/));
	await page.keyboard.type('keys-fans-example');
	await page.keyboard.press('Enter');
	await page.waitForURL(`${site.url}/leader-board**`);

	const opener = page.getByRole('button', { name: 'Vote for Bex Corran' });
	const dialog = page.getByRole('dialog', { name: 'Bex Corran' });
	// The vote goes on where it was left.
	await dialog.waitFor();
	await page.keyboard.press('Escape');
	await dialog.waitFor({ state: 'hidden' });
	await press(opener, ' ');
	await dialog.waitFor();
	// Focus stays in the dialog, or goes to the browser's own controls, never to the page behind.
	for (let tabs = 0; tabs < 12; tabs += 1) {
		await page.keyboard.press('Tab');
		const behind = await page.evaluate(
			() => document.activeElement !== document.body && !document.activeElement?.closest('dialog'),
		);
		expect(behind).toBe(false);
	}
	await page.keyboard.press('Escape');
	await dialog.waitFor({ state: 'hidden' });
	await expect.poll(() => opener.evaluate((element) => element === document.activeElement)).toBe(true);

	await page.keyboard.press('Enter');
	await tabTo(page, dialog.getByLabel('Votes'));
	await page.keyboard.type('2');
	await page.keyboard.press('Enter');
	const success = page.getByRole('dialog', { name: 'Vote Successful' });
	await press(success.getByRole('button', { name: 'CONFIRM' }));
	await success.waitFor({ state: 'hidden' });

	const profile = page.getByRole('link', { name: 'Profile' });
	for (const opens of [true, false, true]) {
		await press(page.getByRole('button', { name: 'Account menu' }));
		await profile.waitFor({ state: opens ? 'visible' : 'hidden' });
	}
	expect(await page.getByRole('link', { name: 'Log in' }).count()).toBe(0);
	await press(page.getByRole('button', { name: 'Log Out' }));
	await page.waitForURL('**/login');
	await expect.poll(() => page.evaluate(() => localStorage.getItem('authentication_token'))).toBeNull();
});

it('a visitor [S2-25, S2-29, S8-11, S8-12] who presses Cancel at the provider, or brings no token, is told so and may try again', async () => {
	const { page, open, expectAccessible } = await site.visitor({ at: '/login' });
	await page.getByRole('button', { name: 'Continue with Google' }).click();
	await page.getByRole('button', { name: 'Cancel', exact: true }).click();
	await page.waitForURL('**/login-callback**');
	await page.getByRole('heading', { name: 'Authentication Failed' }).waitFor();
	await page.getByText('Failed to authenticate', { exact: true }).waitFor();
	await expectAccessible();
	await open('/login-callback');
	await page.getByText('Invalid token', { exact: true }).waitFor();
	await page.getByRole('link', { name: 'Try again' }).click();
	await page.waitForURL('**/login');
});

describe('the login', () => {
	const buttons = (page: Page) => page.getByRole('button', { name: /^(?:Continue|Log in) with/ });

	it('[S1-03, S2-20, S2-22, S2-23, S3-25] offers Google and Line alone, or a network of the site beside them, links to terms and privacy, and closes on a phone', async () => {
		const { page, open, expectAccessibleInBothThemes } = await site.visitor({ width: 390 });
		const networks = page.waitForResponse('**/api/v1/login/network');
		await open('/leader-board?main_tab=solo');
		await page.getByRole('link', { name: 'Log in' }).click();
		await networks;
		await expect.poll(() => buttons(page).allInnerTexts()).toEqual(['Continue with Google', 'Log in with LINE']);
		for (const [name, path] of [
			['Terms of Service', '/terms-of-service'],
			['Privacy Policy', '/privacy-policy'],
		]) {
			const link = page.getByRole('main').getByRole('link', { name });
			await expect.poll(() => link.getAttribute('href')).toBe(path);
		}
		await page.getByRole('link', { name: 'Close' }).click();
		await page.waitForURL('**/leader-board?main_tab=solo');
		await page.setViewportSize({ width: 1440, height: 900 });
		await open('/login');
		await buttons(page).first().waitFor();
		expect(await page.getByRole('link', { name: 'Close' }).isVisible()).toBe(false);
		const network = { name: 'Example ID', logo_url: null };
		await page.route('**/login/network', (route) =>
			route.fulfill({ json: { code: 200, message: 'ok', data: { network } } }),
		);
		await page.setViewportSize({ width: 390, height: 844 });
		await open('/login');
		await page.getByRole('button', { name: 'Continue with Example ID' }).waitFor();
		await expect.poll(() => buttons(page).count()).toBe(3);
		await expectAccessibleInBothThemes();
	});

	it('[S2-21, S2-24, S7-09, S8-19] asks for the address with the way back in it, goes there, and without an address waits for another try', async () => {
		const { page, open } = await site.visitor();
		await page.clock.install();
		await failing(page, '/login/sso');
		await open('/my-account');
		const logged = page.waitForEvent('console', (message) => message.text().startsWith('The login address'));
		await page.getByRole('button', { name: 'Log in with LINE' }).click();
		await logged;
		await expect.poll(() => page.getByRole('button', { name: 'Log in with LINE' }).isEnabled()).toBe(true);
		expect(await page.getByRole('alert').count()).toBe(0);
		await page.unrouteAll();
		// The provider's own app takes the link, or Stop is pressed: the page stays.
		await page.route(`${new URL(site.emulator.issuers.google).origin}/**`, (route) => route.fulfill({ status: 204 }));
		const google = page.getByRole('button', { name: 'Continue with Google' });
		await google.click();
		await expect.poll(() => google.isEnabled()).toBe(false);
		await runUntil(page, 500, () => google.isEnabled());
		await page.unrouteAll();
		const calls = callsOf(page);
		await page.getByRole('button', { name: 'Log in with LINE' }).click();
		await page.waitForURL(`${new URL(site.emulator.issuers.line).origin}/**`);
		const asked = new URLSearchParams(calls.find((call) => call.startsWith('GET /login/sso'))?.split('?')[1]);
		const callback = new URL(asked.get('callback_url') ?? '');
		expect(asked.get('sso_type')).toBe('line');
		expect(callback.origin + callback.pathname).toBe(`${site.url}/login-callback`);
		expect(Object.fromEntries(callback.searchParams)).toEqual({ from: '/my-account', sso_type: 'line' });
	});
});

describe('a sign-in', () => {
	it.each([
		['KAKAOTALK 25.5.0', /^kakaotalk:\/\/web\/openExternal\?url=/],
		['Instagram 389.0.0.49.87', null],
	])('inside another app (%s) shows the way out before the buttons, with the path of the vote', async (app, way) => {
		const { page, open, expectAccessibleInBothThemes } = await site.visitor({ width: 390 });
		await page.addInitScript((name) => {
			const userAgent = `Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 Mobile/22G86 ${name}`;
			Object.defineProperty(navigator, 'userAgent', { value: userAgent });
		}, app);
		await open('/leader-board?main_tab=solo');
		await page.getByRole('button', { name: 'Vote for Bex Corran' }).click();
		await page.getByText('You are inside another app.').waitFor();
		const link = page.getByRole('link', { name: 'Open in your browser' });
		const told = way
			? decodeURIComponent((await link.getAttribute('href')) ?? '')
			: await page.getByText(site.url).innerText();
		if (way) expect(told).toMatch(way);
		else await page.getByRole('button', { name: 'Copy link' }).waitFor();
		expect(told).toMatch(/\/leader-board\?main_tab=solo&vote=\d+/);
		await expectAccessibleInBothThemes();
	});

	it('by LINE that came back in another browser begins again without its app, and ends at the vote', async () => {
		const { name, email } = await aKnownFan(site.owner, 'by-app', { provider: 'line' });
		const first = await site.visitor({ at: '/leader-board?main_tab=solo' });
		await first.page.getByRole('button', { name: 'Vote for Bex Corran' }).click();
		const begun = first.page.waitForRequest(`${site.emulator.issuers.line}/auth?**`);
		await first.page.getByRole('button', { name: 'Log in with LINE' }).click();
		const state = new URL((await begun).url()).searchParams.get('state');

		const { page } = await site.visitor({ width: 390, at: `/api/v1/login/callback/line?code=x&state=${state}` });
		await page.getByRole('heading', { name: 'Authentication Failed' }).waitFor();
		await page.getByRole('link', { name: 'Try again' }).click();
		const again = page.waitForRequest('**/api/v1/login/sso**');
		await page.getByRole('button', { name: 'Log in with LINE' }).click();
		expect(new URL((await again).url()).searchParams.get('again')).toBe('1');
		await signInAtProvider(page, name, email);
		await page.getByRole('dialog', { name: 'Bex Corran' }).waitFor();
	});
});
