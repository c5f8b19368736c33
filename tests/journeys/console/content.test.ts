/**
 * What editors and finance write in the console, and how fans see it: content, settings, and the store. Long because each
 * kind is there once.
 */
import sharp from 'sharp';
import { beforeAll, expect, it } from 'vitest';
import { sql } from '#server/kernel/database.ts';
import { ownBrowserSite } from '../../fixtures/browser/browser.ts';
import { anOperator, putPicture, usePart } from '../../fixtures/browser/console.ts';
import { step } from '../../fixtures/browser/step.ts';
import { aContest } from '../../fixtures/voting/contests.ts';
import { someNews } from '../../fixtures/site/news.ts';
import { aPerson } from '../../fixtures/accounts/people.ts';

const site = ownBrowserSite();
let picture: { name: string; mimeType: string; buffer: Buffer };

beforeAll(async () => {
	await someNews(site.owner, ['A first piece']);
	const bytes = sharp({ create: { width: 640, height: 480, channels: 3, background: '#204060' } }).png();
	picture = { name: 'picture.png', mimeType: 'image/png', buffer: await bytes.toBuffer() };
});

async function aFan() {
	return site.visitor({ as: await aPerson(site.owner, `fan ${Math.random()}`) });
}

// The first one: with a second operator over money, putting on sale waits for an approval.
it('a gem pack of finance is compared with the others, and appears in the store with its bonus', async () => {
	const { page, open, complaints } = await anOperator(site, 'finance');
	const fan = await aFan();
	await step('on sale, it is in the store', async () => {
		await open('/console/goods');
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
		const currency = page.getByLabel('Currency');
		await currency.fill('XYZ');
		// Nothing of that name: what was chosen stays.
		await currency.blur();
		await expect.poll(() => currency.inputValue()).toBe('US Dollar');
		await page.getByRole('button', { name: 'Publish…' }).click();
		await page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click();
		await page.getByRole('row', { name: /1,000 gems.*\$9\.99.*On sale/ }).waitFor();
		await fan.open('/store');
		const card = fan.page.getByRole('listitem').filter({ hasText: 'HOT Extra +15%' });
		await card.getByText('1,000').waitFor();
		await card.getByRole('button', { name: /Buy 1,000 gems for US\$9\.99/ }).waitFor();
	});
	await step('a slip of its price is asked about beside the button, and compared with the other packs', async () => {
		await site.owner.query({
			text: `insert into goods (gems, bonus_gems, price_minor, currency, position) values (480, 0, 499, 'USD', 2)`,
		});
		await open('/console/goods');
		await page.getByRole('link', { name: '1,000 gems' }).click();
		await page.getByText('115 gems per $1.00. The other packs on sale: 96.2 to 96.2.').waitFor();
		await page.setViewportSize({ width: 390, height: 600 });
		await page.getByLabel('Price').fill('99.90');
		const change = page.getByText('Fans see this change as soon as you save:');
		await change.waitFor();
		const { top, bottom } = await change.evaluate((element) => element.getBoundingClientRect().toJSON() as DOMRect);
		expect(top > 0 && bottom < 600).toBe(true);
		await page.getByLabel('Reason').fill('A slip');
		await page.getByRole('button', { name: 'Save changes' }).click();
		const dialog = page.getByRole('dialog', { name: 'Save this?' });
		await dialog.getByText('11.5 gems per $1.00: the other packs on sale give 96.2 to 96.2.').waitFor();
		await dialog.getByRole('button', { name: 'Cancel' }).click();
		await page.getByRole('button', { name: 'Discard' }).click();
		const stored = await site.owner.query({ text: 'select price_minor from goods where gems = 1000' });
		expect(stored).toEqual([{ price_minor: 999 }]);
		await site.owner.query({ text: 'delete from goods where gems = 480' });
		await page.setViewportSize({ width: 1440, height: 900 });
	});
	expect(complaints).toEqual([]);
});

