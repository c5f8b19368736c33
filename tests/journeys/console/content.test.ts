/** Content that an editor writes and publishes in the console, and how fans see it. */
import sharp from 'sharp';
import { one } from '#server/kernel/database.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowserSite, type BrowserSite } from '../../fixtures/browser/browser.ts';
import { anOperator, putPicture, sectionsOf, usePart, type OperatorAtWork } from '../../fixtures/browser/console.ts';
import { aContest } from '../../fixtures/voting/contests.ts';

let site: BrowserSite;
let editor: OperatorAtWork;
let picture: { name: string; mimeType: string; buffer: Buffer };

beforeAll(async () => {
	site = await openBrowserSite();
	await site.owner.query({
		text: `insert into news_category (name, key, position) values ('Articles', 'article', 1)`,
	});
	editor = await anOperator(site, 'editor');
	const bytes = sharp({ create: { width: 640, height: 480, channels: 3, background: '#204060' } }).png();
	picture = { name: 'picture.png', mimeType: 'image/png', buffer: await bytes.toBuffer() };
});
afterAll(() => site.close());

describe('an artist', () => {
	it('is made with a color that is shown as fans will see it', async () => {
		const { page } = editor;
		await editor.open('/console/artists');
		await page.getByRole('link', { name: 'New artist' }).click();
		await page.getByLabel('Name', { exact: true }).fill('Orla Venn');
		await page.getByLabel('Fandom color', { exact: true }).fill('#12');
		await page.getByText('Write it as #RRGGBB').waitFor();
		await page.getByLabel('Fandom color', { exact: true }).fill('#3311AA');
		await page.getByRole('figure', { name: 'How fans see it' }).getByText('Orla Venn').waitFor();
		await page
			.getByText(/^[6-9]\.\d : 1$/)
			.first()
			.waitFor();
		await page.locator('.editor-panel').getByLabel('Kind').selectOption('group');
		const nationality = page.getByLabel('Nationality');
		await nationality.fill('South Korea');
		await page.getByLabel('Native name', { exact: true }).focus();
		await expect.poll(() => nationality.inputValue()).toBe('South Korea');
		await page.getByLabel('Hidden from fans').uncheck();
		await page.getByRole('textbox', { name: 'Description' }).fill('Sings of the sea.');
		await editor.expectAccessible();
		await page.getByRole('button', { name: 'Save' }).click();
		await page.waitForURL(/\/console\/artists\/\d+$/);
		const stored = await one<{ nationality: string }>(site.owner, {
			text: 'select nationality from artist where artist_id = $1',
			values: [page.url().split('/').at(-1)],
		});
		expect(stored.nationality).toBe('KR');
		const { page, open } = await site.visitor();
		const onSite = await page.getByRole('link', { name: 'View on site' }).getAttribute('href');
		await open(onSite ?? '');
		await page.getByText('Sings of the sea.').waitFor();
	});
});

