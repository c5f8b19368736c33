/** `npm run screens`: takes the pictures of README.md from the real product on demo data. */
import './lib/refusals.ts';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import { CHROMIUM_ARGS, findChromium } from './lib/chromium.ts';
import { ROOT } from './lib/steps.ts';
import { signIn } from './trial/sign-in.ts';
import { startTrial } from './trial/trial.ts';

const SCREENS = { phone: { width: 390, height: 844 }, desk: { width: 1440, height: 900 } };
const FOLDER = join(ROOT, 'docs/screens');
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

await mkdir(FOLDER, { recursive: true });
await using trial = await startTrial();
await using browser = await chromium.launch({ executablePath: await findChromium(), args: CHROMIUM_ARGS });
const token = await signIn(browser, trial.url, 'midnight-seat');
for (const look of readme) {
	const bytes = await smallEnough(await take(look));
	await writeFile(join(FOLDER, `${look.name}.png`), bytes);
	console.log(`${look.name} ${bytes.length} bytes`);
}

async function take({ path, screen, theme, signedIn, act }: Look): Promise<Buffer> {
	await using context = await browser.newContext({
		baseURL: trial.url,
		viewport: SCREENS[screen],
		colorScheme: theme,
		hasTouch: screen === 'phone',
		// Everything at rest, so that a picture is the same the next time.
		reducedMotion: 'reduce',
		locale: 'en-US',
	});
	context.setDefaultTimeout(15_000);
	if (signedIn) await context.addInitScript((value) => localStorage.setItem('authentication_token', value), token);
	const page = await context.newPage();
	await page.goto(path);
	await page.locator('#app > *').first().waitFor();
	await page.locator('.splash').waitFor({ state: 'detached' });
	await act?.(page);
	await page.evaluate(atRest);
	return await page.screenshot();
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
