/**
 * Pages as a phone on a slow network sees them: Lighthouse's mobile preset on the production build with demo content.
 * Lighthouse weighs 130 MB, so it is no dependency: its pinned version is fetched once, into .cache. With AGAINST, a tree after
 * `npm ci` and `npm run build`, in turns with that one. PAGES=home,news measures these only.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { chromium, type Browser } from '@playwright/test';
import { CHROMIUM_ARGS, findChromium } from '../testkit/chromium.ts';
import { ROOT, run } from '../scripts/lib/steps.ts';
import type * as TrialModule from '../scripts/trial/trial.ts';
import { median } from '../testkit/quantile.ts';
import { measureMoments } from './moments.ts';
import { ratio, type Bench, type Result } from './lib/report.ts';
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
	const trees = [ROOT, ...(process.env.AGAINST ? [resolve(process.env.AGAINST)] : [])];
	await using closing = new AsyncDisposableStack();
	const sites = await Promise.all(trees.map(startTrial));
	for (const site of sites) closing.defer(() => site.stop());
	const [ours] = sites;
	if (!ours) throw new Error('There is no site to measure');
	await using browser = await chromium.launch({ executablePath: await findChromium(), args: CHROMIUM_ARGS });
	const result: Result = { metrics: { lighthouse: LIGHTHOUSE, runs: rounds }, ratios: {} };
	const missed: string[] = [];
	const wanted = process.env.PAGES?.split(',');
	for (const [name, path] of Object.entries(await findPaths(browser, ours.url))) {
		if (wanted && !wanted.includes(name)) continue;
		const reports: Report[][] = sites.map(() => []);
		for (let turn = 0; turn < rounds; turn += 1)
			for (const [index, site] of sites.entries()) reports[index]?.push(await measure(site.url + path));
		const [own = [], before = []] = reports;
		for (const [what, audit] of Object.entries(PAINTED)) {
			const [ms, msBefore] = [own, before].map((all) => all.map((report) => numberIn(report, audit)));
			result.metrics[`${name}.${what}_ms`] = median(ms);
			if (before.length > 0) result.metrics[`${name}.${what}_ms_before`] = median(msBefore);
			if (before.length > 0 && what !== 'blocking') result.ratios[`${name}.${what}_vs_before`] = ratio(ms, msBefore);
		}
		missed.push(...judge(name, own, result));
		for (const [metric, value] of Object.entries({ ...result.metrics, ...result.ratios }))
			if (metric.startsWith(`${name}.`)) console.log(metric, value);
	}
	if (!wanted || wanted.includes('visits')) {
		for (const site of sites.slice(1)) await measureVisits(browser, site.url, result);
		const before = result.metrics['repeat_visit.usable_ms'];
		missed.push(...(await measureVisits(browser, ours.url, result)));
		if (before)
			result.ratios['repeat_visit_vs_before'] = Number(result.metrics['repeat_visit.usable_ms']) / Number(before);
	}
	if (!wanted || wanted.includes('moments')) missed.push(...(await measureMoments(browser, ours.url, result)));
	for (const line of missed) console.error(line);
	if (missed.length > 0) process.exitCode = 1;
	return result;
};

/** The tree's own demo content on its own database. */
async function startTrial(tree: string): Promise<TrialModule.Trial> {
	const trial = (await import(join(tree, 'scripts/trial/trial.ts'))) as typeof TrialModule;
	return trial.startTrial();
}

const PAINTED = { largest_paint: 'largest-contentful-paint', blocking: 'total-blocking-time' };
const numberIn = ({ audits }: Report, audit: string) => audits[audit]?.numericValue ?? Number.NaN;

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
	const numeric = (audit: string) => median(reports.map((report) => numberIn(report, audit)));
	const shift = numeric('cumulative-layout-shift');
	metrics[`${name}.layout_shift`] = shift;
	const largest = numeric('largest-contentful-paint');
	const bytes = numeric('total-byte-weight');
	metrics[`${name}.bytes`] = bytes;
	const blocking = numeric('total-blocking-time');
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
