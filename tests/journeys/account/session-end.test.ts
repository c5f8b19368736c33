/** A token that is somebody else's, and a session that ends while a fan is voting: nothing that they had begun is lost. */
import type { Page } from '@playwright/test';
import { TOKEN_STORAGE_NAME } from '#contract/values/constants.ts';
import { beforeAll, expect, it } from 'vitest';
import { ownBrowserSite } from '../../fixtures/browser/browser.ts';
import { runUntil } from '../../fixtures/browser/page-clock.ts';
import { aKnownFan, signInAtProvider } from '../../fixtures/browser/provider.ts';
import { step } from '../../fixtures/browser/step.ts';
import { aContest } from '../../fixtures/voting/contests.ts';
import { callsOf } from '../../../testkit/network.ts';

const site = ownBrowserSite();

beforeAll(() => aContest(site.owner, 'november', { tab: 'solo' }));

const storedIn = (page: Page) => page.evaluate((name) => localStorage.getItem(name), TOKEN_STORAGE_NAME);
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Bex Corran' });

const aFan = (name: string, earned = 1_000) => aKnownFan(site.owner, name, { earned });

async function openVote(page: Page, votes: string): Promise<void> {
	await page.getByRole('button', { name: 'Vote for Bex Corran' }).click();
	await dialogOf(page).getByLabel('Votes').fill(votes);
}

async function signInAgain(page: Page, name: string, email: string): Promise<void> {
	await page.getByRole('button', { name: 'Continue with Google' }).click();
	await signInAtProvider(page, name, email);
}

/** As a tab does that logs the fan out. */
const forgetElsewhere = (page: Page) =>
	page.evaluate((name) => {
		localStorage.removeItem(name);
		window.dispatchEvent(new StorageEvent('storage', { key: name }));
	}, TOKEN_STORAGE_NAME);

const endEverywhere = (token: string) => site.ask({ path: '/user/logout-everywhere', method: 'POST', token });

it('a link with a token that is active in another browser signs nobody in, and leaves the session as it was', async () => {
	const { token: active } = await aFan('mallory');
	const fan = await aFan('a-victim');
	const { page, open } = await site.visitor({ as: fan });
	for (const token of [active, 'x'.repeat(43)]) {
		await open(`/login-callback?token=${token}&from=/store`);
		await page.getByRole('heading', { name: 'Authentication Failed' }).waitFor();
		expect(await storedIn(page)).toBe(fan.token);
	}
	await open('/my-account');
	await page.getByText(fan.email).first().waitFor();
	// A stranger without a session stays one.
	const stranger = await site.visitor({ at: `/login-callback?token=${active}` });
	await stranger.page.getByRole('heading', { name: 'Authentication Failed' }).waitFor();
	expect(await storedIn(stranger.page)).toBeNull();
});

it('[S8-01] a vote that is open when its session ends, here or in another tab, or is another fan’s, goes on with artist and amount', async () => {
	const [fan, sister] = [await aFan('ended'), await aFan('second-sister', 5_000)];
	const { page, context, open, expectAccessible, expectAccessibleInBothThemes } = await site.visitor({
		as: fan,
		width: 390,
	});
	const dialog = dialogOf(page);
	const amount = () => dialog.getByLabel('Votes').inputValue();
	await step('its call says why, and the token is removed', async () => {
		await open('/leader-board?main_tab=solo');
		await openVote(page, '37');
		await endEverywhere(fan.token);
		await dialog.getByRole('button', { name: 'Vote 37' }).click();
		await page.waitForURL('**/login');
		await page.getByText('Your session has ended. Please log in again.').waitFor();
		await page.getByText('your vote for Bex Corran goes on').waitFor();
		expect(await storedIn(page)).toBeNull();
		await expectAccessibleInBothThemes();
		await signInAgain(page, fan.email, fan.email);
		await expect.poll(amount).toBe('37');
	});
	const other = await context.newPage();
	await other.goto(site.url);
	await step('logged out in another tab: never "0 gems"', async () => {
		await dialog.getByLabel('Votes').fill('21');
		await other.evaluate((name) => localStorage.removeItem(name), TOKEN_STORAGE_NAME);
		await dialog.getByText('You are logged out.').waitFor();
		await expect.poll(() => dialog.innerText()).not.toMatch(/You have|not enough gem/i);
		await expect.poll(() => dialog.getByRole('button', { name: 'Vote 21' }).isDisabled()).toBe(true);
		await dialog.getByRole('button', { name: 'Log in' }).click();
		await page.waitForURL('**/login');
		await signInAgain(page, fan.email, fan.email);
		await expect.poll(amount).toBe('21');
	});
	await step('another fan signs in in another tab: their gems wait until they are named', async () => {
		const calls = callsOf(page);
		await other.evaluate(
			([name, token]) => localStorage.setItem(name as string, token as string),
			[TOKEN_STORAGE_NAME, sister.token],
		);
		await dialog.getByText('This browser is now logged in as second-sister.').waitFor();
		await expectAccessible();
		await expect.poll(() => dialog.getByRole('button', { name: 'Vote 21' }).isDisabled()).toBe(true);
		await dialog.getByLabel('Votes').press('Enter');
		expect(calls.filter((call) => call.startsWith('POST /rankings/vote'))).toEqual([]);
		await dialog.getByRole('button', { name: 'Vote as second-sister' }).click();
		await dialog.getByText('5,000', { exact: true }).waitFor();
		await dialog.getByRole('button', { name: 'Vote 21' }).click();
		await page.getByRole('dialog', { name: 'Vote Successful' }).waitFor();
	});
});

