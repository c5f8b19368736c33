/**
 * `npm run screens [name …]`: pictures of every screen in every state, from the real product on demo data, at two
 * widths and in both themes, into test-results/screens with a contact sheet. Three of them are the README's. `tasks`
 * takes those of docs/operating/console.md, `tasks refund` one of them.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium, type Browser } from '@playwright/test';
import sharp from 'sharp';
import { CHROMIUM_ARGS, findChromium } from './lib/chromium.ts';
import { signIn } from './screens/people.ts';
import { contactSheet, type Picture } from './screens/sheet.ts';
import type { Links, Shot, Viewer } from './screens/shot.ts';
import { shots } from './screens/shots.ts';
import { takeTasks } from './screens/take-tasks.ts';
import { ROOT } from './lib/steps.ts';
import { startTrial } from './trial/trial.ts';

const FOLDER = join(ROOT, 'test-results/screens');
const SCREENS = { phone: { width: 390, height: 844 }, desk: { width: 1440, height: 900 } };
type Screen = keyof typeof SCREENS;
const THEMES = ['dark', 'light'] as const;
type Theme = (typeof THEMES)[number];
const WHOLE_HEIGHT_MAX = 3_200;

/** The README's: file name to what it shows. */
const README: Record<string, string> = {
	'leaderboard-desktop-dark': 'leaderboard-first-screen-dark-1440',
	'home-mobile-light': 'home-first-screen-light-390',
	'vote-dialog-mobile-dark': 'vote-dialog-dark-390',
};
const README_BYTES_MAX = 200_000;

const only = process.argv.slice(2);
const wanted = only.length === 0 ? shots : shots.filter(({ name }) => only.includes(name));

await mkdir(FOLDER, { recursive: true });
const trial = await startTrial();
const browser = await chromium.launch({ executablePath: await findChromium(), args: CHROMIUM_ARGS });
const failed: string[] = [];
try {
	if (wanted.length > 0) await takeAll();
	if (only.length === 0 || only.includes('tasks')) failed.push(...(await takeTasks(browser, trial.url, only)));
} finally {
	await browser.close();
	await trial.stop();
}
if (failed.length > 0) {
	console.error(`No picture of: ${failed.join(', ')}`);
	process.exitCode = 1;
}

async function takeAll(): Promise<void> {
	const viewers = new Set(wanted.flatMap(({ as }) => as ?? []));
	const tokens = new Map<Viewer, string>();
	for (const viewer of viewers) tokens.set(viewer, await signIn(browser, trial.url, viewer));
	const links = await findLinks(browser);
	const pictures: Picture[] = [];
	for (const shot of wanted) {
		for (const screen of ['phone', 'desk'] as const) {
			if (shot.only !== undefined && shot.only !== screen) continue;
			for (const theme of THEMES) {
				const { width } = SCREENS[screen];
				const file = `${shot.name}-${theme}-${width}.png`;
				try {
					await writeFile(join(FOLDER, file), await take(shot, screen, theme, links, tokens));
					pictures.push({ name: shot.name, column: `${theme} ${width}`, file });
				} catch (error) {
					failed.push(file);
					console.error(file, error instanceof Error ? error.message : error);
				}
			}
		}
		console.log(shot.name);
	}
	await writeFile(join(FOLDER, 'index.html'), contactSheet(pictures));
	console.log(`${pictures.length} pictures: ${join('test-results/screens', 'index.html')}`);
	await keepForReadme(pictures);
}

/** Addresses that depend on the demo content: the leader and the latest article. */
async function findLinks(from: Browser): Promise<Links> {
	const page = await from.newPage({ baseURL: trial.url });
	const firstOf = async (path: string, link: string) => {
		await page.goto(path);
		const href = await page.locator(`a[href^="${link}"]`).first().getAttribute('href');
		return href?.split('?')[0] ?? path;
	};
	const links = { artist: await firstOf('/leader-board', '/artist/'), article: await firstOf('/news', '/news/') };
	await page.close();
	return links;
}

async function take(
	{ path, as, before, act, whole }: Shot,
	screen: Screen,
	theme: Theme,
	links: Links,
	tokens: Map<Viewer, string>,
): Promise<Buffer> {
	const viewport = SCREENS[screen];
	const context = await browser.newContext({
		baseURL: trial.url,
		viewport,
		colorScheme: theme,
		hasTouch: screen === 'phone',
		// Everything at rest, so that a picture is the same the next time.
		reducedMotion: 'reduce',
		locale: 'en-US',
	});
	try {
		context.setDefaultTimeout(15_000);
		const token = as && tokens.get(as);
		if (token) await context.addInitScript((value) => localStorage.setItem('authentication_token', value), token);
		const page = await context.newPage();
		await before?.(page);
		await page.goto(typeof path === 'string' ? path : path(links));
		await page.locator('#app > *').first().waitFor();
		await page.locator('.splash').waitFor({ state: 'detached' });
		await act?.(page);
		await page.evaluate(atRest);
		if (!whole) return await page.screenshot();
		await showEverything(page.evaluate.bind(page));
		// Scroll to the top, so that sticky elements appear at the top of the picture.
		await page.evaluate(() => window.scrollTo(0, 0));
		const height = await page.evaluate(() => document.documentElement.scrollHeight);
		const clip = { x: 0, y: 0, width: viewport.width, height: Math.min(height, WHOLE_HEIGHT_MAX) };
		return await page.screenshot({ fullPage: true, clip });
	} finally {
		// Answers that are still being altered belong to nobody any more.
		for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' });
		await context.close();
	}
}

/** Fonts are there, and whatever fades or slides has arrived. Runs in the page. */
async function atRest(): Promise<void> {
	await document.fonts.ready;
	const passing = document.getAnimations().filter(({ effect }) => effect?.getTiming().iterations !== Infinity);
	await Promise.all(passing.map(({ finished }) => finished.catch(() => null)));
}

/** Pictures further down load when they come near: all of them now. */
async function showEverything(evaluate: (work: () => Promise<void>) => Promise<void>): Promise<void> {
	await evaluate(async () => {
		for (const image of document.images) image.loading = 'eager';
		const loads = Array.from(document.images).map((image) => image.decode().catch(() => undefined));
		await Promise.all(loads);
	});
}

async function keepForReadme(pictures: readonly Picture[]): Promise<void> {
	const folder = join(ROOT, 'docs/screens');
	await mkdir(folder, { recursive: true });
	for (const [name, source] of Object.entries(README)) {
		const picture = pictures.find(({ file }) => file === `${source}.png`);
		if (!picture) continue;
		const bytes = await smallEnough(join(FOLDER, picture.file));
		await writeFile(join(folder, `${name}.png`), bytes);
	}
}

/** With as many colors as the limit allows. */
async function smallEnough(file: string): Promise<Buffer> {
	for (const quality of [90, 75, 60, 45]) {
		const bytes = await sharp(file).png({ palette: true, quality, effort: 10 }).toBuffer();
		if (bytes.length <= README_BYTES_MAX) return bytes;
	}
	throw new Error(`${file} is more than a README should load`);
}
