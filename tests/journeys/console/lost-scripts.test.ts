/** Scripts of the console that do not arrive, as after a new release or on a bad line: nobody loses their work by it. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowserSite, type BrowserSite } from '../../fixtures/browser/browser.ts';
import { anOperator, type OperatorAtWork } from '../../fixtures/browser/console.ts';

let site: BrowserSite;
let owner: OperatorAtWork;

beforeAll(async () => {
	site = await openBrowserSite();
	owner = await anOperator(site, 'owner');
});
afterAll(() => site.close());

it('the dashboard stands without its plot', async () => {
	const { page } = owner;
	await page.route(/\/votes-per-hour-[^/]+\.js$/, (route) => route.abort());
	await owner.open('/console');
	const plot = page.locator('section', { has: page.getByRole('heading', { name: 'Votes per hour' }) });
	await plot.getByRole('alert').getByText('Save your work, then reload the page.', { exact: false }).waitFor();
	await page.getByRole('heading', { name: 'Needs attention' }).waitFor();
	await owner.expectAccessible();
});

it('a form keeps what was written when the search is asked for and does not come, and is written on', async () => {
	const { page } = owner;
	await page.route(/\/(?:palette|export-dialog)-[^/]+\.js$/, (route) => route.abort());
	await owner.open('/console/fans');
	await page.getByRole('button', { name: 'Export' }).click();
	const notice = page.getByText('This dialog could not be loaded');
	await notice.waitFor();
	await page.getByRole('link', { name: 'News', exact: true }).first().click();
	await page.getByRole('link', { name: 'New article' }).click();
	const title = page.getByLabel('Title', { exact: true });
	await title.fill('A night for');
	await notice.waitFor({ state: 'detached' });
	await page.keyboard.press('Control+k');
	await notice.waitFor();
	await title.press('End');
	await page.keyboard.type(' two');
	expect(await title.inputValue()).toBe('A night for two');
});
