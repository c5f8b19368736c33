/** Leaving, in a real browser. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openStage, type Stage } from '../world/browser.ts';
import { aPerson } from '../world/people.ts';

let stage: Stage;

beforeAll(async () => {
	stage = await openStage();
});
afterAll(() => stage.close());

it('a fan downloads the data, reads what a deletion means, and is gone to the log-in page', async () => {
	const fan = await aPerson(stage.owner, 'leaver', { earned: 20, purchased: 5 });
	const visitor = await stage.visitor({ width: 390, theme: 'light' });
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
	await visitor.expectAccessible();
	await expect.poll(() => dialog.getByRole('button', { name: 'Delete my account' }).isDisabled()).toBe(true);
	await dialog.getByText('I give up my gems').click();
	await dialog.getByRole('button', { name: 'Delete my account' }).click();
	await page.waitForURL('**/login');
	expect(await page.evaluate(() => localStorage.getItem('authentication_token'))).toBeNull();
	expect((await stage.ask({ path: '/user/me', token: fan.token })).status).toBe(401);
	await visitor.leave();
});

it('a fan logs out on every device from one of them', async () => {
	const fan = await aPerson(stage.owner, 'mover');
	const visitor = await stage.visitor();
	await visitor.open('/');
	await visitor.page.evaluate((token) => localStorage.setItem('authentication_token', token), fan.token);
	await visitor.open('/edit-profile');
	await visitor.page.getByRole('button', { name: 'Log out everywhere' }).click();
	await visitor.page.waitForURL('**/login');
	expect((await stage.ask({ path: '/user/me', token: fan.token })).status).toBe(401);
	await visitor.leave();
});
