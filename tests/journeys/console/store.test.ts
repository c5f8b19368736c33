/** Rewards and goods, set in the console and seen by fans; picture pages and categories of news. */
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowserSite, type BrowserSite } from '../../fixtures/browser/browser.ts';
import { anOperator, putPicture, type OperatorAtWork } from '../../fixtures/browser/console.ts';
import { someNews } from '../../fixtures/site/news.ts';
import { aPerson } from '../../fixtures/accounts/people.ts';

let site: BrowserSite;
let finance: OperatorAtWork;
let editor: OperatorAtWork;
let picture: { name: string; mimeType: string; buffer: Buffer };

beforeAll(async () => {
	site = await openBrowserSite();
	[finance, editor] = [await anOperator(site, 'finance'), await anOperator(site, 'editor')];
	const bytes = sharp({ create: { width: 640, height: 480, channels: 3, background: '#204060' } }).png();
	picture = { name: 'picture.png', mimeType: 'image/png', buffer: await bytes.toBuffer() };
});
afterAll(async () => {
	expect([...finance.complaints, ...editor.complaints].filter((text) => !/status of 4\d\d/.test(text))).toEqual([]);
	await site.close();
});

async function aFan() {
	return site.visitor({ as: await aPerson(site.owner, `fan ${Math.random()}`) });
}

describe('goods', () => {
	it('that finance puts on sale appear in the store with their bonus', async () => {
		const { page } = finance;
		await finance.open('/console/goods');
		await page.getByRole('link', { name: 'New pack' }).click();
		await page.getByLabel('Gems', { exact: true }).fill('1000');
		await page.getByLabel('Extra gems').fill('150');
		await page.getByLabel('Price').fill('9.999');
		await page.getByText('Write it like 4.99').waitFor();
		await page.getByLabel('Price').fill('9.99');
		const preview = page.getByRole('figure', { name: 'How fans see it' });
		await preview.getByText('HOT Extra +15%').waitFor();
		await preview.getByText('US$9.99').waitFor();
		await putPicture(page, 'Picture', picture);
		await page.locator('.file-drop img').waitFor();
		await page.getByLabel('Reason').fill('The winter sale');
		await finance.expectAccessible();
		const currency = page.getByLabel('Currency');
		await currency.fill('XYZ');
		// Nothing of that name: what was chosen stays.
		await currency.blur();
		await expect.poll(() => currency.inputValue()).toBe('US Dollar');
		await page.getByRole('button', { name: 'Publish…' }).click();
		await page.getByRole('dialog').getByRole('button', { name: 'Put on sale' }).click();
		await page.getByRole('row', { name: /1,000 gems.*\$9\.99.*On sale/ }).waitFor();
		const fan = await aFan();
		await fan.open('/store');
		const card = fan.page.getByRole('listitem').filter({ hasText: 'HOT Extra +15%' });
		await card.getByText('1,000').waitFor();
		await card.getByRole('button', { name: /Buy 1,000 gems for US\$9\.99/ }).waitFor();
	});

	it('that are withdrawn leave the store, and who edits second is told', async () => {
		const { page } = finance;
		await page.getByRole('link', { name: '1,000 gems' }).click();
		await page.getByLabel('Extra gems').fill('200');
		await page.getByLabel('Reason').fill('More for the same');
		const { page, open, expectAccessible } = await anOperator(site, 'owner', { width: 390 });
		await open('/console/goods');
		await page.getByRole('link', { name: '1,000 gems' }).click();
		await page.getByLabel('Reason').fill('The sale is over');
		await expectAccessible();
		await page.getByRole('button', { name: 'Unpublish' }).click();
		await page.getByRole('dialog').getByRole('button', { name: 'Unpublish' }).click();
		await page.getByRole('row', { name: /1,000 gems.*Not on sale/ }).waitFor();
		await page.getByRole('button', { name: 'Save' }).click();
		await page.getByText('Somebody else has changed this').waitFor();
		await page.getByRole('button', { name: 'Show the saved version' }).click();
		await page.getByRole('button', { name: 'Publish…' }).waitFor();
		await expect.poll(() => page.getByLabel('Extra gems').inputValue()).toBe('150');
		const fan = await aFan();
		await fan.open('/store');
		await fan.page.getByText('No Data').waitFor();
	});

	it('are only read by an editor', async () => {
		await editor.open('/console/goods');
		await editor.page.getByRole('link', { name: '1,000 gems' }).click();
		await expect.poll(() => editor.page.getByLabel('Price').isDisabled()).toBe(true);
		expect(await editor.page.getByRole('button', { name: 'Save' }).count()).toBe(0);
		expect(await editor.page.getByRole('link', { name: 'New pack' }).count()).toBe(0);
	});
});

