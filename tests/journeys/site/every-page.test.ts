/**
 * Every page, on a phone and at a desk, of a visitor and of a fan. Nothing that is read moves away: what comes after the first
 * paint (more HTML, faces, scripts, the fan, data) has its place, also at the next visit, which is a fan's. Text at twice its
 * size leaves all within reach.
 */
import type { ServerResponse } from 'node:http';
import type { Page } from '@playwright/test';
import { beforeAll, expect, it } from 'vitest';
import { pages, STATUS_PATH } from '#contract/pages.ts';
import { placeWithoutSignIn } from '../../../web/features/sign-in/addresses.ts';
import { aPerson, type Person } from '../../fixtures/accounts/people.ts';
import { ownBrowserSite } from '../../fixtures/browser/browser.ts';
import { someGoods } from '../../fixtures/orders/shop.ts';
import { aWholeSite, type WholeSite } from '../../fixtures/site/whole-site.ts';
import { aContest } from '../../fixtures/voting/contests.ts';
import { holdBack } from '../../../testkit/network.ts';

const site = ownBrowserSite();
let content: WholeSite;
let fan: Person;
let words: number[];

beforeAll(async () => {
	content = await aWholeSite(site);
	await someGoods(site);
	fan = await aPerson(site.owner, 'fan', { earned: 1_234_560 });
	const artists = ['W'.repeat(120), '표'.repeat(120), 'a-b'.repeat(40)];
	({ artistIds: words } = await aContest(site.owner, 'words', { tab: 'words', startsIn: -20, artists }));
	site.app.server.prependListener('request', ({ headers }, response) => {
		if (headers['x-in-pieces'] && headers['sec-fetch-dest'] === 'document') {
			delete headers['accept-encoding'];
			holdPieces(String(headers['x-in-pieces']), response);
		}
	});
});

/** By the width that asks: the pieces of a page that are still to come, and where to. */
const toCome = new Map<string, { pieces: string[]; response: ServerResponse }>();

/** Sends the first piece: before a body begins, nothing is painted. The data at the end, which shows nothing, is part of the last one. */
function holdPieces(width: string, response: ServerResponse): void {
	response.end = ((html: string | Buffer) => {
		const [shown = '', ...data] = String(html).split(/(?=<script type="application\/json")/);
		const [first, ...pieces] = shown.match(/^[^]*<div id="app">|[^]{1,2000}/g) ?? [];
		toCome.set(width, { pieces: [...pieces, data.join('')], response });
		return response.write(first);
	}) as never;
}

/** Lets the browser paint what it has before each further piece. */
async function sendPieces(page: Page, width: number): Promise<void> {
	const { pieces, response } = toCome.get(String(width))!;
	for (const piece of pieces) {
		await frames(page);
		response.write(piece);
	}
	delete (response as Partial<ServerResponse>).end;
	response.end();
}

const frames = (page: Page) =>
	page.evaluate(async () => {
		for (let frame = 0; frame < 2; frame += 1) await new Promise((resolve) => void requestAnimationFrame(resolve));
	});

/** As bench/pages.ts. A busy machine may draw a kept face just after the first paint, and a list of sessions grows by a line. */
const SHIFT_MAX = 0.02;

/** Of the pages for fans alone, a visitor sees the log-in: once is enough. */
const isShown = (path: string, isFan: boolean) => isFan || path === pages.store || placeWithoutSignIn(path) === path;

const addresses = (isFan: boolean) => [
	...Object.values(pages)
		.filter((path) => isShown(path, isFan))
		.map((path) =>
			path
				.replace(':artist_id', String(content.monthly.artistIds[0]))
				.replace(':news_id', String(content.articles[0]))
				.replace(':id', 'hall')
				.replace(':trade_no', 'none'),
		),
	'/leader-board?sub_tab=champion',
	// Names without a space.
	'/leader-board?main_tab=words',
	// At a fan's next visit, a face that is kept already may still give such a name another line: 0.028.
	...words.filter(() => !isFan).map((id) => `/artist/${id}`),
	STATUS_PATH,
	'/nothing',
];

it.each([
	['a visitor moves while it loads', false],
	['a fan moves while it loads, at the first visit or the next', true],
])(
	'no page of %s, and a phone holds its text at twice the size',
	async (_, isFan) => {
		const faults = await Promise.all([390, 1440].map((width) => faultsAt(width, isFan)));
		expect(faults.flat().join('\n')).toBe('');
	},
	// Some forty pages, each twice.
	2 * 60_000,
);

/** Goes through all pages with one browser, which forgets what it knows before each. */
async function faultsAt(width: number, isFan: boolean): Promise<string[]> {
	const { page, open, settled } = await site.visitor({ width, ...(isFan && { as: fan }) });
	await page.addInitScript(noteShifts);
	const faults: string[] = [];
	const note = async (path: string) => {
		await settled();
		for (const shift of await shiftsOf(page)) faults.push(`${path} at ${width}: ${shift}`);
	};
	// A page that both see is seen by one of them on a phone, by the other at a desk.
	const isSeen = (path: string, index: number) =>
		!isShown(path, false) || (index % 2 === 0) === (isFan === (width === 390));
	for (const path of addresses(isFan).filter(isSeen)) {
		// What a page requests while its requests are altered is not taken from the browser's store.
		const faces = await holdBack(page, '**/*.woff2');
		await page.setExtraHTTPHeaders({ 'x-in-pieces': String(width) });
		await page.goto(path, { waitUntil: 'commit' });
		await sendPieces(page, width);
		await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
		faces();
		await page.evaluate(() => document.fonts.ready);
		await note(path);
		await page.unrouteAll({ behavior: 'wait' });
		await page.setExtraHTTPHeaders({});
		if (isFan) {
			await open(path);
			await note(path);
		}
		await expectLargeTextToFit(page, path);
		await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
		await page.evaluate(() => [localStorage, sessionStorage].forEach((storage) => storage.clear()));
	}
	return faults;
}

/** With text at twice its size, on a phone and on the narrowest one. The page's policy forbids styles of others, not a script's own. */
async function expectLargeTextToFit(page: Page, path: string): Promise<void> {
	await page.evaluate(() => document.documentElement.style.setProperty('font-size', '32px', 'important'));
	for (const [width, height] of [
		[390, 844],
		[320, 640],
	] as const) {
		await page.setViewportSize({ width, height });
		const isWithin = () =>
			page.evaluate(() => {
				const menu = document.querySelector('header [aria-label="Open menu"]')?.getBoundingClientRect().right ?? 0;
				return document.documentElement.scrollWidth <= innerWidth && menu <= innerWidth;
			});
		await expect.poll(isWithin, { message: `${path} with large text at ${width}` }).toBe(true);
	}
}

type Noted = Window & { shifts: PerformanceObserver; moved: (PerformanceEntry & { value: number })[] };

function noteShifts(): void {
	const noted = window as unknown as Noted;
	noted.moved = [];
	noted.shifts = new PerformanceObserver((list) => noted.moved.push(...(list.getEntries() as Noted['moved'])));
	noted.shifts.observe({ type: 'layout-shift', buffered: true });
}

/** What has moved when the page has come to rest, each with its part of the screen. */
async function shiftsOf(page: Page): Promise<string[]> {
	await frames(page);
	return page.evaluate((least) => {
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
