/** Extensions that block files and hide elements by words of advertising in their names. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { BLOCKED_WORDS } from '../../../build/blocked-words.ts';
import { aPerson } from '../../fixtures/accounts/people.ts';
import { ownBrowserSite } from '../../fixtures/browser/browser.ts';
import { aPopUp, aWholeSite } from '../../fixtures/site/whole-site.ts';
import { ROOT, trackedFiles } from '../../promises/tracked-files.ts';

const site = ownBrowserSite();

it('no built file has such a name, and no class of the fans’ pages', async () => {
	const files = ['web', 'console'].flatMap((app) => {
		const older = readFileSync(join(ROOT, 'dist', app, 'kept-assets.json'), 'utf8');
		return readdirSync(join(ROOT, 'dist', app, 'assets')).filter((file) => !older.includes(`"${file}"`));
	});
	expect(files.length).toBeGreaterThan(50);
	expect(files.filter((file) => BLOCKED_WORDS.test(file))).toEqual([]);
	const styles = await trackedFiles(/^(?:web|ui)\/.*\.css$/);
	const classes = styles.flatMap(({ text }) => text.match(/\.[a-z][\w-]+/g) ?? []);
	expect(classes.length).toBeGreaterThan(500);
	expect(new Set(classes.filter((name) => BLOCKED_WORDS.test(name.slice(1))))).toEqual(new Set());
});

it('a fan votes and shares while all such addresses are refused and the operators’ picture page is hidden', async () => {
	await aWholeSite(site);
	await aPopUp(site.owner, null);
	const fan = await aPerson(site.owner, 'careful', { earned: 1_000 });
	const { page, context, open } = await site.visitor({ as: fan });
	const refused: string[] = [];
	await context.route(
		({ pathname }) => BLOCKED_WORDS.test(pathname),
		(route) => {
			refused.push(new URL(route.request().url()).pathname);
			return route.abort('blockedbyclient');
		},
	);
	await context.addInitScript(() => {
		const sheet = new CSSStyleSheet();
		sheet.replaceSync('.picture-page { display: none !important }');
		document.adoptedStyleSheets.push(sheet);
	});
	await open('/');
	await page.locator('dialog.picture-page').waitFor({ state: 'attached' });
	await page.getByRole('banner').getByRole('link', { name: 'LeaderBoard' }).click();
	await page
		.getByRole('button', { name: /^Vote for Solo/ })
		.first()
		.click();
	const dialog = page.getByRole('dialog', { name: /Solo/ });
	await dialog.getByLabel('Votes').fill('3');
	await dialog.getByRole('button', { name: 'Vote 3' }).click();
	const success = page.getByRole('dialog', { name: 'Vote Successful' });
	await success.waitFor();
	await success.getByRole('button', { name: 'Share your vote' }).click();
	await page.getByText(/Link copied|could not be copied/).waitFor();
	// The specification names a call of banners. Their list comes with the page.
	expect(refused).toEqual([]);
});
