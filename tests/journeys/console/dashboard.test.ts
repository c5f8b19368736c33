/** The first screen of the console: the current state of the site. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowserSite, type BrowserSite } from '../../fixtures/browser/browser.ts';
import { anOperator } from '../../fixtures/browser/console.ts';
import { aContest } from '../../fixtures/voting/contests.ts';
import { aPerson } from '../../fixtures/accounts/people.ts';

let site: BrowserSite;

beforeAll(async () => {
	site = await openBrowserSite();
	await aContest(site.owner, 'november', { tab: 'solo' });
	for (const name of ['ana', 'bo', 'cy']) await aPerson(site.owner, name, { earned: 50, purchased: 20 });
	for (const text of [
		`insert into reconciliation values (true, lightstick_now(), '{every wallet is the sum of its ledger entries}')`,
		`select graphile_worker.add_job('read_payment_events')`,
		`update graphile_worker._private_jobs set attempts = 4, last_error = 'Stripe asks to come back later'`,
	]) {
		await site.owner.query({ text });
	}
});
afterAll(() => site.close());

it.each([
	['desk', 1440, 'dark'],
	['phone', 390, 'light'],
] as const)('on a %s, a viewer reads what runs, what the hours gave and what is missing', async (_, width, theme) => {
	const viewer = await anOperator(site, 'viewer', { width, theme });
	const { page } = viewer;
	await viewer.open('/console');
	await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
	await page.getByRole('heading', { name: 'The november ranking' }).waitFor();
	await page
		.getByRole('row', { name: /november.*cover/i })
		.getByText('Add cover')
		.waitFor();
	await page.getByRole('row', { name: /every wallet is the sum.*npm run audit/i }).waitFor();
	await page.getByRole('row', { name: /come back later.*keeps failing/i }).waitFor();
	await page.locator('.votes-plot canvas').waitFor();
	await page.getByText('Sign-ups, seven days: 0; 0; 0; 0; 0; 0; 3').waitFor({ state: 'attached' });
	await page.getByText('in all wallets: 150 earned, 60 bought').waitFor();
	await page.getByRole('listitem').filter({ hasText: 'South Korea' }).getByText('3').waitFor();
	await page.getByRole('link', { name: /\d things? needs? attention/ }).waitFor();
	await viewer.expectAccessible();
	expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
	expect(viewer.complaints).toEqual([]);
	await viewer.leave();
});

it('is searched by keyboard alone: finds a ranking, pauses it, and says what was done in a sentence', async () => {
	const editor = await anOperator(site, 'editor');
	const { page } = editor;
	await editor.open('/console');
	await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
	await page.keyboard.press('Control+k');
	const field = page.getByRole('combobox', { name: /^Search rankings/ });
	await field.fill('vember');
	await page.getByText(/Nothing found for “vember”/).waitFor();
	await field.fill('pause nov');
	await page.getByRole('option', { name: 'Pause The november ranking', selected: true }).waitFor();
	await editor.expectAccessible();
	await page.keyboard.press('ArrowDown');
	await page.getByRole('option', { name: /^The november ranking/, selected: true }).waitFor();
	await page.keyboard.press('ArrowUp');
	await page.keyboard.press('Enter');
	await page.getByRole('dialog', { name: 'Pause The november ranking?' }).getByLabel('Reason').waitFor();
	await page.getByLabel('Reason').fill('A wrong entry');
	await page.keyboard.press('Control+s');
	await page.getByText('Paused', { exact: true }).first().waitFor();
	await page.keyboard.press('/');
	await field.fill('nov');
	await page.getByRole('option', { name: /^The november ranking/, selected: true }).waitFor();
	// Not the ranking, which is still listed until the answer for the new text comes.
	await field.fill('audit');
	await page.keyboard.press('Enter');
	const row = page.getByRole('row', { name: /editor-\d+@team\.example paused The november ranking/ });
	await row.getByRole('link', { name: 'The november ranking' }).waitFor();
	await page.getByLabel('Fan, action or reason').fill('wrong entry');
	await expect.poll(() => new URL(page.url()).searchParams.get('search')).toBe('wrong entry');
	await page.keyboard.press('Escape');
	await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Rankings' }).click();
	await page.getByRole('heading', { name: 'Rankings' }).waitFor();
	await page.goBack();
	await expect.poll(() => page.getByLabel('Fan, action or reason').inputValue()).toBe('wrong entry');
	await row.waitFor();
	expect(editor.complaints).toEqual([]);
	await editor.leave();
});