it('a profile that is being typed when the session ends, by its own call or in another tab, is there after the next sign-in, for this fan only', async () => {
	const [fan, sister] = [await aFan('typing'), await aFan('sister-of-typing')];
	const { page, open } = await site.visitor({ as: fan });
	const nickname = page.getByLabel('Nickname');
	await open('/edit-profile');
	for (const [how, person, seen] of [
		['by its own call', fan, '미나 🎤'],
		['in another tab', fan, '미나 🎤'],
		['by its own call', sister, 'sister-of'],
	] as const) {
		await nickname.fill('미나 🎤');
		if (how === 'in another tab') {
			await forgetElsewhere(page);
		} else {
			await endEverywhere((await storedIn(page)) ?? '');
			await page.getByRole('button', { name: 'Save' }).click();
		}
		await page.waitForURL('**/login');
		await signInAgain(page, person.email, person.email);
		await page.waitForURL('**/edit-profile');
		await expect.poll(() => nickname.inputValue()).toContain(seen);
	}
	// Another fan signs in in another tab: what this one typed is not saved as theirs.
	const [third, fourth] = [await aFan('third'), await aFan('fourth')];
	await nickname.fill('미나 🎤');
	await page.evaluate(
		([key, newer]) => {
			localStorage.setItem(key as string, newer as string);
			window.dispatchEvent(new StorageEvent('storage', { key }));
		},
		[TOKEN_STORAGE_NAME, third.token],
	);
	await expect.poll(() => nickname.inputValue()).toBe('third');
	// A tab that slept has not heard of it yet.
	await nickname.fill('미나 🎤');
	await page.evaluate(
		([key, newer]) => localStorage.setItem(key as string, newer as string),
		[TOKEN_STORAGE_NAME, fourth.token],
	);
	await page.getByRole('button', { name: 'Save' }).click();
	await page.waitForURL('**/my-account');
	const found = [third, fourth].map(({ token }) => site.ask({ path: '/user/me', token }));
	expect((await Promise.all(found)).map(({ body }) => body.data)).toMatchObject([
		{ name: '미나 🎤' },
		{ name: 'fourth' },
	]);
});

it('a sign-up that is being typed when the session ends, by its own call or in another tab, says so alone, and goes on as typed', async () => {
	const email = 'new-here@fans.example';
	const { page } = await site.visitor({ at: '/login' });
	await signInAgain(page, 'new here', email);
	const nickname = page.getByLabel('Nickname');
	for (const how of ['by its own call', 'in another tab']) {
		await nickname.fill('미나 🎤');
		await page.getByLabel('Country').selectOption('JP');
		for (const box of await page.getByRole('checkbox').all()) await box.check();
		if (how === 'in another tab') await forgetElsewhere(page);
		else {
			await endEverywhere((await storedIn(page)) ?? '');
			await page.getByRole('button', { name: 'Sign up' }).click();
		}
		await page.waitForURL('**/login');
		if (how === 'by its own call') await page.getByText('Your session has ended. Please log in again.').waitFor();
		expect(await page.getByRole('alert').count()).toBe(0);
		await signInAgain(page, 'new here', email);
		await expect.poll(() => nickname.inputValue()).toBe('미나 🎤');
		expect(await page.getByLabel('Country').inputValue()).toBe('JP');
	}
});

it('a vote whose answers were lost counts once, though the fan signs in anew before sending it again', async () => {
	const fan = await aFan('lost-answer');
	const { page } = await site.visitor({ as: fan, at: '/leader-board?main_tab=solo' });
	const vote = '**/api/v1/rankings/vote/**';
	await page.route(vote, async (route) => {
		await route.fetch();
		await route.abort();
	});
	await openVote(page, '3');
	await page.clock.install();
	await dialogOf(page).getByRole('button', { name: 'Vote 3' }).click();
	await runUntil(page, 1_000, () => page.getByText('failed to vote').isVisible());
	await page.unroute(vote);
	await endEverywhere(fan.token);
	await dialogOf(page).getByRole('button', { name: 'Vote 3' }).click();
	await page.waitForURL('**/login');
	await signInAgain(page, fan.email, fan.email);
	await dialogOf(page).getByRole('button', { name: 'Vote 3' }).click();
	await page.getByRole('dialog', { name: 'Vote Successful' }).waitFor();
	const spent = await site.owner.query({ text: 'select tickets from vote where fan_id = $1', values: [fan.fanId] });
	expect(spent).toEqual([{ tickets: 3 }]);
	expect(await storedIn(page)).not.toBe(fan.token);
});
