/** A fan looks up what they voted for. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowserSite, type BrowserSite } from '../../fixtures/browser/browser.ts';
import { aCase, castVote, ofFans, voidCase } from '../../fixtures/voting/cases.ts';
import { aContest } from '../../fixtures/voting/contests.ts';
import { aColleague } from '../../fixtures/operators/operators.ts';
import { aPerson } from '../../fixtures/accounts/people.ts';

let site: BrowserSite;

beforeAll(async () => {
	site = await openBrowserSite();
});
afterAll(() => site.close());

it('a fan reads every vote in My Votes, the latest first, and which of them do not count', async () => {
	const contest = await aContest(site.owner, 'november', { tab: 'solo' });
	const fan = await aPerson(site.owner, 'voter', { earned: 10_000 });
	for (let vote = 1; vote <= 59; vote += 1) await castVote(site, fan, contest, { tickets: 1 });
	const other = await aContest(site.owner, 'birthdays', { tab: 'birthday', type: 'birthday' });
	await castVote(site, fan, other, { tickets: 7, artist: 1 });
	const owner = await aColleague(site.owner, 'owner');
	const { case_id: caseId } = await aCase(site, owner, contest.key, { filter: ofFans(fan) });
	await voidCase(site, owner, caseId);

	const visitor = await site.visitor({ as: fan, width: 390 });
	const { page } = visitor;
	await visitor.open('/my-account');
	await page.getByRole('link', { name: 'My Votes' }).click();
	const lines = page.locator('.record-list').getByRole('listitem');
	await expect.poll(() => lines.count()).toBe(50);
	const [latest, before] = [lines.first(), lines.nth(1)];
	await latest.getByText('7 votes').waitFor();
	expect(await latest.getByText('Voided').count()).toBe(0);
	await before.getByText('1 vote', { exact: true }).waitFor();
	await before.getByText(`Voided: cast by a program, case ${caseId}`).waitFor();
	const totals = page.getByRole('region', { name: 'Your artists' }).getByRole('listitem');
	expect(await totals.allInnerTexts()).toEqual([expect.stringMatching(/Bex Corran\s+7 votes/)]);
	await visitor.expectAccessible();
	await page.getByRole('button', { name: 'Show More' }).click();
	await expect.poll(() => lines.count()).toBe(60);
	await before.getByRole('link', { name: 'Ayu Bara' }).click();
	await page.getByRole('button', { name: /^Vote/ }).first().waitFor();
	await visitor.leave();
});

it('are readable only by their fan', async () => {
	const visitor = await site.visitor();
	await visitor.open('/my-votes');
	await visitor.page.waitForURL('**/login');
	expect((await site.ask({ path: '/user/me/votes' })).status).toBe(401);
	await visitor.leave();
});
