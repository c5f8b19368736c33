/** The way to the vote: what a fan sees first, and how many taps a vote takes. */
import { beforeAll, describe, expect, it } from 'vitest';
import { aPerson } from '../../fixtures/accounts/people.ts';
import { beforeTests } from '../../fixtures/before-tests.ts';
import { ownBrowserSite } from '../../fixtures/browser/browser.ts';
import { aWholeSite, type WholeSite } from '../../fixtures/site/whole-site.ts';

const site = ownBrowserSite();
let content: WholeSite;

beforeAll(async () => {
	content = await aWholeSite(site);
});

const DEVICES: { device: number; windows: [width: number, height: number][] }[] = [
	{
		device: 390,
		windows: [
			[360, 780],
			[390, 844],
		],
	},
	{
		device: 1440,
		windows: [
			[820, 1180],
			[1440, 900],
		],
	},
];

describe.each(DEVICES)('the first screen of a device of $device pixels', ({ device, windows }) => {
	const visitor = beforeTests(() => site.visitor({ width: device }));

	it.each(['/leader-board?main_tab=solo', '/'])(
		'of %s shows the first three with name, count and Vote in each of its windows',
		async (path) => {
			const { page, open } = visitor;
			for (const [width, height] of windows) {
				await page.setViewportSize({ width, height });
				await open(path);
				await page.locator('.podium-3 .button').waitFor();
				const places = page.locator('.podium-card');
				expect(await places.count()).toBe(3);
				for (const part of ['.rank-name', '.rank-tickets b', '.button'])
					for (const box of await Promise.all((await places.locator(part).all()).map((one) => one.boundingBox())))
						expect((box?.y ?? Infinity) + (box?.height ?? 0), `${part} at ${width}`).toBeLessThanOrEqual(height);
			}
		},
	);
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
