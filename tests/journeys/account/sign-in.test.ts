/** From a stranger to a fan whose vote moves the chart, by Google and by LINE, in a real browser. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from '@playwright/test';
import { aContest } from '../../fixtures/voting/contests.ts';
import { expectBooksToBalance } from '../../fixtures/audit/books.ts';
import { countryCodes } from '#contract/values/countries.ts';
import { openBrowserSite, type BrowserSite, type Visitor } from '../../fixtures/browser/browser.ts';
import { adjustBy } from '../../fixtures/accounts/gems.ts';

let site: BrowserSite;

beforeAll(async () => {
	site = await openBrowserSite();
	await aContest(site.owner, 'november', { tab: 'solo' });
});
afterAll(() => site.close());

const toast = (page: Page, text: string) => page.getByText(text, { exact: true });

/** Signs in as somebody the provider has not met before. */
async function signInAs(page: Page, provider: 'Google' | 'Line', name: string, email: string): Promise<void> {
	await page.getByRole('button', { name: `Continue with ${provider}` }).click();
	await page.getByLabel('Name', { exact: true }).fill(name);
	await page.getByLabel('Email address', { exact: true }).fill(email);
	await page.getByLabel(/^Subject/).fill(email.replaceAll(/[^a-z]/g, '-'));
	await page.getByRole('button', { name: 'Continue', exact: true }).click();
	await page.waitForURL(`${site.url}/**`);
}

async function giveGems(email: string, gems: number): Promise<void> {
	const [fan] = await site.owner.query<{ fanId: number }>({
		text: 'select fan_id as "fanId" from fan where email = $1',
		values: [email],
	});
	if (!fan) throw new Error(`Nobody is registered as ${email}`);
	await site.owner.transaction((tx) => adjustBy(tx, fan, { earned: gems, purchased: 0 }, 'a welcome'));
}

async function ticketsInRow(page: Page, artist: string): Promise<number> {
	const row = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: `Vote for ${artist}` }) });
	const [, tickets = ''] = /([\d,]+)\s*(?:Leads by|Level|[\d,]+ to)/.exec(await row.innerText()) ?? [];
	return Number(tickets.replaceAll(',', ''));
}

