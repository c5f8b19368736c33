/** Every page is free of accessibility violations, in both themes and at both widths, signed in and not. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aContest } from '../../fixtures/voting/contests.ts';
import { openStage, type Stage } from '../../fixtures/browser/browser.ts';

let stage: Stage;
let artistId: number | undefined;

beforeAll(async () => {
	stage = await openStage();
	const contest = await aContest(stage.owner, 'november', { tab: 'solo' });
	[artistId] = contest.artistIds;
});
afterAll(() => stage.close());

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
	const visitor = await stage.visitor({ width, reducedMotion: true });
	for (const path of PAGES) {
		await visitor.open(path.replace('ID', String(artistId)));
		await visitor.page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' });
		await visitor.expectAccessibleInBothThemes();
		const sideways = await visitor.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
		expect(sideways, `${path} scrolls sideways`).toBeLessThanOrEqual(0);
	}
	await visitor.leave();
});
