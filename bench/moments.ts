/**
 * The moments of a fan: the longest task of the page while one plays, on a processor four times slower than this one. A task's own
 * processor time counts, which others on this machine do not lengthen. The stream is played by hand, so that a champion is sealed
 * in seconds.
 */
import type { Browser, Page } from '@playwright/test';
import { getCheckInConfig, type CheckInConfig } from '#contract/check-in.ts';
import { getChart, type Chart } from '#contract/rankings.ts';
import { getSite } from '#contract/site.ts';
import { changeBetween } from '#contract/values/live-chart.ts';
import { API_BASE } from '#contract/values/constants.ts';
import { signIn } from './lib/sign-in.ts';
import { median } from '../testkit/quantile.ts';
import type { Result } from './lib/report.ts';
import { openFan } from './visits.ts';

const RUNS = 5;
const TASK_MS_MAX = 50;
const SLOWDOWN = 4;

interface Stage {
	page: Page;
	chart: Chart;
	/** Sends one event of the live stream. */
	say(chart: Chart): Promise<void>;
}

interface Moment {
	path: string;
	/** Up to where it begins. */
	prepare?(stage: Stage): Promise<unknown>;
	play(stage: Stage): Promise<unknown>;
}

const dialogOf = (page: Page) => page.getByRole('dialog');
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
/** While a moment plays, parts are found by their class: to find one by its role lays out what the page has set aside. */
const press = (page: Page, part: string) => page.locator(part).click();

async function openVote({ page }: Stage): Promise<void> {
	await button(page, /^Vote for /)
		.last()
		.click();
	await button(page, '+1').click();
	await page.locator('[data-stick=lit]').waitFor();
}

const MOMENTS: Record<string, Moment> = {
	'light your stick': {
		path: '/leader-board',
		prepare: openVote,
		async play({ page }) {
			await page.locator('[data-stick]').hover();
			await page.mouse.down();
			await page.waitForTimeout(1_000);
			await page.mouse.up();
			await page.locator('.vote-success .ocean-own').waitFor();
			await page.waitForTimeout(1_500);
			await press(page, '.vote-success-buttons .button-fan');
			await page.locator('[data-landed]').first().waitFor();
		},
	},
	'the hall changes hands': {
		path: '/leader-board',
		async play({ page, chart, say }) {
			await say(overtaken(chart, 1));
			await page.locator('.hall-change-words').waitFor();
		},
	},
	'take #4': {
		path: '/leader-board',
		prepare: openVote,
		play: ({ page }) => dialogOf(page).getByRole('button', { name: /→/ }).click(),
	},
	'champion night': {
		path: '/leader-board',
		async prepare({ page, chart, say }) {
			await say(staged(chart, { end_countdown: 900 }));
			await page.waitForTimeout(1_000);
			await page.mouse.click(5, 300);
			await page.locator('.night-clock').waitFor();
		},
		async play({ page, chart, say }) {
			await say(overtaken(staged(chart, { end_countdown: 899 }), 8));
			await page.waitForTimeout(1_000);
			await say(staged(chart, { end_countdown: 0, status: 'ended', stage: 'closed' }));
			await page.getByText('Votes are closed. The count is sealed.').waitFor();
			await say(staged(chart, { end_countdown: 0, status: 'ended', stage: 'certified' }));
			await page.locator('.reveal').waitFor();
			await page.locator('.reveal').waitFor({ state: 'detached' });
		},
	},
	'day seven of the bracelet': {
		path: '/store',
		prepare: ({ page }) => page.locator('.day-now').waitFor(),
		async play({ page }) {
			await page.locator('.day-now').click();
			await page.locator('.bead-burst').waitFor();
		},
	},
	poster: {
		path: '/my-artist',
		prepare: ({ page }) => button(page, 'Make a poster').waitFor(),
		async play({ page }) {
			await button(page, 'Make a poster').click();
			await page.locator('img.fan-poster-picture[src]').waitFor();
		},
	},
	'my artist': {
		path: '/my-artist',
		prepare: ({ page }) => page.locator('.pinned-artist-rank').waitFor(),
		async play({ page, chart, say }) {
			await say(overtaken(chart, 4));
			await page.locator('.pinned-artist .count-roll-digit').first().waitFor({ state: 'attached' });
		},
	},
};

/** Whoever stands at `index` passes the one above. */
function overtaken(chart: Chart, index: number): Chart {
	const { artist_list: list } = chart;
	const [above, below] = [list[index - 1], list[index]];
	if (!above || !below) throw new Error('The chart is too short');
	const tickets = above.tickets + 1;
	const artist_list = list
		.with(index - 1, { ...below, rank: above.rank, tickets })
		.with(index, { ...above, rank: below.rank });
	return { ...chart, artist_list, total_tickets: chart.total_tickets + tickets - below.tickets };
}