describe.each([
	['Google', 'dana.brook@fans.example', 0],
	['Line', 'mika.tanabe@fans.example', 110],
] as const)('a new fan by %s', (provider, email, ticketsBefore) => {
	let visitor: Visitor;
	beforeAll(async () => {
		visitor = await site.visitor({ width: provider === 'Line' ? 390 : 1440 });
	});
	afterAll(() => visitor.leave());

	const field = (label: string) => visitor.page.getByLabel(label);
	const message = (text: string) => visitor.page.getByText(text, { exact: true });
	const signUp = () => visitor.page.getByRole('button', { name: 'Sign up' }).click();

	it('[S2-26, S6-02] presses Vote logged out, signs in, and comes to the registration', async () => {
		const { page } = visitor;
		await visitor.open('/leader-board?main_tab=solo&keyword=bex');
		await page.getByRole('button', { name: 'Vote for Bex Corran' }).click();
		await page.waitForURL('**/login');
		await visitor.expectAccessible();
		await signInAs(page, provider, `new by ${provider}`, email);
		await page.waitForURL('**/register?sso_type=*');
		expect(page.url()).not.toContain('token');
		await visitor.expectAccessible();
	});

	it('[S2-30, S2-31, S3-22] is asked for email, nickname, country and two consents, filled in where known', async () => {
		await expect.poll(() => field('Email').inputValue()).toBe(email);
		await expect.poll(() => field('Nickname').inputValue()).toBe(`new by ${provider}`);
		const countries = await field('Country').locator('option').allInnerTexts();
		expect(countries.length).toBeGreaterThanOrEqual(countryCodes.length);
		expect(await visitor.page.getByRole('checkbox').count()).toBe(2);
	});

	it('[S5-13, S5-15] reads what is wrong with email and nickname when leaving the field', async () => {
		await field('Email').fill('');
		await field('Nickname').fill('');
		await field('Country').focus();
		await message('Please enter your nickname').waitFor();
		await message('Please enter your email').waitFor();
		await field('Email').fill('nobody');
		await field('Nickname').focus();
		await message('Please enter a valid email address').waitFor();
		await field('Email').fill(email);
		await field('Nickname').fill(`fan of ${provider}`);
	});

	it('[S5-14, S5-15, S5-16] reads at Sign up that the country is missing, and the age', async () => {
		await signUp();
		await message('Please select your country').waitFor();
		await toast(visitor.page, 'Please agree to the terms of service').waitFor();
		await visitor.expectAccessible();
	});

	it('[S5-16, S5-17] has to accept the terms and the privacy policy besides the age', async () => {
		await field('Country').selectOption({ label: 'Japan' });
		await field('You must be at least 14 years old').check();
		await signUp();
		await toast(visitor.page, 'Please agree to the privacy policy').waitFor();
		// The toast goes; the mark at the box stays, and the focus is there.
		const box = visitor.page.getByLabel(/I accept the/);
		await message('Please tick this box').waitFor();
		expect(await box.getAttribute('aria-invalid')).toBe('true');
		await expect.poll(() => box.evaluate((element) => element === document.activeElement)).toBe(true);
	});

	it('[S2-32, S4-26, S8-08, S1-04] is registered, told so, and led to the home page', async () => {
		const { page } = visitor;
		await page.getByLabel(/I accept the/).check();
		await signUp();
		await toast(page, 'Register Successfully').waitFor();
		await page.waitForURL(`${site.url}/`);
	});

	const dialog = () => visitor.page.getByRole('dialog', { name: 'Cleo Dastan' });
	const success = () => visitor.page.getByRole('dialog', { name: 'Vote Successful' });
	const voteForCleo = () => visitor.page.getByRole('button', { name: 'Vote for Cleo Dastan' }).click();

	it('[S4-10] opens the vote dialog', async () => {
		await visitor.open('/leader-board?main_tab=solo');
		await voteForCleo();
		await dialog().getByText('1 vote = 10 gems').waitFor();
	});

	it('[S5-03] is told that there are too few gems', async () => {
		await dialog().getByRole('button', { name: '+1', exact: true }).click();
		await dialog().getByText('There is not enough gem. Click get more button!', { exact: true }).waitFor();
		await visitor.expectAccessible();
	});

	it('[S5-01, S5-02, S5-04] is told what is no number of votes, and cannot send it', async () => {
		await dialog().getByLabel('Votes').fill('0');
		await dialog().getByText('Please input the number of votes', { exact: true }).waitFor();
		await dialog().getByLabel('Votes').fill('1.5');
		await dialog().getByText('Please input a positive integer number', { exact: true }).waitFor();
		await expect.poll(() => dialog().getByRole('button', { name: /^Vote/ }).isDisabled()).toBe(true);
		await visitor.page.keyboard.press('Escape');
		await dialog().waitFor({ state: 'hidden' });
	});

	it('[S4-11, S5-07] gets gems, votes, and sees how many votes were counted', async () => {
		await giveGems(email, 1_255);
		await visitor.page.reload();
		expect(await ticketsInRow(visitor.page, 'Cleo Dastan')).toBe(ticketsBefore);
		await voteForCleo();
		await dialog().getByRole('button', { name: 'Max' }).click();
		await expect.poll(() => dialog().getByLabel('Votes').inputValue()).toBe('125');
		await dialog().getByLabel('Votes').fill('');
		await dialog().getByRole('button', { name: '+100', exact: true }).click();
		await dialog().getByRole('button', { name: 'Vote 100' }).click();
		await success().getByText('+100', { exact: true }).waitFor();
		await visitor.expectAccessible();
	});

	it('[S4-12] votes again', async () => {
		await success().getByRole('button', { name: 'VOTE AGAIN' }).click();
		await dialog().getByText('255', { exact: true }).first().waitFor();
		await dialog().getByRole('button', { name: '+10', exact: true }).click();
		await dialog().getByRole('button', { name: 'Vote 10' }).click();
		await success().getByText('+10', { exact: true }).waitFor();
	});

	it('[S4-13] sees the chart move after CONFIRM', async () => {
		await success().getByRole('button', { name: 'CONFIRM' }).click();
		await success().waitFor({ state: 'hidden' });
		await expect.poll(() => ticketsInRow(visitor.page, 'Cleo Dastan'), { timeout: 10_000 }).toBe(ticketsBefore + 110);
	});

	it('[S6-03] sees the balance that is left, and the books balance', async () => {
		await visitor.page.getByRole('link', { name: /155/ }).first().waitFor();
		await expectBooksToBalance(site.db);
		expect(visitor.complaints).toEqual([]);
	});

	it('[S2-24, S2-27, S4-09] comes back to where they were when they press Vote logged out as an existing fan', async () => {
		const { page, context } = visitor;
		await page.evaluate(() => localStorage.clear());
		await context.clearCookies();
		await visitor.open('/leader-board?main_tab=solo&keyword=bex');
		await page.getByRole('button', { name: 'Vote for Bex Corran' }).click();
		await page.waitForURL('**/login');
		await signInAs(page, provider, 'back again', email);
		await page.waitForURL(/leader-board\?.*keyword=bex/);
		expect(page.url()).toContain('main_tab=solo');
		// The vote goes on where it was left.
		await page.getByRole('dialog', { name: 'Bex Corran' }).waitFor();
	});
});

