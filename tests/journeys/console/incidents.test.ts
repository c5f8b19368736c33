/** A bad night: an operator tells fans what is wrong, and makes good for the votes that failed. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { giveMakeGoods } from '#server/incidents/make-good/work.ts';
import { aPerson, type Person } from '../../fixtures/accounts/people.ts';
import { openBrowserSite, type BrowserSite } from '../../fixtures/browser/browser.ts';
import { anOperator } from '../../fixtures/browser/console.ts';
import { approveAll, failedVotes, vote, whileVotesFail } from '../../fixtures/incidents/incidents.ts';
import { aColleague } from '../../fixtures/operators/operators.ts';
import { aContest } from '../../fixtures/voting/contests.ts';

const TITLE = 'Some votes fail';

let site: BrowserSite;
let ana: Person;

beforeAll(async () => {
	site = await openBrowserSite();
	ana = await aPerson(site.owner, 'Ana', { earned: 1_000 });
});
afterAll(() => site.close());

it('is told to fans, and made good for', async () => {
	const contest = await aContest(site.owner, 'november', { tab: 'solo' });
	const approver = await aColleague(site.owner, 'owner');
	const { page, open, expectAccessibleInBothThemes } = await anOperator(site, 'finance', { reducedMotion: true });
	const fan = await site.visitor({ as: ana, width: 390, reducedMotion: true });

	await open('/console/incidents');
	await page.getByText('No incidents. Fans see that everything is working.').waitFor();
	await page.getByRole('link', { name: 'New incident' }).click();
	await page.getByLabel('Title').fill(TITLE);
	await page.getByLabel('First update').fill('Votes may fail. Please try again in a few minutes.');
	await page.getByRole('button', { name: 'Save' }).click();
	await page.getByRole('link', { name: TITLE }).click();
	await page.getByText('Resolve the incident first.').waitFor();

	await whileVotesFail(site, () => vote(site, { fan: ana, contest, tickets: 7 }));
	await expect.poll(async () => (await failedVotes(site)).length).toBe(1);
	await fan.open('/');
	const notice = fan.page.getByRole('link', { name: `We are working on a problem. ${TITLE}` });
	await notice.click();
	await fan.page.getByRole('heading', { name: 'Some parts are slow or have a problem' }).waitFor();
	await fan.page.getByText('Votes may fail. Please try again in a few minutes.').waitFor();
	await fan.expectAccessible();
	// The page has no script that follows the system's theme.
	await fan.page.emulateMedia({ colorScheme: 'light' });
	await fan.page.reload();
	await fan.expectAccessible();

	await page.getByRole('combobox', { name: 'State' }).selectOption('Resolved');
	await page.getByLabel('Next update').fill('Votes are counted again.');
	await page.getByRole('button', { name: 'Resolve', exact: true }).click();
	await page.getByRole('button', { name: 'Find fans' }).click();
	await page.getByText('1 fan, 70 gems').waitFor();
	await expectAccessibleInBothThemes();
	await page.getByRole('button', { name: 'Give these gems' }).click();
	await page.getByRole('dialog').getByLabel('Reason').fill('The votes failed by our fault.');
	await page.getByRole('dialog').getByRole('button', { name: 'Give', exact: true }).click();
	await page.getByRole('heading', { name: 'Waiting for approval' }).waitFor();
	expect(await approveAll(site, approver)).toEqual(['ok']);
	await giveMakeGoods(site.db);

	await fan.open('/gem-records');
	await fan.page.getByRole('link', { name: `For votes that failed: ${TITLE}` }).click();
	await fan.page.locator('#incident-1').getByText('Votes are counted again.').waitFor();
	expect([...finance.complaints, ...fan.complaints]).toEqual([]);
});

it('can be read without script', async () => {
	const { page, context } = await site.visitor();
	await context.route('**/*.js', (route) => route.abort());
	await page.goto('/status');
	await page.getByRole('heading', { name: 'Past incidents' }).waitFor();
	await page.getByRole('heading', { name: TITLE }).waitFor();
	await page.getByRole('link', { name: 'Home' }).waitFor();
});
