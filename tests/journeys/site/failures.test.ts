/** Pages for fans when a request fails: silent where the specification requires it, and never a dead end. */
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { CHUNK_LOAD_TIMEOUT_MS } from '#contract/values/constants.ts';
import { one } from '#server/kernel/database.ts';
import { beforeTests } from '../../fixtures/before-tests.ts';
import { ownBrowserSite } from '../../fixtures/browser/browser.ts';
import { step } from '../../fixtures/browser/step.ts';
import { failing, withoutFirstScreen } from '../../../testkit/network.ts';
import { runUntil, stopClock, timersOf } from '../../fixtures/browser/page-clock.ts';
import { execute, withDatabase } from '../../../testkit/execute.ts';
import { aWholeSite } from '../../fixtures/site/whole-site.ts';

const site = ownBrowserSite();

const content = beforeTests(() => aWholeSite(site));

const artist = () => `/artist/${content.monthly.artistIds[0]}`;
const article = () => `/news/${content.articles[0]}`;

describe('a failed read', () => {
	const reader = beforeTests(() => site.visitor());

	it.each([
		['[S8-15] of the site configuration, or of a ranking, on home', ['/configurations/site', '/rankings/'], () => '/'],
		[
			'[S8-15, S8-17] of the site configuration, or of a ranking, on the leaderboard',
			['/configurations/site', '/rankings/'],
			() => '/leader-board',
		],
		['[S8-18] of the news', ['/news/list'], () => '/news'],
		['[S8-18] of an article', ['/news/detail'], article],
		['[S8-14] of an artist', ['/artists/detail'], artist],
	])('%s leaves No Data and is logged, without an alarm', async (_, calls, path) => {
		const { page, open, expectAccessible } = reader;
		for (const call of calls) {
			await withoutFirstScreen(page);
			await failing(page, call);
			const logged = page.waitForEvent('console', (message) => message.text().startsWith('A read failed'));
			await open(path());
			await page.getByText('No Data', { exact: true }).first().waitFor();
			await logged;
			await page.getByRole('button', { name: 'Try again' }).first().waitFor();
			await page.getByRole('heading', { level: 1 }).waitFor();
			expect(await page.getByRole('alert').count()).toBe(0);
			await page.getByRole('banner').getByRole('link', { name: 'News' }).waitFor();
			await page.unrouteAll({ behavior: 'ignoreErrors' });
		}
		await expectAccessible();
	});

	it('of a chart leaves the last one that this device saw, with its time', async () => {
		const { page, open, expectAccessibleInBothThemes } = await site.visitor({ width: 390 });
		await open('/leader-board?main_tab=solo');
		await page.getByText('Solo 01', { exact: true }).first().waitFor();
		await page.getByRole('tab', { name: 'Music' }).click();
		await page.getByText('Glasshouse', { exact: true }).first().waitFor();
		await withoutFirstScreen(page);
		await failing(page, '/rankings/');
		await stopClock(page);
		await page.goto('/leader-board?main_tab=solo');
		// Sooner than the last attempt.
		await runUntil(page, 5, () => page.getByText(/^This could not be loaded\. You see the chart of /).isVisible());
		await page.clock.resume();
		await page.getByText('Solo 01', { exact: true }).first().waitFor();
		await expectAccessibleInBothThemes();
		// The chart is read again by itself, too, which may take the button away first.
		const again = await page.getByRole('button', { name: 'Try again' }).elementHandle();
		await page.unrouteAll({ behavior: 'ignoreErrors' });
		await again?.evaluate((button: HTMLElement) => button.click());
		await page.getByText(/^This could not be loaded/).waitFor({ state: 'detached' });
	});

	it('[S8-17, S8-18] of the ended rankings or of the news rows of home leaves No Data in their place', async () => {
		const { page, open } = reader;
		await failing(page, '/rankings/ended-rankings-profile');
		await open('/leader-board');
		await page.getByRole('tab', { name: 'Champion' }).click();
		await page.getByText('No Data', { exact: true }).waitFor();
		await withoutFirstScreen(page);
		await failing(page, '/news/');
		await open('/');
		await expect.poll(() => page.getByText('No Data', { exact: true }).count()).toBe(2);
	});
});

