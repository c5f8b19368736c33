/** Getting about without a mouse. */
import type { Locator, Page } from '@playwright/test';
import { expect } from 'vitest';

const TABS_MAX = 120;

/** Presses Tab until something has focus, which has to show it. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
	await target.waitFor();
	for (let tabs = 0; tabs < TABS_MAX; tabs += 1) {
		if (await target.evaluate((element) => element === document.activeElement)) {
			// Where one types there is a caret, everywhere else a ring, which a row draws around itself.
			const shown = await target.evaluate(
				(element) =>
					element.matches('input, textarea, select, .table-link') || getComputedStyle(element).outlineStyle !== 'none',
			);
			expect(shown, 'the focus is seen').toBe(true);
			return;
		}
		await page.keyboard.press('Tab');
	}
	throw new Error('It cannot be reached with Tab');
}