describe('a piece of news', () => {
	it('stays unseen as a draft, is previewed, and appears when it is shown', async () => {
		const { page } = editor;
		await editor.open('/console/news');
		await page.getByRole('link', { name: 'New article' }).click();
		await page.getByLabel('Title').fill('The hall opens early');
		await page.getByRole('textbox', { name: 'Text', exact: true }).click();
		await page.getByRole('button', { name: 'Bold' }).click();
		await page.keyboard.type('Doors at six.');
		await page.getByRole('button', { name: 'Video', exact: true }).click();
		await page.getByLabel('Address of the video').fill('https://evil.example/v');
		await page.getByText('Only videos on YouTube and Vimeo can be shown').waitFor();
		await page.getByLabel('Address of the video').fill('https://youtu.be/dQw4w9WgXcQ');
		await page.getByLabel('What the video shows').fill('The doors from inside');
		await page.getByRole('button', { name: 'Insert the video' }).click();
		await page.getByRole('button', { name: 'Picture', exact: true }).click();
		await putPicture(page, 'Picture in the text', picture);
		await page.locator('.file-drop img').waitFor();
		await page.getByLabel('What the picture shows').fill('A queue in the snow');
		await page.getByRole('button', { name: 'Insert the picture' }).click();
		await page
			.getByRole('textbox', { name: 'Text', exact: true })
			.getByRole('img', { name: 'A queue in the snow' })
			.waitFor();
		await page.getByLabel('Published (KST)').fill('2026-01-02T09:00');
		await putPicture(page, 'Cover', picture);
		await page.locator('.file-drop img').waitFor();
		// Before the preview: its frame lets no script in, the inspector's neither.
		await editor.expectAccessible();
		await page.getByRole('button', { name: 'Preview' }).click();
		await page.frameLocator('iframe[title="As fans see it"]').locator('strong').waitFor();
		await page.getByRole('button', { name: 'Save draft' }).click();
		await page.waitForURL(/\/console\/news\/\d+$/);
		const id = page.url().split('/').at(-1);
		const { page, open } = await site.visitor();
		await open(`/news/${id}`);
		await page.getByRole('heading').first().waitFor();
		expect(await page.getByText('Doors at six.').count()).toBe(0);
		await page.getByLabel('Title').fill('The hall opens at six');
		await page.getByRole('button', { name: 'Publish…' }).click();
		const asked = page.getByRole('dialog', { name: 'Publish The hall opens at six?' });
		await asked.getByRole('listitem').filter({ hasText: 'No alt text' }).waitFor();
		const preview = asked.frameLocator('iframe[title="As fans see it"]');
		await preview.getByRole('heading', { name: 'The hall opens at six' }).waitFor();
		await asked.getByRole('button', { name: 'Publish' }).click();
		await page.getByRole('link', { name: 'View on site' }).waitFor();
		await open(`/news/${id}`);
		await page.getByText('Doors at six.').waitFor();
		await page.locator('iframe[title="The doors from inside"][src*="/embed/dQw4w9WgXcQ"]').waitFor();
		const shown = page.getByRole('img', { name: 'A queue in the snow' });
		await shown.scrollIntoViewIfNeeded();
		await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
		await page.getByLabel('Title').fill('The hall opens early');
		await page.getByText('Title: The hall opens at six The hall opens early').waitFor();
		await page.getByRole('button', { name: 'Save changes' }).click();
		await page.getByRole('heading', { name: 'The hall opens early' }).waitFor();
		await page.getByRole('button', { name: 'Unpublish' }).click();
		await page.getByRole('dialog').getByRole('button', { name: 'Unpublish' }).click();
		await expect.poll(() => page.getByRole('link', { name: 'View on site' }).count()).toBe(0);
		await open(`/news/${id}`);
		await page.getByRole('heading').first().waitFor();
		expect(await page.getByText('Doors at six.').count()).toBe(0);
	});

	it('is translated below its editor, and read in that language', async () => {
		const { page } = editor;
		const { id } = await one<{ id: number }>(site.owner, {
			text: `insert into news (category_id, title, content_raw, content_html, content_policy, published_at, updated_at)
				select category_id, 'A new stage', '', '<p>Tonight</p>', 1, lightstick_now(), lightstick_now()
				from news_category limit 1 returning news_id as id`,
		});
		await editor.open(`/console/news/${id}`);
		const translations = page.getByRole('region', { name: 'Translations' });
		await translations.getByLabel('Language').selectOption({ label: 'Korean' });
		await translations.getByLabel('Title').fill('새 무대');
		await editor.expectAccessible();
		await translations.getByRole('button', { name: 'Save' }).click();
		await translations.getByRole('option', { name: 'Korean: translated' }).waitFor({ state: 'attached' });
		const { page, open } = await site.visitor({ width: 390 });
		await open(`/news/${id}?lang=ko`);
		// Without its text, the translation is a draft.
		await page.locator('h1[lang="en"]', { hasText: 'A new stage' }).waitFor();
		await translations.getByRole('textbox', { name: 'Text', exact: true }).click();
		await page.keyboard.type('오늘 밤');
		const saved = page.waitForResponse((response) => response.request().method() === 'PUT' && response.ok());
		await translations.getByRole('button', { name: 'Save' }).click();
		await saved;
		await page.reload();
		await page.getByRole('heading', { name: '새 무대' }).waitFor();
		await page.getByText('오늘 밤').waitFor();
	});
});

describe('a banner', () => {
	it('is put on the home page with both its pictures', async () => {
		const { page } = editor;
		await editor.open('/console/banners');
		await page.getByRole('link', { name: 'New banner' }).click();
		await putPicture(page, 'Picture for phones', picture);
		await putPicture(page, 'Picture for wide screens', picture);
		await expect.poll(() => page.locator('.file-drop img').count()).toBe(2);
		await page.getByLabel('Alt text').fill('A winter of light');
		await page.getByLabel('Link', { exact: true }).fill('lightstick.example');
		await page.getByText('Start the link with https:// or /').waitFor();
		await page.getByLabel('Link', { exact: true }).fill('/news');
		await page.getByRole('button', { name: 'Save draft' }).click();
		await page.getByRole('row', { name: /A winter of light.*Hidden/ }).waitFor();
		await page.getByRole('link', { name: 'A winter of light' }).click();
		await page.getByRole('button', { name: 'Publish…' }).click();
		await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
		await page.getByRole('row', { name: /A winter of light.*Visible/ }).waitFor();
		await editor.expectAccessible();
		const { page, open } = await site.visitor();
		await open('/');
		await page.getByRole('img', { name: 'A winter of light' }).first().waitFor();
	});
});

