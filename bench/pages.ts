/**
 * Pages as a phone on a slow network sees them: Lighthouse's mobile preset on the production build with demo content.
 * Lighthouse weighs 130 MB, so it is no dependency: its pinned version is fetched once, into .cache. PAGES=home,news measures
 * these only.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chromium, type Browser } from '@playwright/test';
import { CHROMIUM_ARGS, findChromium } from '../scripts/lib/chromium.ts';
import { ROOT, run } from '../scripts/lib/steps.ts';
import { startTrial } from '../scripts/trial/trial.ts';
import { median } from '../testkit/quantile.ts';
import type { Bench, Result } from './lib/report.ts';
import { measureVisits } from './visits.ts';

const LIGHTHOUSE = '13.5.0';
const FOLDER = join(ROOT, '.cache/lighthouse');
const TRIES = 3;

/** Below these the bench fails. */
const FLOORS = { performance: 97, accessibility: 100, 'best-practices': 100, seo: 100 } as const;
const SHIFT_MAX = 0.02;
const LARGEST_PAINT_MS_MAX = 2_000;
const BLOCKING_MS_MAX = 100;
/** Everything that the first view loads. */
const BYTES_MAX: Record<string, number> = { leaderboard: 350_000 };

type Category = keyof typeof FLOORS;
const categories = Object.keys(FLOORS) as Category[];

interface Report {
	categories: Record<Category, { score: number | null }>;
	audits: Record<string, { score: number | null; numericValue?: number; title: string }>;
}

export const pages: Bench = async ({ rounds }) => {
	await fetchLighthouse();
	const site = await startTrial();
	const browser = await chromium.launch({ executablePath: await findChromium(), args: CHROMIUM_ARGS });
	const result: Result = { metrics: { lighthouse: LIGHTHOUSE, runs: rounds }, ratios: {} };
	const missed: string[] = [];
	try {
		const wanted = process.env.PAGES?.split(',');
		for (const [name, path] of Object.entries(await findPaths(browser, site.url))) {
			if (wanted && !wanted.includes(name)) continue;
			const reports: Report[] = [];
			for (let turn = 0; turn < rounds; turn += 1) reports.push(await measure(site.url + path));
			missed.push(...judge(name, reports, result));
			for (const [metric, value] of Object.entries(result.metrics))
				if (metric.startsWith(`${name}.`)) console.log(metric, value);
		}
		if (!wanted || wanted.includes('visits')) missed.push(...(await measureVisits(browser, site.url, result)));
	} finally {
		await browser.close();
		await site.stop();
	}
	for (const line of missed) console.error(line);
	if (missed.length > 0) process.exitCode = 1;
	return result;
};

async function fetchLighthouse(): Promise<void> {
	if (existsSync(join(FOLDER, 'node_modules/lighthouse'))) return;
	await mkdir(FOLDER, { recursive: true });
	console.log(`Fetching Lighthouse ${LIGHTHOUSE} into .cache …`);
	const options = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'];
	const code = await run('npm', ['install', '--prefix', FOLDER, `lighthouse@${LIGHTHOUSE}`, ...options]);
	if (code !== 0) throw new Error('Lighthouse could not be fetched');
}

/** The leader's page and the latest article of the demo world. */
async function findPaths(browser: Browser, url: string): Promise<Record<string, string>> {
	const page = await browser.newPage();
	const firstOf = async (path: string, link: string) => {
		await page.goto(url + path);
		return (await page.locator(`main a[href^="${link}"]`).first().getAttribute('href')) ?? path;
	};
	const artist = await firstOf('/leader-board', '/artist/');
	const article = await firstOf('/news', '/news/');
	await page.close();
	return { home: '/', leaderboard: '/leader-board', artist, news: '/news', article };
}

async function measure(url: string): Promise<Report> {
	const cli = join(FOLDER, 'node_modules/lighthouse/cli/index.js');
	const file = join(FOLDER, 'report.json');
	const options = [
		'--quiet',
		'--no-enable-error-reporting',
		'--output=json',
		`--output-path=${file}`,
		`--only-categories=${categories.join(',')}`,
		`--chrome-flags=${CHROMIUM_ARGS.join(' ')}`,
	];
	const env = { ...process.env, CHROME_PATH: await findChromium() };
	for (let tries = 1; ; tries += 1) {
		try {
			await promisify(execFile)(process.execPath, [cli, url, ...options], { env });
			return JSON.parse(await readFile(file, 'utf8')) as Report;
		} catch (error) {
			// On a busy machine a browser now and then paints nothing at all, which Lighthouse does not measure.
			if (tries === TRIES) throw error;
			console.log(`${url}: measured again`);
		}
	}
}

/** Adds the medians to the result; gives what is below a floor, with the audits to look at. */
function judge(name: string, reports: readonly Report[], { metrics }: Result): string[] {
	const missed: string[] = [];
	for (const category of categories) {
		const score = median(reports.map((report) => Math.round((report.categories[category].score ?? 0) * 100)));
		metrics[`${name}.${category}`] = score;
		if (score < FLOORS[category]) missed.push(`${name}: ${category} is ${score}: ${failures(reports).join(', ')}`);
	}
	const numeric = (metric: string, audit: string) =>
		(metrics[`${name}.${metric}`] = median(reports.map(({ audits }) => audits[audit]?.numericValue ?? Number.NaN)));
	const shift = numeric('layout_shift', 'cumulative-layout-shift');
	const largest = numeric('largest_paint_ms', 'largest-contentful-paint');
	const blocking = numeric('blocking_ms', 'total-blocking-time');
	const bytes = numeric('bytes', 'total-byte-weight');
	if (!(shift < SHIFT_MAX)) missed.push(`${name}: the layout shifts by ${shift}`);
	if (!(largest < LARGEST_PAINT_MS_MAX)) missed.push(`${name}: the largest paint takes ${largest} ms`);
	if (!(blocking < BLOCKING_MS_MAX)) missed.push(`${name}: scripts block the page for ${blocking} ms`);
	if (bytes > (BYTES_MAX[name] ?? Infinity)) missed.push(`${name}: the first view loads ${bytes} bytes`);
	return missed;
}

function failures([report]: readonly Report[]): string[] {
	return Object.entries(report?.audits ?? {})
		.filter(([, { score }]) => score !== null && score < 0.9)
		.map(([id]) => id);
}
