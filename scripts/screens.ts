/**
 * `npm run screens`: takes the pictures of README.md from the real product on demo data. `-- /store` takes an address at
 * two widths and in both themes, signed in, into test-results/screens; `-- /console/orders` one of the console, by its owner.
 */
import './lib/refusals.ts';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from '@playwright/test';
import sharp from 'sharp';
import { CHROMIUM_ARGS, findChromium } from './lib/chromium.ts';
import { ROOT } from './lib/steps.ts';
import { openConsole, signIn } from './screens/people.ts';
import { startTrial } from './trial/trial.ts';

const SCREENS = { phone: { width: 390, height: 844 }, desk: { width: 1440, height: 900 } };
const FOLDERS = { readme: 'docs/screens', looks: 'test-results/screens' };
const BYTES_MAX = 200_000;

interface Look {
	name: string;
	path: string;
	screen: keyof typeof SCREENS;
	theme: 'dark' | 'light';
	signedIn?: boolean;
	/** After the page was opened, until it is as it should be. */
	act?: (page: Page) => Promise<unknown>;
}

const SOLO = '/leader-board?main_tab=solo';

const readme: readonly Look[] = [
	{ name: 'leaderboard-desktop-dark', path: SOLO, screen: 'desk', theme: 'dark' },
	{
		name: 'home-mobile-light',
		path: '/',
		screen: 'phone',
		theme: 'light',
		act: (page) => page.getByText('The hall right now').filter({ visible: true }).first().waitFor(),
	},
	{ name: 'vote-dialog-mobile-dark', path: SOLO, screen: 'phone', theme: 'dark', signedIn: true, act: fillVotes },
];

async function fillVotes(page: Page): Promise<void> {
	const vote = page.getByRole('button', { name: /^Vote( for|$)/ }).filter({ visible: true });
	await vote.nth(3).click();
	await page.getByRole('dialog').getByLabel('Votes').fill('100');
}

const asked = process.argv.slice(2);
const { site: addresses = [], console: consoleAddresses = [] } = Object.groupBy(asked, (path) =>
	path.startsWith('/console') ? 'console' : 'site',
);
for (const folder of Object.values(FOLDERS)) await mkdir(join(ROOT, folder), { recursive: true });
const trial = await startTrial();
const browser = await chromium.launch({ executablePath: await findChromium(), args: CHROMIUM_ARGS });
try {
	const token = await signIn(browser, trial.url, 'midnight-seat');
	for (const look of asked.length > 0 ? [] : readme)
		await keep(`${FOLDERS.readme}/${look.name}.png`, await smallEnough(await take(browser, look, token)));
	for (const look of addresses.flatMap(everyLook))
		await keep(`${FOLDERS.looks}/${look.name}.png`, await take(browser, look, token));
	if (consoleAddresses.length > 0) {
		const page = await openConsole(browser, trial.url);
		for (const path of consoleAddresses) {
			await page.goto(path, { waitUntil: 'networkidle' });
			await keep(`${FOLDERS.looks}/${nameOf(path)}.png`, await page.screenshot({ animations: 'disabled' }));
		}
	}
} finally {
	await browser.close();
	await trial.stop();
}

function nameOf(path: string): string {
	return path.replaceAll(/\W+/g, '-').replace(/^-/, '') || 'home';
}

function everyLook(path: string): Look[] {
	return (['phone', 'desk'] as const).flatMap((screen) =>
		(['dark', 'light'] as const).map((theme) => ({
			name: `${nameOf(path)}-${screen}-${theme}`,
			path,
			screen,
			theme,
			signedIn: true,
		})),
	);
}

async function keep(file: string, bytes: Buffer): Promise<void> {
	await writeFile(join(ROOT, file), bytes);
	console.log(`${file} ${bytes.length} bytes`);
}

async function take(from: Browser, { path, screen, theme, signedIn, act }: Look, token: string): Promise<Buffer> {
	const context = await from.newContext({
		baseURL: trial.url,
		viewport: SCREENS[screen],
		colorScheme: theme,
		hasTouch: screen === 'phone',
		// Everything at rest, so that a picture is the same the next time.
		reducedMotion: 'reduce',
		locale: 'en-US',
	});
	try {
		context.setDefaultTimeout(15_000);
		if (signedIn) await context.addInitScript((value) => localStorage.setItem('authentication_token', value), token);
		const page = await context.newPage();
		await page.goto(path);
		await page.locator('#app > *').first().waitFor();
		await page.locator('.splash').waitFor({ state: 'detached' });
		await act?.(page);
		await page.evaluate(atRest);
		return await page.screenshot();
	} finally {
		await context.close();
	}
}

/** Fonts are there, and whatever fades or slides has arrived. Runs in the page. */
async function atRest(): Promise<void> {
	await document.fonts.ready;
	const passing = document.getAnimations().filter(({ effect }) => effect?.getTiming().iterations !== Infinity);
	await Promise.all(passing.map(({ finished }) => finished.catch(() => null)));
}

/** In the best quality that the limit allows. */
async function smallEnough(bytes: Buffer): Promise<Buffer> {
	for (const quality of [90, 80, 70, 60, 50, 45]) {
		const smaller = await sharp(bytes).png({ palette: true, quality, effort: 10 }).toBuffer();
		if (smaller.length <= BYTES_MAX) return smaller;
	}
	throw new Error(`A picture weighs more than ${BYTES_MAX} bytes`);
}