it('an artist is made with a color that is shown as fans will see it', async () => {
	const { page, open } = await anOperator(site, 'editor');
	await open('/console/artists');
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
	await nationality.fill('Korea');
	await nationality.blur();
	await page.getByText(/Nothing is called “Korea”. Which one: .*South Korea/).waitFor();
	await nationality.fill('South Korea');
	await page.getByLabel('Native name', { exact: true }).focus();
	await expect.poll(() => nationality.inputValue()).toBe('South Korea');
	await page.getByLabel('Hidden from fans').uncheck();
	await page.getByRole('textbox', { name: 'Description' }).fill('Sings of the sea.');
	await page.getByRole('button', { name: 'Save' }).click();
	await page.waitForURL(/\/console\/artists\/\d+$/);
	const id = page.url().split('/').at(-1);
	expect(await sql`select nationality from artist where artist_id = ${id}`.value(site.owner)).toBe('KR');
	const fan = await site.visitor();
	const onSite = await page.getByRole('link', { name: 'View on site' }).getAttribute('href');
	await fan.open(onSite ?? '');
	await fan.page.getByText('Sings of the sea.').waitFor();
});

it('a piece of news stays unseen as a draft, is published, changed and unpublished', async () => {
	const { page, open, expectAccessible } = await anOperator(site, 'editor');
	const fan = await site.visitor();
	let id: string | undefined;
	await step('it is written with a video and a picture, and previewed', async () => {
		await open('/console/news');
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
		const chosen = page.waitForEvent('filechooser');
		await page.getByRole('button', { name: 'Picture', exact: true }).click();
		await (await chosen).setFiles(picture);
		await page.locator('.tiptap img[src^="/media/"]').click();
		await page.getByRole('button', { name: 'Picture', exact: true }).click();
		await page.getByLabel('What the picture shows').fill('A queue in the snow');
		await page.getByRole('button', { name: 'Set the text' }).click();
		await page
			.getByRole('textbox', { name: 'Text', exact: true })
			.getByRole('img', { name: 'A queue in the snow' })
			.waitFor();
		await page.getByLabel('Published (KST)').fill('2026-01-02T09:00');
		await putPicture(page, 'Cover', picture);
		await page.locator('.file-drop img').waitFor();
		// Before the preview: its frame lets no script in, the inspector's neither.
		await expectAccessible();
		await page.getByRole('button', { name: 'Preview' }).click();
		await page.frameLocator('iframe[title="As fans see it"]').locator('strong').waitFor();
	});
	await step('as a draft it stays unseen', async () => {
		await page.getByRole('button', { name: 'Save draft' }).click();
		await page.waitForURL(/\/console\/news\/\d+$/);
		id = page.url().split('/').at(-1);
		await fan.open(`/news/${id}`);
		await fan.page.getByRole('heading').first().waitFor();
		expect(await fan.page.getByText('Doors at six.').count()).toBe(0);
	});
	await step('it is published after a check', async () => {
		await page.getByLabel('Title').fill('The hall opens at six');
		await page.getByRole('button', { name: 'Publish…' }).click();
		const asked = page.getByRole('dialog', { name: 'Publish The hall opens at six?' });
		await asked.getByRole('listitem').filter({ hasText: 'No alt text' }).waitFor();
		const preview = asked.frameLocator('iframe[title="As fans see it"]');
		// The fans' own page, with the date below the title.
		await preview.getByRole('heading', { name: 'The hall opens at six' }).waitFor();
		await preview.getByText(/^Updated/).waitFor();
		await preview.getByText('Doors at six.').waitFor();
		await asked.getByRole('button', { name: 'Publish' }).click();
		await page.getByRole('link', { name: 'View on site' }).waitFor();
		await fan.open(`/news/${id}`);
		await fan.page.getByText('Doors at six.').waitFor();
		await fan.page.locator('iframe[title="The doors from inside"][src*="/embed/dQw4w9WgXcQ"]').waitFor();
		const shown = fan.page.getByRole('img', { name: 'A queue in the snow' });
		await shown.scrollIntoViewIfNeeded();
		await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
	});
	await step('it is changed and unpublished', async () => {
		await page.getByLabel('Title').fill('The hall opens early');
		await page.getByText('Title: The hall opens at six The hall opens early').waitFor();
		await page.getByRole('button', { name: 'Save changes' }).click();
		await page.getByRole('heading', { name: 'The hall opens early' }).waitFor();
		await page.getByRole('button', { name: 'Unpublish' }).click();
		await page.getByRole('dialog').getByRole('button', { name: 'Unpublish' }).click();
		await expect.poll(() => page.getByRole('link', { name: 'View on site' }).count()).toBe(0);
	});
});

