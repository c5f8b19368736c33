/**
 * The way to the vote: what a fan sees first, how many taps a vote takes, and its amount as keys, the clipboard and input
 * methods write it.
 */
import { describe, expect, it } from 'vitest';
import { aPerson } from '../../fixtures/accounts/people.ts';
import { beforeTests } from '../../fixtures/before-tests.ts';
import { ownBrowserSite } from '../../fixtures/browser/browser.ts';
import { aWholeSite } from '../../fixtures/site/whole-site.ts';

const site = ownBrowserSite();

const content = beforeTests(() => aWholeSite(site));

/** The last one is a phone held sideways, on which names and counts may lie below. */
const WINDOWS = [
	[360, 780],
	[390, 844],
	[820, 1180],
	[1440, 900],
	[844, 390],
] as const;

it('the first screen shows the first three with name, count and Vote in every window', async () => {
	const { page, open } = await site.visitor({ width: 390 });
	const places = page.locator('.podium-card');
	for (const path of ['/', '/leader-board?main_tab=solo']) {
		await open(path);
		await page.locator('.podium-3 .button').waitFor();
		for (const [width, height] of path === '/' ? WINDOWS.slice(0, -1) : WINDOWS) {
			await page.setViewportSize({ width, height });
			for (const part of width > height && height < 400 ? ['.button'] : ['.rank-name', '.rank-tickets b', '.button']) {
				const ends = places.locator(part).evaluateAll((all) => all.map((one) => one.getBoundingClientRect().bottom));
				expect(await ends).toHaveLength(3);
				expect(Math.max(...(await ends)), `${part} at ${width}`).toBeLessThanOrEqual(height);
			}
		}
	}
});

it('my artist comes first, and stays in reach at the lower edge far down the chart', async () => {
	const fan = await aPerson(site.owner, 'deep', { earned: 100 });
	const [, , , , , , , , , , , twelfth = 0] = content.monthly.artistIds;
	await site.ask({ path: '/user/me/favorites', token: fan.token, body: { artist_ids: [twelfth] } });
	const { page, open, expectAccessibleInBothThemes } = await site.visitor({ as: fan, width: 390 });
	await open('/leader-board?main_tab=solo');
	const mine = page.getByRole('region', { name: 'My artist', exact: true });
	const top = async (selector: string) => (await page.locator(selector).first().boundingBox())?.y ?? 0;
	await mine.getByRole('button', { name: 'Vote for Solo 12' }).waitFor();
	expect(await top('.pinned-row')).toBeLessThan(await top('.podium-1'));
	await page.getByText('Solo 24', { exact: true }).scrollIntoViewIfNeeded();
	const dock = page.getByRole('region', { name: 'Chart at a glance' });
	await dock.getByText('#12').waitFor();
	await dock.getByText(/left$/).waitFor();
	await expectAccessibleInBothThemes();
	await dock.getByRole('button', { name: 'Search for artists' }).click();
	await expect
		.poll(() => page.evaluate(() => document.activeElement?.getAttribute('placeholder')))
		.toBe('Search for artists');
	await page.getByText('Solo 24', { exact: true }).scrollIntoViewIfNeeded();
	await dock.getByRole('button', { name: 'Vote for Solo 12' }).click();
	await page.getByRole('dialog', { name: 'Solo 12' }).getByLabel('Votes').waitFor();
});

it('a cold start and a counted vote are three taps and two screens apart', async () => {
	const fan = await aPerson(site.owner, 'three taps', { earned: 1_000 });
	const { page, open } = await site.visitor({ as: fan, width: 390 });
	const screens: string[] = [];
	page.on('framenavigated', (frame) => {
		const { pathname } = new URL(frame.url());
		if (frame === page.mainFrame() && screens.at(-1) !== pathname) screens.push(pathname);
	});
	await open('/');
	await page.getByRole('button', { name: 'Vote for Solo 02' }).click();
	const dialog = page.getByRole('dialog', { name: 'Solo 02' });
	await dialog.getByRole('button', { name: '+10', exact: true }).click();
	await dialog.getByRole('button', { name: 'Vote 10', exact: true }).click();
	await page.getByRole('dialog', { name: 'Vote Successful' }).getByText('+10').first().waitFor();
	expect(screens).toEqual(['/', '/leader-board']);
});

