/** Without a mouse: sign in, vote, log out. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Locator } from '@playwright/test';
import { openBrowserSite, type BrowserSite } from '../../fixtures/browser/browser.ts';
import { aContest } from '../../fixtures/voting/contests.ts';
import { tabTo } from '../../fixtures/browser/keyboard.ts';
import { aPerson } from '../../fixtures/accounts/people.ts';

let site: BrowserSite;

beforeAll(async () => {
	site = await openBrowserSite();
	await aContest(site.owner, 'november', { tab: 'solo' });
	const fan = await aPerson(site.owner, 'keys', { earned: 100 });
	await site.owner.query({
		text: `insert into fan_identity (provider, subject, fan_id) values ('google', 'keys-subject', $1)`,
		values: [fan.fanId],
	});
});
afterAll(() => site.close());

it.each([1440, 390])('at %i pixels a fan signs in, votes and logs out by keyboard alone', async (width) => {
	const visitor = await site.visitor({ width });
	const { page } = visitor;
	const press = async (target: Locator, key = 'Enter') => {
		await tabTo(page, target);
		await page.keyboard.press(key);
	};
	await visitor.open('/leader-board');
	await press(page.getByRole('button', { name: 'Vote for Bex Corran' }));
	await page.waitForURL('**/login');
	await press(page.getByRole('button', { name: 'Continue with Google' }));

	await tabTo(page, page.getByLabel('Name', { exact: true }));
	await page.keyboard.type('keys');
	await tabTo(page, page.getByLabel('Email address', { exact: true }));
	await page.keyboard.type('keys@fans.example');
	await tabTo(page, page.getByLabel(/^Subject/));
	await page.keyboard.type('keys-subject');
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

	if (width > 768) await press(page.getByRole('button', { name: 'Account menu' }));
	else await press(page.getByRole('button', { name: 'Open menu' }));
	await press(page.getByRole('button', { name: 'Log Out' }));
	await page.waitForURL('**/login');
	expect(await page.evaluate(() => localStorage.getItem('authentication_token'))).toBeNull();
	await visitor.leave();
});
