/** The first paint: what the server rendered stays in place when the script takes over, which requests nothing twice. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { Page } from '@playwright/test';
import { ownBrowserSite } from '../../fixtures/browser/browser.ts';
import { holdBack } from '../../../testkit/network.ts';
import { openWithoutTime } from '../../fixtures/browser/page-clock.ts';
import { aWholeSite, type WholeSite } from '../../fixtures/site/whole-site.ts';

const site = ownBrowserSite();
let content: WholeSite;

beforeAll(async () => {
	content = await aWholeSite(site);
});

/** The box of an element that is there. Found and measured in one step: a skeleton may be replaced at any moment. */
const boxOf = (page: Page, selector: string) =>
	page.evaluate((selected) => {
		const element = document.querySelector(selected);
		if (!element) throw new Error(`There is no ${selected}`);
		const { x, y, width, height } = element.getBoundingClientRect();
		return [x, y + window.scrollY, width, height].map(Math.round);
	}, selector);

describe.each([390, 1440])('the first paint at %i pixels', (width) => {
	it.each([
		['home', () => '/', '.poster', ['.hall-now', '.podium-1', '.section-head', '.entry-cards']],
		[
			'leaderboard',
			() => '/leader-board',
			'.chart-head-cover',
			['.countdown', '.leaderboard-bar', '.podium-1', '.rank-row'],
		],
		['artist', () => `/artist/${content.monthly.artistIds[0]}`, '.portrait', []],
		['article', () => `/news/${content.articles[0]}`, '.article > .cover', ['.article-text']],
	])('of %s keeps its main picture and blocks in place', async (_, path, place, blocks) => {
		const { page } = await site.visitor({ width });
		const scripts = await holdBack(page, '**/assets/index-*.js');
		await page.goto(site.url + path(), { waitUntil: 'commit' });
		await page.locator(`${place} img`).first().waitFor();
		// Before it paints, the browser has all styles; a box that is asked for earlier lacks some of them.
		await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
		const boxes = () => Promise.all([place, '.home-link svg', ...blocks].map((block) => boxOf(page, block)));
		await page.evaluate(() => document.querySelector('main')?.setAttribute('data-from-server', ''));
		const before = await boxes();
		scripts();
		await page.locator('#app[data-ready]').waitFor();
		expect(await boxes()).toEqual(before);
		// Taken over, and not drawn once more.
		expect(await page.locator('main[data-from-server]').count()).toBe(1);
	});
});

describe('the first screen', () => {
	it.each([
		['home', () => '/', 'Solo 01', ['/configurations/site', '/configurations/banners', '/rankings/detail']],
		['leaderboard', () => '/leader-board', 'Solo Chart', ['/configurations/site', '/rankings/detail']],
		['artist', () => `/artist/${content.monthly.artistIds[0]}`, 'Solo 01', ['/configurations/site', '/artists/detail']],
		['article', () => `/news/${content.articles[0]}`, 'Article 01', ['/configurations/site', '/news/detail']],
	])('of %s is shown from what came with the page', async (_, path, shown, came) => {
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
	});

	it('has its scripts named in the page, each once, behind one style sheet', async () => {
		const { page, open } = await site.visitor();
		await open('/leader-board');
		await page.getByRole('heading', { name: 'Solo Chart' }).waitFor();
		const named = await page
			.locator('link[rel=modulepreload]')
			.evaluateAll((links) => links.map((link) => link.getAttribute('href')));
		expect(named.filter((href) => /leaderboard/.test(href ?? ''))).toHaveLength(1);
		expect(new Set(named).size).toBe(named.length);
		expect(await page.locator('link[rel=stylesheet]').count()).toBe(1);
	});
});
