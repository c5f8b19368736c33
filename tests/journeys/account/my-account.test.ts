/** Exporting data, deleting an account and ending sessions, in a real browser. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hashSecret } from '#server/kernel/secrets.ts';
import { openBrowserSite, type BrowserSite } from '../../fixtures/browser/browser.ts';
import { aPerson } from '../../fixtures/accounts/people.ts';

let site: BrowserSite;

beforeAll(async () => {
	site = await openBrowserSite();
});
afterAll(() => site.close());

it('a fan downloads the data, reads what a deletion means, and is gone to the log-in page', async () => {
	const fan = await aPerson(site.owner, 'leaver', { earned: 20, purchased: 5 });
	const visitor = await site.visitor({ width: 390, theme: 'light' });
	const { page } = visitor;
	await visitor.open('/');
	await page.evaluate((token) => localStorage.setItem('authentication_token', token), fan.token);
	await visitor.open('/edit-profile');
	const download = page.waitForEvent('download');
	await page.getByRole('button', { name: 'Download my data' }).click();
	expect((await download).suggestedFilename()).toBe('lightstick-my-data.json');
	await visitor.expectAccessible();
	await page.getByRole('button', { name: 'Delete my account' }).click();
	const dialog = page.getByRole('dialog');
	await dialog.getByText('25 gems').waitFor();
	await dialog.getByText('They stay in the public list under a random code').waitFor();
	await visitor.expectAccessible();
	await expect.poll(() => dialog.getByRole('button', { name: 'Delete my account' }).isDisabled()).toBe(true);
	await dialog.getByText('I give up my gems').click();
	await dialog.getByRole('button', { name: 'Delete my account' }).click();
	await page.waitForURL('**/login');
	expect(await page.evaluate(() => localStorage.getItem('authentication_token'))).toBeNull();
	expect((await site.ask({ path: '/user/me', token: fan.token })).status).toBe(401);
	await visitor.leave();
});

it('a fan who signed in long ago logs in again before the account is deleted, and comes back to it', async () => {
	const fan = await aPerson(site.owner, 'careful');
	await site.owner.query({
		text: `insert into fan_identity (provider, subject, fan_id) values ('google', 'midnight-seat', $1)`,
		values: [fan.fanId],
	});
	await site.owner.query({
		text: `update session set activated_at = activated_at - interval '1 hour' where fan_id = $1`,
		values: [fan.fanId],
	});
	const visitor = await site.visitor({ width: 390 });
	const { page } = visitor;
	await visitor.open('/');
	await page.evaluate((token) => localStorage.setItem('authentication_token', token), fan.token);
	await visitor.open('/edit-profile');
	const dialog = page.getByRole('dialog');
	await page.getByRole('button', { name: 'Delete my account' }).click();
	await dialog.getByText('I give up my gems').click();
	await dialog.getByRole('button', { name: 'Delete my account' }).click();
	await dialog.getByText('Please log in again').waitFor();
	await visitor.expectAccessible();
	await dialog.getByRole('button', { name: 'Log in again' }).click();
	await page.waitForURL('**/login');
	await page.getByRole('button', { name: 'Continue with Google' }).click();
	await page.getByRole('button', { name: /midnight_seat/ }).click();
	await page.waitForURL('**/edit-profile?leaving=1');
	await dialog.getByText('I give up my gems').click();
	// The session of before is over: a browser has one.
	await expect.poll(async () => (await site.ask({ path: '/user/me', token: fan.token })).status).toBe(401);
	await dialog.getByRole('button', { name: 'Delete my account' }).click();
	await page.waitForURL('**/login');
	const requests = await site.db.query({
		text: 'select from deletion_request where fan_id = $1 and cancelled_at is null',
		values: [fan.fanId],
	});
	expect(requests).toHaveLength(1);
	await visitor.leave();
});

it('a fan sees where they are logged in, and logs out the phone they lost', async () => {
	const fan = await aPerson(site.owner, 'loser');
	const lost = hashSecret('a token on the lost phone');
	await site.owner.query({
		text: `insert into session (token_hash, fan_id, provider, browser_hash, activated_at, expires_at, country)
			values ($1, $2, 'line', '\\x01', lightstick_now(), lightstick_now() + interval '9 days', 'JP')`,
		values: [lost, fan.fanId],
	});
	const visitor = await site.visitor({ width: 390, as: fan });
	const { page } = visitor;
	await visitor.open('/edit-profile');
	const list = page.getByRole('region', { name: 'Where you are logged in' });
	await list.getByText('This device').waitFor();
	await list.getByText('Line · Japan').waitFor();
	await visitor.expectAccessibleInBothThemes();
	await list.getByRole('button', { name: /^Log out Line · Japan/ }).click();
	await page.getByText('Logged out there', { exact: true }).waitFor();
	await expect.poll(() => list.getByRole('listitem').count()).toBe(1);
	const ended = await site.db.query({
		text: 'select from session where token_hash = $1 and revoked_at is not null',
		values: [lost],
	});
	expect(ended).toHaveLength(1);
	await visitor.leave();
});

it('a fan logs out on every device from one of them', async () => {
	const fan = await aPerson(site.owner, 'mover');
	const visitor = await site.visitor();
	await visitor.open('/');
	await visitor.page.evaluate((token) => localStorage.setItem('authentication_token', token), fan.token);
	await visitor.open('/edit-profile');
	await visitor.page.getByRole('button', { name: 'Log out everywhere' }).click();
	await visitor.page.waitForURL('**/login');
	expect((await site.ask({ path: '/user/me', token: fan.token })).status).toBe(401);
	await visitor.leave();
});
