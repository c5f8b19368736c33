/** Pages for fans while the database is unavailable. */
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { one } from '#server/kernel/database.ts';
import { openBrowserSite, type BrowserSite } from '../../fixtures/browser/browser.ts';
import { aContest } from '../../fixtures/voting/contests.ts';
import { execute, withDatabase } from '../../fixtures/database/execute.ts';

let site: BrowserSite;
let name: string;
const server = withDatabase(inject('templateUrl'), 'postgres');

beforeAll(async () => {
	site = await openBrowserSite();
	await aContest(site.owner, 'november', { tab: 'solo' });
	({ name } = await one<{ name: string }>(site.owner, { text: 'select current_database() as name' }));
	for (const path of ['/', '/leader-board']) await site.app.inject(path);
});
afterAll(async () => {
	await execute(server, `alter database ${name} allow_connections true`);
	await site.close();
});

it('a fan who looks at a chart reads of when it is, and once the database is back no more', async () => {
	const [home, leaderboard] = [await site.visitor(), await site.visitor({ width: 390, theme: 'light' })];
	await home.open('/');
	await leaderboard.open('/leader-board');
	const notes = [home, leaderboard].map(({ page }) => page.getByText(/^Shown as of \d\d:\d\d KST\./));
	await home.page.getByText('0 votes a minute').waitFor();

	await execute(server, `alter database ${name} allow_connections false`);
	await execute(server, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
	for (const note of notes) await note.waitFor();
	expect(await home.page.getByText('votes a minute').count()).toBe(0);
	await home.expectAccessibleInBothThemes();
	await leaderboard.expectAccessibleInBothThemes();

	// Also who comes now.
	const { page, open } = await site.visitor();
	await open('/leader-board');
	await page.getByText(/^Shown as of/).waitFor();

	await execute(server, `alter database ${name} allow_connections true`);
	for (const note of notes) await note.waitFor({ state: 'detached' });
	await home.page.getByText('0 votes a minute').waitFor();
});
