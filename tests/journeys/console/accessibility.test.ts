/** Every section of the console, as it opens and with its first thing open: both themes, both widths. */
import { beforeAll, expect, it } from 'vitest';
import type { Page } from '@playwright/test';
import { anOperator } from '../../fixtures/browser/console.ts';
import { anIncident, resolve } from '../../fixtures/incidents/incidents.ts';
import { aPerson } from '../../fixtures/accounts/people.ts';
import { ownStoreSite } from '../../fixtures/orders/sales.ts';
import { someGoods } from '../../fixtures/orders/shop.ts';
import { aPopUp, aWholeSite } from '../../fixtures/site/whole-site.ts';

const site = ownStoreSite();
let sections: string[];

beforeAll(async () => {
	await aWholeSite(site);
	await site.buy(await aPerson(site.owner, 'buyer'), await someGoods(site));
	await aPopUp(site.owner, '/news');
	const finance = await site.operator('finance');
	await resolve(finance, await anIncident(site, finance));
	const owner = await anOperator(site, 'owner');
	await owner.open('/console');
	const links = owner.page.getByRole('navigation', { name: 'Sections' }).getByRole('link');
	await links.first().waitFor();
	sections = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
	expect(sections.length).toBeGreaterThan(15);
});

it.each([390, 1440])(
	'at %i pixels',
	async (width) => {
		const owner = await anOperator(site, 'owner', { width, reducedMotion: true });
		const { page } = owner;
		// Gathered, so that one run names all that is wrong.
		const faults: string[] = [];
		const look = async (what: string) => {
			await settled(page);
			const purposes = await page.locator('.page-purpose').allInnerTexts();
			if (purposes.length !== 1 || !/^[A-Z].+\.$/.test(purposes[0] ?? ''))
				faults.push(`${what} does not say what it is for`);
			await owner.expectAccessibleInBothThemes().catch((error: unknown) => faults.push(`${what}: ${String(error)}`));
			const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
			if (sideways > 0) faults.push(`${what} scrolls sideways`);
			const cells = await page.locator('td, dd').allInnerTexts();
			faults.push(...cells.filter((text) => /\w@\s/.test(text)));
		};
		for (const section of sections) {
			await owner.open(section);
			await look(section);
			const first = page.locator('main .table-link').first();
			if ((await first.count()) === 0) continue;
			await owner.open((await first.getAttribute('href')) ?? section);
			await look(page.url());
		}
		expect([...faults, ...owner.complaints]).toEqual([]);
		for (const nothing of ['/console/fans/999999', '/console/orders/nothing']) {
			await owner.open(nothing);
			await page.locator('.empty').waitFor();
			await owner.expectAccessibleInBothThemes();
		}
	},
	4 * 60_000,
);

/** Its heading is there, and nothing in it is still on its way. */
async function settled(page: Page): Promise<void> {
	await page.getByRole('heading', { level: 1 }).waitFor();
	await expect.poll(() => page.locator('[aria-busy="true"], .screen-skeleton, .rich-text-skeleton').count()).toBe(0);
}
