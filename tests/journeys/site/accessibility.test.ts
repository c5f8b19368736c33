/** Every page is free of accessibility violations, in both themes and at both widths, signed in and not. */
import { beforeAll, expect, it } from 'vitest';
import { aContest } from '../../fixtures/voting/contests.ts';
import { ownBrowserSite } from '../../fixtures/browser/browser.ts';

const site = ownBrowserSite();
let artistId: number | undefined;

beforeAll(async () => {
	const contest = await aContest(site.owner, 'november', { tab: 'solo' });
	[artistId] = contest.artistIds;
});

const PAGES = [
	'/',
	'/leader-board',
	'/login',
	'/login-callback',
	'/artist/ID',
	'/terms-of-service',
	'/privacy-policy',
	'/nowhere',
];

it.each([390, 1440])('at %i pixels', async (width) => {
	const { page, open, expectAccessibleInBothThemes } = await site.visitor({ width, reducedMotion: true });
	for (const path of PAGES) {
		await open(path.replace('ID', String(artistId)));
		await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' });
		await expectAccessibleInBothThemes();
		const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
		expect(sideways, `${path} scrolls sideways`).toBeLessThanOrEqual(0);
	}
});
