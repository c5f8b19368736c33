/** Nothing that is read moves away: what comes after the first paint (faces, scripts, the fan, data) has its place. */
import type { Page } from '@playwright/test';
import { beforeAll, describe, expect, it } from 'vitest';
import { pages } from '#contract/pages.ts';
import { aPerson, type Person } from '../../fixtures/accounts/people.ts';
import { ownBrowserSite } from '../../fixtures/browser/browser.ts';
import { someGoods } from '../../fixtures/orders/shop.ts';
import { aWholeSite, type WholeSite } from '../../fixtures/site/whole-site.ts';
import { holdBack } from '../../../testkit/network.ts';

const site = ownBrowserSite();
let content: WholeSite;
let fan: Person;

beforeAll(async () => {
	content = await aWholeSite(site);
	await someGoods(site);
	fan = await aPerson(site.owner, 'fan', { earned: 1_000 });
});

/** As bench/pages.ts. A busy machine may draw a kept face just after the first paint, and a list of sessions grows by a line. */
const SHIFT_MAX = 0.02;

const addresses = () => [
	...Object.values(pages).map((pattern) =>
		pattern
			.replace(':artist_id', String(content.monthly.artistIds[0]))
			.replace(':news_id', String(content.articles[0]))
			.replace(':id', 'hall')
			.replace(':trade_no', 'none'),
	),
	'/leader-board?sub_tab=champion',
	'/status',
	'/nothing',
];

describe.each([390, 1440])('at %i pixels', (width) => {
	it.each(['a visitor', 'a fan'])('no page of %s moves while it loads, at the first visit or the next', async (who) => {
		const moved: Record<string, string[]> = {};
		for (const path of addresses()) {
			const { page, open, leave } = await site.visitor({ width, ...(who === 'a fan' && { as: fan }) });
			await page.addInitScript(noteShifts);
			const faces = await holdBack(page, '**/*.woff2');
			await page.goto(site.url + path, { waitUntil: 'commit' });
			await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
			faces();
			await page.evaluate(() => document.fonts.ready);
			moved[path] = await shiftsOf(page);
			await page.unrouteAll({ behavior: 'wait' });
			await open(path);
			moved[path].push(...(await shiftsOf(page)));
			await leave();
		}
		expect(Object.entries(moved).filter(([, parts]) => parts.length > 0)).toEqual([]);
	});
});

type Noted = Window & { shifts: PerformanceObserver; moved: (PerformanceEntry & { value: number })[] };

function noteShifts(): void {
	const noted = window as unknown as Noted;
	noted.moved = [];
	noted.shifts = new PerformanceObserver((list) => noted.moved.push(...(list.getEntries() as Noted['moved'])));
	noted.shifts.observe({ type: 'layout-shift', buffered: true });
}

/** What has moved when the page has come to rest, each with its part of the screen. */
async function shiftsOf(page: Page): Promise<string[]> {
	await page.waitForLoadState('networkidle');
	return page.evaluate(async (least) => {
		for (let frame = 0; frame < 2; frame += 1) await new Promise((resolve) => void requestAnimationFrame(resolve));
		const { shifts, moved } = window as unknown as Noted;
		moved.push(...(shifts.takeRecords() as Noted['moved']));
		const nameOf = (node: Node | null) =>
			node instanceof Element ? `${node.tagName}.${node.className}` : `${node?.nodeName}`;
		return moved
			.filter(({ value }) => value >= least)
			.map((entry) => {
				const { sources } = entry as unknown as { sources: { node: Node | null }[] };
				return `${entry.value.toFixed(4)} ${sources.map(({ node }) => nameOf(node)).join(' ')}`;
			});
	}, SHIFT_MAX);
}
