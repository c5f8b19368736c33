/** Pages carry the data of their first screen, so the browser requests nothing twice. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aContest, type Contest } from '../../fixtures/voting/contests.ts';
import { openBrowserSite, type BrowserSite } from '../../fixtures/browser/browser.ts';
import { someNews } from '../../fixtures/site/news.ts';
import { openWithoutTime } from '../../fixtures/browser/page-clock.ts';

let site: BrowserSite;
let contest: Contest;
let newsId: number;

beforeAll(async () => {
	site = await openBrowserSite();
	const now = new Date();
	const month = now.toISOString().slice(0, 7);
	contest = await aContest(site.owner, `monthly-${month}`, { tab: 'solo' });
	[newsId = 0] = await someNews(site.owner, ['Low Tide']);
});
afterAll(() => site.close());

describe('the first screen is shown from what came with the page', () => {
	it.each([
		['home', () => '/', 'Ayu Bara', ['/configurations/site', '/configurations/banners', '/rankings/detail']],
		['leaderboard', () => '/leader-board', 'Solo Chart', ['/configurations/site', '/rankings/detail']],
		['artist', () => `/artist/${contest.artistIds[0]}`, 'Ayu Bara', ['/configurations/site', '/artists/detail']],
		['article', () => `/news/${newsId}`, 'Low Tide', ['/configurations/site', '/news/detail']],
	])('%s', async (_, path, shown, came) => {
		const visitor = await site.visitor();
		const { page } = visitor;
		const asked: string[] = [];
		page.on('request', (request) => asked.push(new URL(request.url()).pathname));
		// Live charts are read again after two seconds: that is not yet.
		await openWithoutTime(visitor, path(), shown);
		await page.clock.runFor(50);
		const twice = came.filter((call) => asked.some((asks) => asks.startsWith(`/api/v1${call}`)));
		expect(twice).toEqual([]);
		expect(visitor.complaints).toEqual([]);
		await visitor.leave();
	});

	it('its scripts are asked for by the page itself after the first paint, not by the script before them', async () => {
		const visitor = await site.visitor();
		const { page } = visitor;
		await visitor.open('/leader-board');
		await page.getByRole('heading', { name: 'Solo Chart' }).waitFor();
		expect(await page.locator('link[rel=modulepreload][href*="leaderboard"]').count()).toBe(1);
		expect(await page.locator('link[rel=stylesheet]').count()).toBe(1);
		const [painted, asked] = await page.evaluate(() => [
			performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Infinity,
			performance.getEntriesByType('resource').find(({ name }) => name.includes('framework'))?.startTime ?? 0,
		]);
		expect(asked).toBeGreaterThan(painted ?? Infinity);
		await visitor.leave();
	});
});
