/** Operators watch the public vote log: while it runs, while it stands still, and when a log has halted. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runVoteLog } from '#server/vote-log/leader.ts';
import { publishGrown, type PublisherDeps } from '#server/vote-log/publisher.ts';
import { sequenceNow } from '#server/vote-log/sequencing/sequencer.ts';
import { openBrowserSite, type BrowserSite } from '../../fixtures/browser/browser.ts';
import { anOperator, type OperatorAtWork } from '../../fixtures/browser/console.ts';
import { failing } from '../../fixtures/browser/network.ts';
import { logDeps, publishAll } from '../../fixtures/vote-log/log.ts';
import { castVote } from '../../fixtures/voting/cases.ts';
import { aContest, type Contest } from '../../fixtures/voting/contests.ts';
import { aPerson, type Person } from '../../fixtures/accounts/people.ts';

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

let folder: string;
let site: BrowserSite;
let deps: PublisherDeps;
let fan: Person;
let november: Contest;

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'lightstick-log-'));
	site = await openBrowserSite({ LIGHTSTICK_DATA: folder });
	deps = await logDeps(site);
	fan = await aPerson(site.owner, 'Mara Quill', { earned: 5_000 });
});
afterAll(async () => {
	await site.close();
	await rm(folder, { recursive: true });
});

async function atEachDesk(work: (at: OperatorAtWork) => Promise<void>): Promise<void> {
	for (const [width, theme] of [
		[1440, 'dark'],
		[390, 'light'],
	] as const) {
		const viewer = await anOperator(site, 'viewer', { width, theme });
		await work(viewer);
		await viewer.expectAccessibleInBothThemes();
		expect(await viewer.page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
		expect(viewer.complaints).toEqual([]);
	}
}

it('a site without rankings has no log', async () => {
	await atEachDesk(async ({ page, open }) => {
		await open('/console/vote-log');
		await page.getByText('No ranking has begun yet').waitFor();
		await page.getByText('no checkpoint yet').waitFor();
	});
});

it('a stopped log says how many entries wait and what to do; a running one is up to date', async () => {
	november = await aContest(site.owner, 'november', { tab: 'solo' });
	await castVote(site, fan, november, { tickets: 3 });
	await atEachDesk(async ({ page, open }) => {
		await open('/console/vote-log');
		await page.getByText('No process publishes the logs.').waitFor();
		await page.getByRole('row', { name: /The november ranking.*Stopped/ }).waitFor();
	});
	const runner = runVoteLog({ ...deps, policy: null, log: quiet });
	try {
		await atEachDesk(async ({ page, open }) => {
			await open('/console/vote-log');
			await page.getByRole('row', { name: /The november ranking.*Up to date/ }).waitFor();
			await page.getByText('2 entries published').waitFor();
			const log = page.getByRole('link', { name: 'The november ranking' });
			expect(await log.getAttribute('href')).toBe(`${site.url}/log/november/checkpoint`);
			await open('/console');
			await page.getByRole('heading', { name: 'Public vote log' }).waitFor();
			await page.getByRole('link', { name: 'All logs' }).click();
			await page.getByRole('heading', { name: 'Vote log', exact: true }).waitFor();
		});
	} finally {
		await runner.stop();
	}
});

it('a halted log is on the dashboard, and says why it halted and what to do', async () => {
	await publishAll(deps);
	await deps.store.write(new Map([['november/checkpoint', Buffer.from('torn')]]));
	await castVote(site, fan, november, { tickets: 3 });
	await sequenceNow(site.db);
	await expect(publishGrown(deps)).rejects.toThrow('cannot be read');
	await atEachDesk(async ({ page, open }) => {
		await open('/console');
		await page.getByText('1 log is stuck').waitFor();
		const row = page.getByRole('row', { name: /The public vote log is stuck/ });
		await row.getByRole('link', { name: 'The november ranking' }).click();
		await page.getByText('The stored copy of the last checkpoint cannot be read.').waitFor();
		await page.getByText('put the right file back').waitFor();
		await page.getByText('Message of the program').click();
		await page.getByText('LogHalted: november: the kept checkpoint cannot be read').waitFor();
		await page.getByRole('row', { name: /The november ranking.*Halted/ }).waitFor();
	});
});

it('a failed read offers to try again', async () => {
	const { page, open, expectAccessible } = await anOperator(site, 'viewer');
	await failing(page, '/console/vote-logs');
	await open('/console/vote-log');
	await page.getByText('This could not be loaded').waitFor();
	await expectAccessible();
});
