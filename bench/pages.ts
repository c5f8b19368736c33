/**
 * Pages as a phone on a slow network sees them: Lighthouse's mobile preset on the production build with demo content.
 * Lighthouse weighs 130 MB, so it is no dependency: its pinned version is fetched once, into .cache.
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
const RUNS = 5;
const TRIES = 3;

/** Below these the bench fails. */
const FLOORS = { performance: 97, accessibility: 100, 'best-practices': 100, seo: 100 } as const;
const SHIFT_MAX = 0.02;
const LARGEST_PAINT_MS_MAX = 2_000;
/** Everything that the first view loads. */
const BYTES_MAX: Record<string, number> = { leaderboard: 350_000 };

type Category = keyof typeof FLOORS;
const categories = Object.keys(FLOORS) as Category[];

interface Report {
	categories: Record<Category, { score: number | null }>;
	audits: Record<string, { score: number | null; numericValue?: number; title: string }>;
}

export const pages: Bench = async () => {
	await fetchLighthouse();
	const trial = await startTrial();
	const browser = await chromium.launch({ executablePath: await findChromium(), args: CHROMIUM_ARGS });
	const result: Result = { metrics: { lighthouse: LIGHTHOUSE, runs: RUNS }, ratios: {} };
	const missed: string[] = [];
	try {
		for (const [name, path] of Object.entries(await findPaths(browser, trial.url))) {
			const reports: Report[] = [];
			for (let turn = 0; turn < RUNS; turn += 1) reports.push(await measure(trial.url + path));
			missed.push(...judge(name, reports, result));
			console.log(
				name,
				...Object.entries(result.metrics)
					.filter(([metric]) => metric.startsWith(`${name}.`))
					.map(([metric, value]) => `${metric.slice(name.length + 1)} ${value}`),
			);
		}
		missed.push(...(await measureVisits(browser, trial.url, result)));
	} finally {
		await browser.close();
		await trial.stop();
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
	return { home: '/', leaderboard: '/leader-board', artist, article };
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
	const numeric = (audit: string) => median(reports.map(({ audits }) => audits[audit]?.numericValue ?? Number.NaN));
	const shift = numeric('cumulative-layout-shift');
	metrics[`${name}.layout_shift`] = shift;
	const largest = numeric('largest-contentful-paint');
	metrics[`${name}.largest_paint_ms`] = largest;
	const bytes = numeric('total-byte-weight');
	metrics[`${name}.bytes`] = bytes;
	metrics[`${name}.blocking_ms`] = numeric('total-blocking-time');
	if (!(shift < SHIFT_MAX)) missed.push(`${name}: the layout shifts by ${shift}`);
	if (!(largest < LARGEST_PAINT_MS_MAX)) missed.push(`${name}: the largest paint takes ${largest} ms`);
	if (bytes > (BYTES_MAX[name] ?? Infinity)) missed.push(`${name}: the first view loads ${bytes} bytes`);
	return missed;
}

function failures([report]: readonly Report[]): string[] {
	return Object.entries(report?.audits ?? {})
		.filter(([, { score }]) => score !== null && score < 0.9)
		.map(([id]) => id);
}