const staged = (chart: Chart, config: Partial<Chart['ranking_config']>): Chart => ({
	...chart,
	ranking_config: { ...chart.ranking_config, ...config },
});

/** Adds the medians to the result; returns a line for each moment that holds the page up. */
export async function measureMoments(browser: Browser, url: string, { metrics }: Result): Promise<string[]> {
	const token = await signIn(browser, url, 'midnight-seat');
	const missed: string[] = [];
	for (const [name, moment] of Object.entries(MOMENTS)) {
		const longest: number[] = [];
		for (let run = 0; run < RUNS; run += 1) longest.push(await longestTask(browser, url, token, moment));
		const task = median(longest);
		metrics[`${name}.longest_task_ms`] = task;
		console.log(`${name}: longest task ${longest.join(', ')} ms`);
		if (task > TASK_MS_MAX) missed.push(`${name}: a task takes ${task} ms`);
	}
	return missed;
}

async function longestTask(
	browser: Browser,
	url: string,
	token: string,
	{ path, prepare, play }: Moment,
): Promise<number> {
	await using context = await openFan(browser, url, token);
	const page = await context.newPage();
	await page.addInitScript(playByHand);
	const read = async <Data>(call: string) =>
		((await (await context.request.get(`${url}${API_BASE}${call}`)).json()) as { data: Data }).data;
	const { current_monthly_rank_key: key } = await read<{ current_monthly_rank_key: string }>(getSite.path);
	const chart = await read<Chart>(`${getChart.path}?ranking_key=${key}`);
	await waitingForDaySeven(page, await read<CheckInConfig>(getCheckInConfig.path));
	let said = chart;
	await page.route(/\/rankings\/detail/, (route) => route.fulfill({ json: { code: 200, message: '', data: said } }));
	const say = (next: Chart) => {
		const change = changeBetween(said, next);
		said = next;
		const event = change
			? { type: 'change', data: JSON.stringify(change) }
			: { type: 'chart', data: JSON.stringify(next) };
		return page.evaluate((detail) => void setTimeout(() => dispatchEvent(new CustomEvent('say', { detail }))), event);
	};
	const favorites = chart.artist_list.slice(4, 5);
	await page.route(/\/me\/favorites/, (route) =>
		route.fulfill({ json: { code: 200, message: '', data: { favorites } } }),
	);
	const stage = { page, chart, say };
	await page.goto(path);
	await page.locator('#app[data-ready]').waitFor({ state: 'attached' });
	if (path !== '/store') {
		await page.waitForFunction(() => 'isFollowed' in globalThis);
		await page.evaluate(
			(data) => dispatchEvent(new CustomEvent('say', { detail: { type: 'chart', data } })),
			JSON.stringify(chart),
		);
	}
	await prepare?.(stage);
	await page.waitForLoadState('networkidle');
	await page.evaluate(() => new Promise((idle) => void requestIdleCallback(idle)));
	await browser.startTracing(page, {
		categories: ['__metadata', 'devtools.timeline', 'disabled-by-default-devtools.timeline'],
	});
	await play(stage);
	await page.waitForTimeout(2_000);
	const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
	const main = traceEvents.findLast(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain');
	const times = traceEvents
		.filter(({ tid, pid, name }) => tid === main?.tid && pid === main?.pid && name === 'RunTask')
		.map(({ tdur = 0 }) => tdur);
	return Math.round((SLOWDOWN * Math.max(...times)) / 1_000);
}

/** Times in microseconds. */
interface TraceEvent {
	name: string;
	pid: number;
	tid: number;
	tdur?: number;
	args?: { name?: string };
}

/** In the page: its stream says what this bench says. */
function playByHand(): void {
	window.EventSource = class extends EventTarget {
		readyState = 1;
		constructor() {
			super();
			Object.assign(globalThis, { isFollowed: true });
			addEventListener('say', ({ detail }: CustomEventInit<{ type: string; data: string }>) => {
				if (detail) this.dispatchEvent(new MessageEvent(detail.type, { data: detail.data }));
			});
		}
		close(): void {}
	} as unknown as typeof EventSource;
}

/** The demo's fan stands elsewhere in the week. */
async function waitingForDaySeven(page: Page, config: CheckInConfig): Promise<void> {
	const isTaken = (sequence: number) => sequence < 7;
	let today_checked = false;
	await page.route(/\/checkin(?:\/config)?(?:\?|$)/, (route) => {
		const isClaim = route.request().method() === 'POST';
		if (isClaim) today_checked = true;
		const checkin_configs = config.checkin_configs.map((day) => ({
			...day,
			is_checked: today_checked || isTaken(day.sequence),
		}));
		const data = isClaim
			? { gem_number: 150, gem_balance: 12_630, current_sequence: 7 }
			: { ...config, checkin_configs, current_sequence: 7, today_checked };
		return route.fulfill({ json: { code: 200, message: '', data } });
	});
}
