/** What Lighthouse does not do: a second visit, and a fan who votes. The same phone and network as its mobile preset. */
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { getSite } from '#contract/site.ts';
import { API_BASE, POPUP_STORAGE_NAME } from '#contract/values/constants.ts';
import { signIn } from '../scripts/screens/people.ts';
import { median } from '../testkit/quantile.ts';
import type { Result } from './lib/report.ts';

const RUNS = 5;
const REPEAT_MS_MAX = 1_000;
const TAP_MS_MAX = 200;
const PHONE = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, hasTouch: true, isMobile: true };
const CPU_SLOWDOWN = 4;
/** Slow 4G, as Lighthouse applies it to a real browser. */
const NETWORK = { offline: false, latency: 562.5, downloadThroughput: 184_320, uploadThroughput: 84_480 };

/**
 * Texts of the page's first screen, by which a visit knows that it can be read: those that need no script, and that all sites
 * show. Figures move.
 */
export async function firstTexts(browser: Browser, [url = '', ...others]: readonly string[]): Promise<string[]> {
	const open = async (address: string, javaScriptEnabled: boolean) => {
		const page = await (await browser.newContext({ ...PHONE, javaScriptEnabled })).newPage();
		await page.goto(address, { waitUntil: 'networkidle' });
		return page;
	};
	const [plain, ...whole] = await Promise.all([open(url, false), ...[url, ...others].map((each) => open(each, true))]);
	const texts = await plain?.evaluate(() => {
		const walker = document.createTreeWalker(document.querySelector('main') ?? document, NodeFilter.SHOW_TEXT);
		const found = new Set<string>();
		for (let node = walker.nextNode(); node; node = walker.nextNode()) {
			const range = document.createRange();
			range.selectNodeContents(node);
			const { top, height } = range.getBoundingClientRect();
			const text = node.textContent ?? '';
			if (height > 0 && top >= 0 && top < innerHeight && /^[^\d]{4,}$/.test(text)) found.add(text);
		}
		return [...found];
	});
	const shown = await Promise.all(whole.map((page) => page.locator('#app').textContent()));
	await Promise.all([plain, ...whole].map((page) => page?.context().close()));
	const found = (texts ?? []).filter((text) => shown.every((each) => each?.includes(text)));
	if (found.length === 0) throw new Error(`${url} shows nothing`);
	return found;
}

/** Milliseconds of a visit until the texts are painted, and until React has the page and the processor is idle. */
async function timeVisit(context: BrowserContext, url: string, texts: readonly string[]) {
	const page = await context.newPage();
	await slowDown(page, true);
	await page.goto(url, { waitUntil: 'commit' });
	const times = await page.evaluate(async (wanted) => {
		const when = async (isTrue: () => boolean) => {
			while (!isTrue()) await new Promise((look) => setTimeout(look, 50));
			await new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)));
			return performance.now();
		};
		const shows = () => {
			const text = document.querySelector('#app')?.textContent ?? '';
			return wanted.every((each) => text.includes(each));
		};
		const isTaken = () => {
			const last = [...document.querySelectorAll('#app :is(a, button)')].at(-1) ?? {};
			return Object.keys(last).some((key) => key.startsWith('__reactProps'));
		};
		const readable = await when(shows);
		await when(isTaken);
		await new Promise((idle) => void requestIdleCallback(idle));
		return { readable, usable: performance.now() };
	}, texts);
	await page.close();
	return times;
}

/** Adds the medians to the result; returns a line for each that is too slow. */
export async function measureVisits(
	browser: Browser,
	url: string,
	texts: readonly string[],
	{ metrics }: Result,
): Promise<string[]> {
	const visitor = await browser.newContext({ baseURL: url, ...PHONE });
	const repeat = median(await repeatVisits(visitor, `${url}/leader-board`, texts));
	const fan = await openFan(browser, url, await signIn(browser, url, 'midnight-seat'));
	const taps: number[] = [];
	for (let turn = 0; turn < RUNS; turn += 1) taps.push(await slowestTapOfAVote(await fan.newPage()));
	const tap = median(taps);
	Object.assign(metrics, { 'repeat_visit.usable_ms': repeat, 'vote.slowest_tap_ms': tap });
	console.log(`repeat visit usable after ${repeat} ms, slowest tap of a vote ${tap} ms`);
	return [
		...(repeat > REPEAT_MS_MAX ? [`a repeat visit is usable after ${repeat} ms`] : []),
		...(tap > TAP_MS_MAX ? [`the slowest tap of a vote takes ${tap} ms`] : []),
	];
}

/** A fan of the demo on a phone. The operators' pop-up was closed today: it would lie over what is tapped. */
export async function openFan(browser: Browser, url: string, token: string): Promise<BrowserContext> {
	const context = await browser.newContext({ baseURL: url, serviceWorkers: 'block', ...PHONE });
	await context.addInitScript((value) => localStorage.setItem('authentication_token', value), token);
	const answer = await context.request.get(`${url}${API_BASE}${getSite.path}`);
	const { data } = (await answer.json()) as { data: { pop_up: { uuid: string } | null } };
	await context.addInitScript(
		([name, uuid]) => localStorage.setItem(name, JSON.stringify({ [uuid]: new Date().getDate() })),
		[POPUP_STORAGE_NAME, data.pop_up?.uuid ?? 'none'] as const,
	);
	return context;
}

async function repeatVisits(context: BrowserContext, url: string, texts: readonly string[]): Promise<number[]> {
	const first = await context.newPage();
	await first.goto(url);
	await first.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
	await first.close();
	const times: number[] = [];
	for (let turn = 0; turn < RUNS; turn += 1) times.push((await timeVisit(context, url, texts)).usable);
	return times;
}

/** The longest time (ms) from a tap until its effect is painted: open the dialog, choose votes, vote, confirm. */
async function slowestTapOfAVote(page: Page): Promise<number> {
	await page.goto('/leader-board');
	const vote = page.getByRole('button', { name: /^Vote for / }).first();
	// The server's HTML shows the button before React has it: that wait is "usable", above.
	await vote.evaluate(async (button) => {
		const isTaken = () => Object.keys(button).some((key) => key.startsWith('__reactProps'));
		while (!isTaken()) await new Promise(requestAnimationFrame);
	});
	await slowDown(page, false);
	await page.evaluate(() => {
		const seen = Object.assign(window, { slowestTap: 0 });
		new PerformanceObserver((list) => {
			for (const { duration } of list.getEntries()) seen.slowestTap = Math.max(seen.slowestTap, duration);
		}).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
	});
	await vote.tap();
	await page.getByRole('button', { name: '+1', exact: true }).tap();
	await page
		.getByRole('dialog')
		.getByRole('button', { name: /^Vote / })
		.tap();
	await page.getByRole('button', { name: 'CONFIRM' }).tap();
	await page.getByRole('dialog').waitFor({ state: 'hidden' });
	const slowest = await page.evaluate(() => (window as unknown as { slowestTap: number }).slowestTap);
	await page.close();
	return slowest;
}

/** A visitor for whom nothing is stored. */
export async function firstVisit(browser: Browser, url: string, texts: readonly string[]) {
	const context = await browser.newContext(PHONE);
	const times = await timeVisit(context, url, texts);
	await context.close();
	return times;
}

export async function slowDown(page: Page, withNetwork: boolean): Promise<void> {
	const session = await page.context().newCDPSession(page);
	await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
	if (withNetwork) await session.send('Network.emulateNetworkConditions', NETWORK);
}
