/** A real browser in front of a running site with its sign-on providers. */
import { createServer, type AddressInfo } from 'node:net';
import { AxeBuilder } from '@axe-core/playwright';
import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test';
import { expect, inject } from 'vitest';
import { CHROMIUM_ARGS } from '../../scripts/chromium.ts';
import type { Person } from './people.ts';
import { openSiteWithSignOn, type SiteWithSignOn } from './sign-in.ts';

export interface Stage extends SiteWithSignOn {
	/** Origin of the site. */
	url: string;
	browser: Browser;
	/** A visitor with cookies and storage of their own. Console errors of their pages fail the test that asks. */
	visitor(options?: VisitorOptions): Promise<Visitor>;
}

export interface VisitorOptions {
	width?: number;
	theme?: 'dark' | 'light';
	/** Comes signed in. */
	as?: Person;
	reducedMotion?: boolean;
}

export interface Visitor {
	page: Page;
	context: BrowserContext;
	/** Goes to a path of the site and waits until its first data is there. */
	open(path: string): Promise<void>;
	/** No accessibility violation on what is shown now. */
	expectAccessible(): Promise<void>;
	/** The same, and then in the other theme, which changes nothing but colours. */
	expectAccessibleInBothThemes(): Promise<void>;
	/** What the browser has complained about. */
	complaints: string[];
	leave(): Promise<void>;
}

/** Opens a site that listens, and a browser. */
export async function openStage(env: Record<string, string> = {}): Promise<Stage> {
	const port = await freePort();
	const url = `http://localhost:${port}`;
	const site = await openSiteWithSignOn({
		env: { PORT: String(port), PUBLIC_URL: url, VOTE_REQUESTS_BURST: '1000', READS_PER_MINUTE: '1000000', ...env },
	});
	await site.app.listen({ port, host: '127.0.0.1' });
	const browser = await chromium.launch({ executablePath: inject('chromiumPath'), args: CHROMIUM_ARGS });
	return {
		...site,
		url,
		browser,
		visitor: (options) => visit(browser, url, options),
		async close() {
			await browser.close();
			await site.close();
		},
	};
}

/** What axe judges by colours. */
const RULES_OF_COLOUR = ['color-contrast', 'link-in-text-block'];
const HEIGHTS: Record<number, number> = { 390: 844, 1440: 900 };

async function visit(browser: Browser, url: string, options: VisitorOptions = {}): Promise<Visitor> {
	const { width = 1440, theme = 'dark', as, reducedMotion = false } = options;
	const context = await browser.newContext({
		baseURL: url,
		viewport: { width, height: HEIGHTS[width] ?? 900 },
		hasTouch: width < 769,
		colorScheme: theme,
		locale: 'en-US',
		reducedMotion: reducedMotion ? 'reduce' : 'no-preference',
	});
	context.setDefaultTimeout(15_000);
	if (as) await context.addInitScript((token) => localStorage.setItem('authentication_token', token), as.token);
	const page = await context.newPage();
	const complaints: string[] = [];
	page.on('pageerror', (error) => complaints.push(error.message));
	page.on('console', (message) => {
		if (message.type() === 'error') complaints.push(message.text());
	});
	return {
		page,
		context,
		complaints,
		async open(path) {
			await page.goto(path);
			await page.waitForLoadState('load');
		},
		expectAccessible: () => expectAccessible(page),
		async expectAccessibleInBothThemes() {
			await expectAccessible(page);
			const other = theme === 'dark' ? 'light' : 'dark';
			await page.emulateMedia({ colorScheme: other });
			await page.locator(`html[data-theme="${other}"]`).waitFor();
			await expectAccessible(page, RULES_OF_COLOUR);
			await page.emulateMedia({ colorScheme: theme });
		},
		async leave() {
			// Answers that a test was altering belong to nobody any more.
			await Promise.all(context.pages().map((open) => open.unrouteAll({ behavior: 'ignoreErrors' })));
			await context.close();
		},
	};
}

async function expectAccessible(page: Page, rules?: string[]): Promise<void> {
	// The page itself, not the moment before its script has arrived.
	await page.getByRole('heading').first().waitFor({ state: 'attached' });
	// Colours that are still fading in are nobody's choice: contrast is judged when everything has come to rest.
	await page.evaluate(async () => {
		// Colours begin to fade with the frame after the one that changed them.
		for (let frame = 0; frame < 2; frame += 1) await new Promise((resolve) => void requestAnimationFrame(resolve));
		const fading = document.getAnimations().filter(({ effect }) => effect?.getTiming().iterations !== Infinity);
		await Promise.all(fading.map(({ finished }) => finished.catch(() => null)));
	});
	// In this page alone: the other way opens one more for every look, and no frame of ours comes from elsewhere.
	const axe = new AxeBuilder({ page }).setLegacyMode();
	const { violations } = await (rules ? axe.withRules(rules) : axe).analyze();
	const found = violations.map(
		({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join(' | ')}`,
	);
	expect(found).toEqual([]);
}

function freePort(): Promise<number> {
	return new Promise((resolve, reject) => {
		const server = createServer();
		server.once('error', reject);
		server.listen(0, '127.0.0.1', () => {
			const { port } = server.address() as AddressInfo;
			server.close(() => resolve(port));
		});
	});
}
