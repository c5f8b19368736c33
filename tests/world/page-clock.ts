/** A page whose clock is in the test's hand: nothing happens by itself in it. */
import type { Page } from '@playwright/test';
import type { Visitor } from './browser.ts';

const TICK_MS = 10;
const TICKS_MAX = 190;

/** Opens a page with a clock that stands, and lets it go just until a text is seen. Gives how far it went, in milliseconds. */
export async function openWithoutTime({ page, open }: Visitor, path: string, text: string): Promise<number> {
	await page.clock.install();
	// A paused clock starts at a minute of its own: the real one may not be later.
	await page.clock.pauseAt(Date.now() + 60_000);
	await open(path);
	return tickUntil(page, () => page.getByText(text).first().isVisible());
}

/** Lets the clock go just until something is so. Gives how far it went, in milliseconds, below two seconds. */
export async function tickUntil(page: Page, isSo: () => Promise<boolean>): Promise<number> {
	for (let ticks = 0; ticks < TICKS_MAX; ticks += 1) {
		if (await isSo()) return ticks * TICK_MS;
		await page.clock.runFor(TICK_MS);
	}
	throw new Error('It did not become so within the time of the page');
}
