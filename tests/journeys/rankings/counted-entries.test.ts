/** A chart names the entry of the public list up to which it was counted. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { getChart } from '#contract/rankings.ts';
import { closeAndCertify } from '#server/rankings/closing/closing.ts';
import { openBrowserSite, type BrowserSite } from '../../fixtures/browser/browser.ts';
import { aPerson } from '../../fixtures/accounts/people.ts';
import { dataOf } from '../../fixtures/site/site.ts';
import { logDeps, publishAll, readLog } from '../../fixtures/vote-log/log.ts';
import { castVote } from '../../fixtures/voting/cases.ts';
import { aContest, type Contest } from '../../fixtures/voting/contests.ts';

let site: BrowserSite;
let contest: Contest;

beforeAll(async () => {
	site = await openBrowserSite();
	contest = await aContest(site.owner, 'november', { tab: 'solo', artists: ['A', 'B', 'C', 'D'] });
});
afterAll(() => site.close());

const chartOf = async ({ key }: Contest) =>
	dataOf(getChart, await site.ask({ path: `/rankings/detail?ranking_key=${key}` }));

it('follows the list live while the ranking runs', async () => {
	const fan = await aPerson(site.owner, 'voter', { earned: 1_000 });
	const { page, open, expectAccessible } = await site.visitor({ width: 390 });
	await open('/leader-board');
	await page.getByRole('heading', { name: 'Solo Chart' }).waitFor();
	expect(await page.getByText('Count as of').count()).toBe(0);
	await castVote(site, fan, contest, { tickets: 5 });
	await publishAll(await logDeps(site));
	await page.getByText('Count as of entry #1 of the public list.').waitFor();
	await castVote(site, fan, contest, { tickets: 7 });
	await publishAll(await logDeps(site));
	await page.getByText('Count as of entry #2 of the public list.').waitFor();
	await expect.poll(async () => (await chartOf(contest)).log_size).toBe(3);
	const { total_tickets } = await chartOf(contest);
	const leaves = await readLog(site, contest);
	const counted = leaves.reduce((sum, leaf) => sum + (leaf.type === 'vote' ? leaf.tickets : 0), 0);
	expect([total_tickets, leaves.length]).toEqual([counted, 3]);
	await expectAccessible();
});

it('says that the list is closed once the result is certified and the list has its last line', async () => {
	await site.owner.query({
		text: `update ranking set starts_at = starts_at - interval '40 days', ends_at = lightstick_now(), review_hours = 0
			where ranking_key = 'november'`,
	});
	await closeAndCertify(site.db);
	await publishAll(await logDeps(site));
	const leaves = await readLog(site, contest);
	expect(leaves.at(-1)?.type).toBe('result');
	const { page, open, expectAccessible } = await site.visitor({ width: 390 });
	await open('/leader-board');
	await page.getByRole('tab', { name: 'Champion' }).click();
	await page.getByRole('button', { name: 'Show More' }).click();
	await page.getByText(`Counted in ${leaves.length} entries of the public list.`).waitFor();
	await expectAccessible();
});