it('a banner is put on the home page with both its pictures', async () => {
	const { page, open } = await anOperator(site, 'editor');
	await open('/console/banners');
	await page.getByRole('link', { name: 'New banner' }).click();
	await putPicture(page, 'Picture for phones', picture);
	await putPicture(page, 'Picture for wide screens', picture);
	const mediaIn = async (label: string) => {
		const drop = page.locator('.file-drop', { has: page.getByLabel(label, { exact: true }) });
		return /\/media\/\w+\//.exec((await drop.locator('img').getAttribute('src')) ?? '')?.[0] ?? label;
	};
	const [forPhones, forScreens] = [await mediaIn('Picture for phones'), await mediaIn('Picture for wide screens')];
	await page.getByLabel('Alt text').fill('A winter of light');
	await page.getByLabel('Link', { exact: true }).fill('lightstick.example');
	await page.getByText('Start the link with https:// or /').waitFor();
	await page.getByLabel('Link', { exact: true }).fill('/news');
	await page.getByRole('button', { name: 'Save draft' }).click();
	await page.getByRole('row', { name: /A winter of light.*Draft/ }).waitFor();
	await page.getByRole('link', { name: 'A winter of light' }).click();
	await page.getByRole('button', { name: 'Publish…' }).click();
	const asked = page.getByRole('dialog');
	const shown = asked.frameLocator('iframe[title="As fans see it"]').getByRole('img', { name: 'A winter of light' });
	const source = () => shown.first().evaluate((image: HTMLImageElement) => image.currentSrc);
	await expect.poll(source).toContain(forPhones);
	// A press on it leads nowhere: it is a preview.
	await shown.first().click();
	await asked.getByRole('tab', { name: 'Desktop' }).click();
	await expect.poll(source).toContain(forScreens);
	await asked.getByRole('button', { name: 'Publish' }).click();
	await page.getByRole('row', { name: /A winter of light.*Visible/ }).waitFor();
	// A page is kept for a second.
	await expect.poll(async () => (await site.app.inject('/')).body).toContain('A winter of light');
});