describe('a picture', () => {
	it('is cut to the part that an editor chooses, by keyboard and on a phone', async () => {
		const { page, open, expectAccessible } = await anOperator(site, 'editor', { width: 390, theme: 'light' });
		await open('/console/artists/new');
		await page.getByLabel('Portrait', { exact: true }).setInputFiles(await leftRedRightBlue());
		const dialog = page.getByRole('dialog', { name: 'Choose the visible part' });
		await dialog.getByText('400 by 400 pixels.').waitFor();
		await expectAccessible();
		await dialog.getByRole('slider', { name: 'Enlarge' }).press('ArrowRight');
		await dialog.getByText('381 by 381 pixels.').waitFor();
		const part = dialog.getByRole('group', { name: /Visible part/ });
		for (let presses = 0; presses < 60; presses += 1) await part.press('ArrowRight');
		await usePart(page);
		const address = await page.locator('.file-drop img').getAttribute('src');
		const answer = await page.request.get(address ?? '');
		const { dominant } = await sharp(await answer.body()).stats();
		expect([dominant.r > 200, dominant.b < 50]).toEqual([true, true]);
	});

	it('that no browser can read is refused by the server with the reason', async () => {
		const { page } = editor;
		await editor.open('/console/artists/new');
		const drawing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
		await page
			.getByLabel('Portrait', { exact: true })
			.setInputFiles({ name: 'drawing.png', mimeType: 'image/png', buffer: drawing });
		await page.getByText('This picture cannot be used').waitFor();
	});
});

async function leftRedRightBlue() {
	const half = { width: 400, height: 400, channels: 3, background: '#ff0000' } as const;
	const bytes = await sharp({ create: half }).extend({ right: 400, background: '#0000ff' }).png().toBuffer();
	return { name: 'halves.png', mimeType: 'image/png', buffer: bytes };
}

describe('a viewer', () => {
	it('reads every section and is offered no change', async () => {
		const viewer = await anOperator(site, 'viewer', { width: 390 });
		const { page } = viewer;
		await viewer.open('/console/news');
		await page.getByRole('link', { name: 'The hall opens early' }).click();
		await page.getByRole('heading', { name: 'The hall opens early' }).waitFor();
		expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0);
		expect(await page.getByRole('link', { name: 'New article' }).count()).toBe(0);
		await viewer.expectAccessible();
		await page.getByRole('button', { name: 'Open menu' }).click();
		expect(await sectionsOf(viewer)).toContain('Banners');
	});
});

describe('the settings of the site', () => {
	it('are changed by an editor with a reason; what a vote costs is not theirs', async () => {
		const { page } = editor;
		await editor.open('/console/settings');
		await page.getByLabel('Name of the site').fill('Lanternhall');
		await page.getByLabel('Reason', { exact: true }).fill('The new name');
		await editor.expectAccessible();
		await page.getByRole('button', { name: 'Save' }).click();
		await page.getByText('Saved').waitFor();
		await expect.poll(() => page.getByLabel('Gems per vote').isDisabled()).toBe(true);
		const { page, open } = await anOperator(site, 'finance');
		await open('/console/settings');
		await expect.poll(() => page.getByLabel('Gems per vote').isEnabled()).toBe(true);
		await expect.poll(() => page.getByLabel('Name of the site').inputValue()).toBe('Lanternhall');
		await expect.poll(() => page.getByLabel('Name of the site').isDisabled()).toBe(true);
	});

	it('hold the entry cards in the order that an editor gives them', async () => {
		await aContest(site.owner, 'first', { tab: 'solo' });
		await aContest(site.owner, 'second', { type: 'theme', artists: ['First Snow'], tab: 'music' });
		const { page } = editor;
		await editor.open('/console/entry-cards');
		await page.getByRole('button', { name: 'Move card 2 earlier' }).click();
		await editor.expectAccessible();
		await page.getByRole('button', { name: 'Save' }).click();
		await page.getByText('Saved').waitFor();
		await editor.open('/console/entry-cards');
		await expect.poll(() => page.getByLabel('Tab').first().inputValue()).toBe('music');
	});
});
