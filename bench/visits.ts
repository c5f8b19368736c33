/** What Lighthouse does not do: a second visit, and a fan who votes. The same phone and network as its mobile preset. */
import type { Browser, BrowserContext, Page } from '@playwright/test';
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

/** Adds the medians to the result; returns a line for each that is too slow. */
export async function measureVisits(browser: Browser, url: string, { metrics }: Result): Promise<string[]> {
	const visitor = await browser.newContext({ baseURL: url, ...PHONE });
	const repeat = median(await repeatVisits(visitor));
	const fan = await browser.newContext({ baseURL: url, ...PHONE });
	const token = await signIn(browser, url, 'midnight-seat');
	await fan.addInitScript((value) => localStorage.setItem('authentication_token', value), token);
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

/** Milliseconds from the navigation until the app has taken over the page, and the processor is idle. */
async function repeatVisits(context: BrowserContext): Promise<number[]> {
	const first = await context.newPage();
	await first.goto('/leader-board');
	await first.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
	await first.close();
	const times: number[] = [];
	for (let turn = 0; turn < RUNS; turn += 1) {
		const page = await context.newPage();
		await slowDown(page, true);
		await page.goto('/leader-board', { waitUntil: 'commit' });
		times.push(
			await page.evaluate(async () => {
				const isUsable = () => document.querySelector('#app[data-ready] .rank-row button');
				// Told of changes: to ask at every frame would make the page draw each of them.
				await new Promise<void>((resolve) => {
					const observer = new MutationObserver(() => {
						if (!isUsable()) return;
						observer.disconnect();
						resolve();
					});
					observer.observe(document, { attributes: true, childList: true, subtree: true });
				});
				await new Promise((idle) => void requestIdleCallback(idle));
				return Math.round(performance.now());
			}),
		);
		await page.close();
	}
	return times;
}

/** The longest time (ms) from a tap until its effect is painted: open the dialog, choose votes, vote, confirm. */
async function slowestTapOfAVote(page: Page): Promise<number> {
	await page.goto('/leader-board');
	const vote = page.getByRole('button', { name: /^Vote for / }).first();
	await vote.waitFor();
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

async function slowDown(page: Page, withNetwork: boolean): Promise<void> {
	const session = await page.context().newCDPSession(page);
	await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
	if (withNetwork) await session.send('Network.emulateNetworkConditions', NETWORK);
}