it('a picture is cut to the part that an editor chooses, by keyboard and on a phone', async () => {
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

async function leftRedRightBlue() {
	const half = { width: 400, height: 400, channels: 3, background: '#ff0000' } as const;
	const bytes = await sharp({ create: half }).extend({ right: 400, background: '#0000ff' }).png().toBuffer();
	return { name: 'halves.png', mimeType: 'image/png', buffer: bytes };
}

it('the entry cards stand in the order that an editor gives them', async () => {
	const { page, open } = await anOperator(site, 'editor');
	await aContest(site.owner, 'first', { tab: 'solo' });
	await aContest(site.owner, 'second', { type: 'theme', artists: ['First Snow'], tab: 'music' });
	await open('/console/entry-cards');
	await page.getByRole('button', { name: 'Move card 2 earlier' }).click();
	await page.getByText('As fans see it').click();
	const cards = page.frameLocator('iframe[title="As fans see it"]').locator('.entry-card .subtext');
	await expect
		.poll(() => cards.allInnerTexts())
		.toEqual(
			await page.getByLabel('Name').evaluateAll((inputs: HTMLInputElement[]) => inputs.map(({ value }) => value)),
		);
	await page.getByRole('button', { name: 'Save' }).click();
	await page.getByText('Saved', { exact: true }).waitFor();
	await open('/console/entry-cards');
	await expect.poll(() => page.getByLabel('Tab').first().inputValue()).toBe('music');
});

it('of the check-in and the settings, what costs money is finance’s, and the words are an editor’s', async () => {
	const { page, open, goTo, complaints } = await anOperator(site, 'editor');
	const finance = await anOperator(site, 'finance');
	await step('finance sets the rewards and what a vote costs', async () => {
		await finance.open('/console/settings');
		await expect.poll(() => finance.page.getByLabel('Gems per vote').isEnabled()).toBe(true);
		await expect.poll(() => finance.page.getByLabel('Name of the site').isDisabled()).toBe(true);
		await finance.goTo('/console/check-in');
		await finance.page.getByLabel('Day 1').fill('77');
		await finance.page.getByLabel('Reason').fill('A warm welcome');
		await finance.page.getByRole('button', { name: 'Save' }).click();
		await finance.page.getByText('Saved', { exact: true }).waitFor();
	});
	await step('an editor sets the rule, and no gems', async () => {
		await open('/console/settings');
		await expect.poll(() => page.getByLabel('Gems per vote').isDisabled()).toBe(true);
		await goTo('/console/check-in');
		await expect.poll(() => page.getByLabel('Day 1').isDisabled()).toBe(true);
		await page.getByRole('textbox', { name: 'Rule' }).fill('One claim for each day in Seoul.');
		await page.getByRole('button', { name: 'Preview' }).click();
		await page.frameLocator('iframe[title="As fans see it"]').getByText('One claim for each day').waitFor();
		await page.getByRole('button', { name: 'Save' }).click();
		await page.getByText('Saved', { exact: true }).waitFor();
	});
	const fan = await aFan();
	await fan.open('/store');
	await fan.page.getByText('One claim for each day in Seoul.').waitFor();
	await fan.page.getByRole('button', { name: /^Day 1.*\+77.*Claim$/ }).click();
	await fan.page.getByText('Claimed', { exact: true }).waitFor();
	expect([...complaints, ...finance.complaints]).toEqual([]);
});

it('a picture page is checked, previewed and stored', async () => {
	const { page, open, complaints } = await anOperator(site, 'editor');
	await open('/console/views');
	await page.getByRole('link', { name: 'New image page' }).click();
	await page.getByLabel('Address').fill('winter gala');
	await page.getByText('Use letters, digits and hyphens').waitFor();
	await page.getByLabel('Address').fill('winter-gala');
	await putPicture(page, 'Picture for phones', picture);
	await putPicture(page, 'Picture for wide screens', picture);
	await expect.poll(() => page.locator('.file-drop img').count()).toBe(2);
	await page.getByLabel('Alt text').fill('The winter gala');
	// The page that the frame begins with comes late: a draft is asked for when its router listens, and not before.
	const drafts = page.waitForResponse(/\/assets\/preview-/);
	await page.route(/\/assets\/home-/, async (route) => {
		await drafts;
		await route.continue();
	});
	const isTakenOver = page.evaluate(
		() =>
			new Promise((resolve) => {
				window.addEventListener('message', ({ data }) => {
					const frame = document.querySelector<HTMLIFrameElement>('.fan-frame iframe');
					if (data === 'ready') resolve(frame?.contentDocument?.querySelector('#app[data-ready]') != null);
				});
			}),
	);
	await page.getByText('As fans see it').click();
	const frame = page.frameLocator('iframe[title="As fans see it"]');
	await frame.getByRole('img', { name: 'The winter gala' }).waitFor();
	expect(await isTakenOver).toBe(true);
	expect(complaints).toEqual([]);
	// Loaded again, the frame asks for an address that the site does not have yet, and is told the draft once more.
	const again = page.waitForResponse(/\/views\/preview$/);
	await page
		.locator('.fan-frame iframe')
		.evaluate((loaded: HTMLIFrameElement) => loaded.contentWindow?.location.reload());
	await again;
	await frame.getByRole('img', { name: 'The winter gala' }).waitFor();
	await page.getByRole('button', { name: 'Save' }).click();
	await page.getByRole('row', { name: /\/views\/winter-gala.*Visible/ }).waitFor();
});