describe('the check-in', () => {
	it('gives what finance sets for the day', async () => {
		const { page } = finance;
		await finance.open('/console/check-in');
		await page.getByLabel('Day 1').fill('77');
		await page.getByLabel('Reason').fill('A warm welcome');
		await finance.expectAccessible();
		await page.getByRole('button', { name: 'Save' }).click();
		await page.getByText('Saved').waitFor();
		const fan = await aFan();
		await fan.open('/store');
		await fan.page.getByRole('button', { name: /^Day 1.*\+77.*Claim$/ }).click();
		await fan.page.getByText('Claimed', { exact: true }).waitFor();
	});

	it('has the rule that an editor writes, and rewards that are not theirs', async () => {
		const { page } = editor;
		await editor.open('/console/check-in');
		await expect.poll(() => page.getByLabel('Day 1').isDisabled()).toBe(true);
		await page.getByRole('textbox', { name: 'Rule' }).fill('One claim for each day in Seoul.');
		await editor.expectAccessible();
		await page.getByRole('button', { name: 'Preview' }).click();
		await page.frameLocator('iframe[title="As fans see it"]').getByText('One claim for each day').waitFor();
		await page.getByRole('button', { name: 'Save' }).click();
		await page.getByText('Saved').waitFor();
		const fan = await aFan();
		await fan.open('/store');
		await fan.page.getByText('One claim for each day in Seoul.').waitFor();
	});
});

describe('a picture page', () => {
	it('is previewed, seen by fans, and gone when it is hidden', async () => {
		const { page } = editor;
		await editor.open('/console/views');
		await page.getByRole('link', { name: 'New image page' }).click();
		await page.getByLabel('Address').fill('winter gala');
		await page.getByText('Letters, digits and hyphens only').waitFor();
		await page.getByLabel('Address').fill('winter-gala');
		await putPicture(page, 'Picture for phones', picture);
		await putPicture(page, 'Picture for wide screens', picture);
		await expect.poll(() => page.locator('.file-drop img').count()).toBe(2);
		await page.getByLabel('Alt text').fill('The winter gala');
		const frame = page.frameLocator('iframe[title="As fans see it on a wide screen"]');
		await frame.getByRole('img', { name: 'The winter gala' }).waitFor();
		await page.getByRole('button', { name: 'Save' }).click();
		await page.getByRole('row', { name: /\/views\/winter-gala.*Visible/ }).waitFor();
		await editor.expectAccessible();
		const { page, open } = await site.visitor({ width: 390 });
		await open('/views/winter-gala');
		await page.getByRole('img', { name: 'The winter gala' }).waitFor();
		await page.getByRole('link', { name: '/views/winter-gala' }).click();
		await page.getByLabel('Hidden from fans').check();
		await page.getByRole('button', { name: 'Save' }).click();
		await page.getByRole('row', { name: /\/views\/winter-gala.*Hidden/ }).waitFor();
		await open('/views/winter-gala');
		await page.getByText('PAGE NOT FOUND').waitFor();
	});
});

describe('categories of news', () => {
	it('are named and put in order by an editor; one with pieces cannot be removed', async () => {
		await someNews(site.owner, ['A first piece']);
		const { page } = editor;
		await editor.open('/console/news-categories');
		await page.getByRole('link', { name: 'New category' }).click();
		await page.getByLabel('Name').fill('Backstage');
		await page.getByLabel('Key', { exact: true }).fill('backstage');
		await page.getByLabel('Position').fill('1');
		await page.getByRole('button', { name: 'Save' }).click();
		await page.getByRole('link', { name: 'Backstage' }).click();
		await editor.expectAccessible();
		const { page, open } = await site.visitor();
		await open('/news');
		await page.getByRole('tab', { name: 'Backstage' }).waitFor();
		await page.getByRole('button', { name: 'Remove this category' }).click();
		await page.getByText('Backstage has been removed').waitFor();
		await expect.poll(() => page.getByRole('link', { name: 'Backstage' }).count()).toBe(0);
		await page.getByRole('row').filter({ hasText: 'article' }).getByRole('link').click();
		await page.getByLabel('Name').waitFor();
		expect(await page.getByRole('button', { name: 'Remove this category' }).count()).toBe(0);
	});
});