describe('a visitor', () => {
	it('[S2-25, S2-29, S8-11, S8-12] who presses Cancel at the provider, or brings no token, is told so and may try again', async () => {
		const visitor = await site.visitor();
		const { page } = visitor;
		await visitor.open('/login');
		await page.getByRole('button', { name: 'Continue with Google' }).click();
		await page.getByRole('button', { name: 'Cancel', exact: true }).click();
		await page.waitForURL('**/login-callback**');
		await page.getByRole('heading', { name: 'Authentication Failed' }).waitFor();
		await page.getByText('Failed to authenticate', { exact: true }).waitFor();
		await visitor.expectAccessible();
		await visitor.open('/login-callback');
		await page.getByText('Invalid token', { exact: true }).waitFor();
		await page.getByRole('link', { name: 'Try again' }).click();
		await page.waitForURL('**/login');
		await visitor.leave();
	});

	it('with a dead token stays on a public page, logged out; a guarded page sends them to the login', async () => {
		const dead = { name: 'nobody', token: 'd'.repeat(43), tokenHash: Buffer.alloc(32), fanId: 0 };
		const visitor = await site.visitor({ as: dead });
		const { page } = visitor;
		await visitor.open('/leader-board');
		await page.getByRole('link', { name: 'Log in' }).waitFor();
		expect(new URL(page.url()).pathname).toBe('/leader-board');
		await page.goto('/store');
		await page.waitForURL('**/login');
		expect(await page.evaluate(() => localStorage.getItem('authentication_token'))).toBe(dead.token);
		await visitor.leave();
	});
});

describe('the login', () => {
	const buttons = (page: Page) => page.getByRole('button', { name: /^Continue with/ });

	it('offers Google and Line, and no other network', async () => {
		const visitor = await site.visitor();
		const asked = visitor.page.waitForResponse('**/api/v1/login/network');
		await visitor.open('/login');
		await asked;
		expect(await buttons(visitor.page).allInnerTexts()).toEqual(['Continue with Google', 'Continue with Line']);
		await visitor.leave();
	});

	it('offers the network of a site that has its own', async () => {
		const settings = { OIDC_ISSUER: site.emulator.issuers.google, OIDC_CLIENT_ID: 'id', OIDC_CLIENT_SECRET: 'secret' };
		const own = await openBrowserSite({ ...settings, OIDC_NAME: 'Example ID' });
		const visitor = await own.visitor({ width: 390 });
		await visitor.open('/login');
		await visitor.page.getByRole('button', { name: 'Continue with Example ID' }).waitFor();
		expect(await buttons(visitor.page).count()).toBe(3);
		await visitor.expectAccessibleInBothThemes();
		await visitor.leave();
		await own.close();
	});
});