describe('the amount', () => {
	const typist = beforeTests(async () =>
		site.visitor({ as: await aPerson(site.owner, 'typist', { earned: 10_000_000 }), width: 390 }),
	);

	async function theField(language: string) {
		const { page, open, context } = typist;
		await context.grantPermissions(['clipboard-read', 'clipboard-write']);
		await open(`/leader-board?lang=${language}&vote=${content.monthly.artistIds[0]}`);
		const dialog = page.getByRole('dialog', { name: 'Solo 01' });
		const field = dialog.getByRole('textbox');
		await field.waitFor();
		const vote = dialog.locator('button[type=submit]');
		return {
			page,
			field,
			/** Digits of the number that the button offers. Empty if it offers none. */
			offered: async () => ((await vote.isDisabled()) ? '' : (await vote.innerText()).replaceAll(/\D/g, '')),
			async paste(text: string) {
				await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
				await field.press('Control+a');
				await field.press('Control+v');
				// The browser reads its clipboard after the key.
				await expect.poll(() => field.inputValue()).toBe(text);
			},
		};
	}

	it('is refused by keys and by paste alike where it is no whole number, and read with marks of groups, which the field moves while digits come and go', async () => {
		const { field, offered, paste, page } = await theField('es');
		for (const text of ['10.00', '1,5', '1e3', '٥٠']) {
			await field.fill('');
			await page.keyboard.type(text);
			expect(await offered(), `${text} typed`).toBe('');
			await field.fill('12345');
			await paste(text);
			await expect.poll(offered, { message: `${text} pasted` }).toBe('');
		}

		await paste('12.345');
		await expect.poll(offered).toBe('12345');
		await field.fill('10000');
		await field.press('Home');
		await field.press('ArrowRight');
		await page.keyboard.type('5');
		await expect.poll(offered).toBe('150000');
		await field.press('End');
		await field.press('Backspace');
		await expect.poll(offered).toBe('15000');
		await expect.poll(() => field.inputValue()).toBe('15.000');
		await page.keyboard.type('７');
		await expect.poll(offered).toBe('150007');
	});

	it('goes back and forth by Undo and Redo, of keys and of a menu, to numbers that were there, a quick pick among them', async () => {
		const { page, field } = await theField('en');
		await field.fill('');
		await page.keyboard.type('123');
		await page.getByRole('button', { name: '+100', exact: true }).click();
		await field.focus();
		for (const [key, text] of [
			['z', '123'],
			['z', '12'],
			['Shift+Z', '123'],
			['y', '223'],
		] as const) {
			await page.keyboard.press(`Control+${key}`);
			await expect.poll(() => field.inputValue()).toBe(text);
		}
		// A menu's go by the browser's own memory, and may find nothing.
		for (const command of ['undo', 'redo', 'redo', 'undo']) {
			await page.evaluate((menu) => document.execCommand(menu), command);
			expect(['', '1', '12', '123', '223']).toContain(await field.inputValue());
		}
	});

	it('an input method may compose its digits: they are counted once', async () => {
		const { page, field, offered } = await theField('ja');
		const devtools = await page.context().newCDPSession(page);
		await field.focus();
		for (const text of ['１', '１２', '１２３', '１２３４']) {
			await devtools.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
			await expect.poll(() => field.inputValue()).toBe(text);
		}
		await expect.poll(offered).toBe('1234');
		await devtools.send('Input.insertText', { text: '１２３４' });
		await expect.poll(() => field.inputValue()).toBe('1,234');
		await expect.poll(offered).toBe('1234');
	});
});