describe('a script that never comes', () => {
	it('[S8-21, S9-10] is reported after 120 seconds, and the fan may try again', async () => {
		const { page, complaints, expectAccessible } = await site.visitor({ complains: true, at: '/privacy-policy' });
		await page.getByRole('heading', { name: 'Privacy Policy', level: 1 }).waitFor();
		await stopClock(page);
		// Never answered.
		await page.route(/\/assets\/news-[^/]*\.js$/, () => undefined);
		const waits = await timersOf(page, CHUNK_LOAD_TIMEOUT_MS);
		await page.getByRole('banner').getByRole('link', { name: 'News' }).click();
		// The pointer alone has the script fetched, and the address changes first: the fan waits from this timer on.
		await expect.poll(waits).toBe(1);
		await expect.poll(() => page.url()).toMatch(/\/news$/);
		const message = page.getByRole('heading', { name: 'This page could not be shown' });
		await page.clock.fastForward(CHUNK_LOAD_TIMEOUT_MS - 100);
		expect(await message.isVisible()).toBe(false);
		expect(complaints).toEqual([]);
		await runUntil(page, 100, () => message.isVisible());
		expect(complaints.join()).toContain('did not load in time');
		await page.clock.resume();
		await expectAccessible();
		await page.getByRole('banner').getByRole('link', { name: 'LeaderBoard' }).waitFor();
		await page.unrouteAll({ behavior: 'ignoreErrors' });
		await page.getByRole('button', { name: 'Try again' }).click();
		await page.getByRole('heading', { name: 'News', level: 1 }).waitFor();
	});

	it('[S8-21] but fails at once is told at once: in its place, where a fan asked for it, or not at all, and other pages can still be opened', async () => {
		const { page, context, open, complaints, expectAccessible } = await site.visitor({ width: 390, complains: true });
		await page.route(/\/assets\/my-day-[^/]*\.js$/, (route) => route.abort());
		// Of a release that is gone, and of a server that fails.
		await page.route(/\/assets\/drawer-[^/]*\.js$/, (route) => route.fulfill({ status: 404, body: 'Not found' }));
		await page.route(/\/assets\/terms-[^/]*\.js$/, (route) => route.fulfill({ status: 500, body: '<html></html>' }));
		await page.clock.install();
		await step('a part of the page is missing alone', async () => {
			await open('/');
			await expect.poll(() => complaints.join()).toMatch(/A part of the page failed.*\/assets\/my-day-/);
			await page.getByRole('heading', { name: 'The hall right now' }).waitFor();
			await page.getByRole('heading', { name: 'Latest news' }).waitFor();
			expect(await page.getByText('This page could not be shown').count()).toBe(0);
			await expectAccessible();
		});
		await step('the menu of a phone says so', async () => {
			const menu = page.getByRole('button', { name: 'Open menu' });
			const notice = page.getByText('Something went wrong. Load the page again.');
			for (const _ of ['first', 'second']) {
				await menu.click();
				await notice.waitFor();
				await runUntil(page, 500, async () => (await notice.count()) === 0);
				await expect.poll(() => menu.getAttribute('aria-expanded')).toBe('false');
			}
			await page.getByRole('heading', { name: 'The hall right now' }).waitFor();
		});
		await step('a page says so', async () => {
			await page.getByRole('contentinfo').getByRole('link', { name: 'Terms of Service' }).click();
			await page.getByRole('heading', { name: 'This page could not be shown' }).waitFor();
			await page.getByText('Something went wrong. Load the page again.').waitFor();
			await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy Policy' }).click();
			await page.getByRole('heading', { name: 'Privacy Policy', level: 1 }).waitFor();
		});
		await step('the connection is named where the device has none', async () => {
			await context.setOffline(true);
			await page.getByRole('contentinfo').getByRole('link', { name: 'Terms of Service' }).click();
			await page.getByText('Check your connection, then load the page again.').waitFor();
		});
	});
});

it('a chart says of when it is while the database is away, and no more once it is back', async () => {
	const server = withDatabase(inject('templateUrl'), 'postgres');
	const { name } = await one<{ name: string }>(site.owner, { text: 'select current_database() as name' });
	onTestFinished(() => execute(server, `alter database ${name} allow_connections true`));
	const [home, leaderboard] = [await site.visitor(), await site.visitor({ width: 390, theme: 'light' })];
	await home.open('/');
	await leaderboard.open('/leader-board?main_tab=music');
	const notes = [home, leaderboard].map(({ page }) => page.getByText(/^Shown as of \d\d:\d\d KST\./));
	const alive = home.page.getByText(/votes? a minute| leads by /);
	await alive.waitFor();

	await execute(server, `alter database ${name} allow_connections false`);
	await execute(server, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
	for (const note of notes) await note.waitFor();
	await alive.waitFor({ state: 'detached' });
	// One is dark, the other is light.
	for (const { expectAccessible } of [home, leaderboard]) await expectAccessible();

	// A visitor who comes now reads it too.
	const { page } = await site.visitor({ at: '/leader-board?main_tab=music' });
	await page.getByText(/^Shown as of/).waitFor();

	await execute(server, `alter database ${name} allow_connections true`);
	for (const note of notes) await note.waitFor({ state: 'detached' });
	await alive.waitFor();
});
