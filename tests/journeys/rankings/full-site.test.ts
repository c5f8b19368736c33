/** A vote that the site has no room for at once: the fan is told, and it counts once. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { problems } from '#contract/problems.ts';
import { aPerson } from '../../fixtures/accounts/people.ts';
import { openBrowserSite, type BrowserSite } from '../../fixtures/browser/browser.ts';
import { aContest } from '../../fixtures/voting/contests.ts';

let site: BrowserSite;

beforeAll(async () => {
	site = await openBrowserSite();
	await aContest(site.owner, 'november', { tab: 'solo', artists: ['Ayu Bara', 'Bex Corran'] });
});
afterAll(() => site.close());

it('is sent again when the site asked for it, and the dialog says that it takes long', async () => {
	const fan = await aPerson(site.owner, 'voter', { earned: 1_000 });
	const { page, open } = await site.visitor({ as: fan, width: 390 });
	const keys: string[] = [];
	let room = 2;
	await page.route('**/api/v1/rankings/vote/**', async (route) => {
		keys.push((await route.request().headerValue('idempotency-key')) ?? '');
		room -= 1;
		if (room < 0) return route.continue();
		const { status, message } = problems.busy;
		return route.fulfill({
			status,
			headers: { 'retry-after': '3' },
			json: { code: status, message, data: null, error: 'busy' },
		});
	});
	await page.clock.install();
	await open('/leader-board');
	await page.getByRole('button', { name: 'Vote for Ayu Bara' }).click();
	const dialog = page.getByRole('dialog', { name: 'Ayu Bara' });
	await dialog.getByLabel('Votes').fill('3');
	await page.clock.pauseAt(Date.now() + 60_000);
	await dialog.getByRole('button', { name: /^Vote/ }).click();
	const secondsUntil = (seen: () => Promise<boolean>) =>
		expect
			.poll(async () => {
				await page.clock.runFor(1_000);
				return seen();
			})
			.toBe(true);
	await secondsUntil(() => dialog.getByText(/^Many fans are voting right now/).isVisible());
	await secondsUntil(() => page.getByRole('dialog', { name: 'Vote Successful' }).isVisible());
	expect(keys).toHaveLength(3);
	expect(new Set(keys).size).toBe(1);
	expect(await site.owner.query({ text: 'select tickets from vote' })).toEqual([{ tickets: 3 }]);
});
