/** The table of every list: order, columns, views, keys, bulk actions and files. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createArtist } from '#contract/operator/artists.ts';
import { anOperator, type OperatorAtWork } from '../../fixtures/browser/console.ts';
import { openBrowserSite, type BrowserSite } from '../../fixtures/browser/browser.ts';
import { aColleague, dataAs } from '../../fixtures/operators/operators.ts';
import { artistFields } from '../../fixtures/site/artists.ts';
import { aContest } from '../../fixtures/voting/contests.ts';

let site: BrowserSite;
let editor: OperatorAtWork;

beforeAll(async () => {
	site = await openBrowserSite();
	const maker = await aColleague(site.owner, 'editor');
	for (const en_name of ['Noor Vale', 'Ziva Okoro']) {
		await dataAs(site, maker, createArtist, { body: artistFields({ en_name }) });
	}
	// Its artists cannot be hidden while it runs.
	await aContest(site.owner, 'november', { tab: 'solo' });
	editor = await anOperator(site, 'editor');
});
afterAll(() => site.close());

const table = () => editor.page.getByRole('table', { name: 'Artists' });
const names = async () => (await table().locator('.table-link').allInnerTexts()).map((text) => text.trim());

describe('the list of artists', () => {
	it('is turned around by its head, and says so in the address', async () => {
		const { page } = editor;
		await editor.open('/console/artists');
		await table().getByRole('link', { name: 'Ziva Okoro' }).waitFor();
		const before = await names();
		await table().getByRole('button', { name: 'Artist' }).click();
		await expect.poll(names).toEqual(before.toReversed());
		expect(page.url()).toContain('order=desc');
		await page
			.getByRole('columnheader', { name: 'Artist', exact: true })
			.and(page.locator('[aria-sort=descending]'))
			.waitFor();
	});

	it('is kept as a view under a name, with its columns, and opened again elsewhere', async () => {
		const { page } = editor;
		await page.getByRole('button', { name: 'Display' }).click();
		await page.getByRole('dialog').getByText('Native name', { exact: true }).click();
		await editor.expectAccessible();
		await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click();
		await expect.poll(() => table().getByRole('columnheader', { name: 'Native name' }).count()).toBe(0);
		await page.getByRole('button', { name: 'Views' }).click();
		await page.getByLabel('Save this view as').fill('From Z');
		await page.getByRole('button', { name: 'Save view' }).click();
		await page.getByText('Saved as From Z').waitFor();

		await editor.open('/console/artists');
		await page.getByRole('button', { name: 'Views' }).click();
		await page.getByRole('link', { name: 'From Z' }).waitFor();
		await editor.expectAccessible();
		await page.getByRole('link', { name: 'From Z' }).click();
		await expect.poll(async () => (await names())[0]).toBe('Ziva Okoro');
		expect(await table().getByRole('columnheader', { name: 'Native name' }).count()).toBe(0);
	});

	it('is worked on by keyboard: rows are chosen, the action is tried, done and undone', async () => {
		const { page } = editor;
		await editor.open('/console/artists?order=desc');
		await table().getByRole('link', { name: 'Ziva Okoro' }).waitFor();
		await table().locator('tbody tr').first().focus();
		await page.keyboard.press('x');
		await page.keyboard.press('Shift+ArrowDown');
		await page.keyboard.press('Shift+ArrowDown');
		await page.getByText('3 selected').waitFor();
		await page.keyboard.press('Escape');
		await expect.poll(() => page.getByText('3 selected').count()).toBe(0);
		for (const row of await table().locator('tbody tr').all()) {
			await row.focus();
			await page.keyboard.press('x');
		}
		await editor.expectAccessible();
		await page.getByRole('button', { name: 'Hide', exact: true }).click();
		const dialog = page.getByRole('dialog', { name: 'Hide these artists from fans?' });
		await dialog.getByText('Will be hidden').first().waitFor();
		await dialog.getByText('This artist is in a ranking that has not ended').first().waitFor();
		await editor.expectAccessible();
		await dialog.getByRole('button', { name: 'Hide (2)' }).click();
		const done = page.getByRole('dialog', { name: 'Done' });
		await done.getByRole('button', { name: 'Undo' }).waitFor();
		await table()
			.getByRole('row', { name: /Ziva Okoro.*Hidden/ })
			.waitFor();
		await done.getByRole('button', { name: 'Undo' }).click();
		await page.getByRole('dialog', { name: 'Undone' }).getByText('Close', { exact: true }).click();
		await table()
			.getByRole('row', { name: /Ziva Okoro.*Visible/ })
			.waitFor();
		await expect.poll(() => page.getByText(/selected$/).count()).toBe(0);
	});

	it('is saved as a file with the columns shown', async () => {
		const { page } = editor;
		await editor.open('/console/artists?order=desc&columns=status');
		await page.getByRole('button', { name: 'Export' }).click();
		const saved = page.waitForEvent('download');
		await page.getByRole('button', { name: 'Download CSV' }).click();
		const file = await saved;
		expect(file.suggestedFilename()).toBe('artists.csv');
		await page.getByText(/\d+ rows saved\./).waitFor();
		const chunks: string[] = [];
		for await (const chunk of (await file.createReadStream()).setEncoding('utf8')) chunks.push(String(chunk));
		expect(chunks.join('').split('\r\n').slice(0, 2)).toEqual(['\uFEFFname,status', 'Ziva Okoro,visible']);
	});

	it('is opened from a row by Enter', async () => {
		const { page } = editor;
		await editor.open('/console/artists?order=desc');
		await table().getByRole('link', { name: 'Ziva Okoro' }).waitFor();
		await table().locator('tbody tr').first().focus();
		await page.keyboard.press('ArrowDown');
		await page.keyboard.press('Enter');
		await page.getByRole('heading', { name: 'Noor Vale' }).waitFor();
		// The list beside the editor keeps its order.
		expect((await names())[0]).toBe('Ziva Okoro');
	});
});
