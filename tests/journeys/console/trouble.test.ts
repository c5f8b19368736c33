/** What operators see and do when something fails: the public log, votes, reads, and scripts of the console. */
import { expect, it } from 'vitest';
import { giveMakeGoods } from '#server/incidents/make-good/make-good.ts';
import { runVoteLog } from '#public-log/server/leader.ts';
import { publishGrown } from '#public-log/server/publisher.ts';
import { sequenceNow } from '#public-log/server/sequencing/sequencer.ts';
import { aPerson } from '../../fixtures/accounts/people.ts';
import { ownBrowserSite } from '../../fixtures/browser/browser.ts';
import { anOperator, atWork, PHONE } from '../../fixtures/browser/console.ts';
import { failing } from '../../../testkit/network.ts';
import { runUntil } from '../../fixtures/browser/page-clock.ts';
import { step } from '../../fixtures/browser/step.ts';
import { approveAll, failedVotes, whileVotesFail } from '../../fixtures/incidents/incidents.ts';
import { logDeps, publishAll } from '../../../public-log/tests/fixtures/log.ts';
import { aContest } from '../../fixtures/voting/contests.ts';

const site = ownBrowserSite();
it('the vote log says that it has not begun, has stopped, is up to date, has halted or cannot be read, and what to do', async () => {
	const deps = await logDeps(site);
	const fan = await aPerson(site.owner, 'Mara Quill', { earned: 5_000 });
	const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
	const { page, open, complaints, expectAccessible } = await anOperator(site, 'viewer', PHONE);
	await page.clock.install();
	const fits = async () => {
		await expectAccessible();
		expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
	};
	await step('a site without rankings has no log', async () => {
		await open('/console/vote-log');
		await page.getByText('No ranking has begun yet').waitFor();
		await page.getByText('no checkpoint yet').waitFor();
		await fits();
	});
	const november = await aContest(site.owner, 'november', { tab: 'solo' });
	await step('a stopped log says how many entries wait', async () => {
		await site.castVote(fan, november, { tickets: 3 });
		await open('/console/vote-log');
		await page.getByText('No process publishes the logs.').waitFor();
		await page.getByRole('row', { name: /The november ranking.*Stopped/ }).waitFor();
		await fits();
	});
	await step('a running log is up to date', async () => {
		const runner = runVoteLog({ ...deps, policy: null, log: quiet });
		try {
			await open('/console/vote-log');
			// The screen reads again by itself.
			await runUntil(page, 500, () => page.getByRole('row', { name: /The november ranking.*Up to date/ }).isVisible());
			await page.getByText('2 entries published').waitFor();
			const log = page.getByRole('link', { name: 'The november ranking' });
			await expect.poll(() => log.getAttribute('href')).toBe(`${site.url}/log/november/checkpoint`);
			await open('/console');
			await page.getByRole('heading', { name: 'Public vote log' }).waitFor();
			await page.getByRole('link', { name: 'All logs' }).click();
			await page.getByRole('heading', { name: 'Vote log', exact: true }).waitFor();
			await fits();
		} finally {
			await runner.stop();
		}
	});
	await step('a halted log is on the dashboard, with its reason', async () => {
		await publishAll(deps);
		await deps.store.write(new Map([['november/checkpoint', Buffer.from('torn')]]));
		await site.castVote(fan, november, { tickets: 3 });
		await sequenceNow(site.db);
		await expect(publishGrown(deps)).rejects.toThrow('cannot be read');
		await open('/console');
		await page.getByText('1 log is stuck').waitFor();
		const row = page.getByRole('row', { name: /The public vote log is stuck/ });
		await row.getByRole('link', { name: 'The november ranking' }).click();
		await page.getByText('The stored copy of the last checkpoint cannot be read.').waitFor();
		await page.getByText('put the right file back').waitFor();
		await page.getByText('Message of the program').click();
		await page.getByText('LogHalted: november: the kept checkpoint cannot be read').waitFor();
		await page.getByRole('row', { name: /The november ranking.*Halted/ }).waitFor();
		await fits();
	});
	expect(complaints).toEqual([]);
	await step('a list that cannot be read says so', async () => {
		await failing(page, '/console/vote-logs');
		await open('/console/vote-log');
		await page.getByText('This could not be loaded').waitFor();
		await page.getByText('Nothing was changed.').waitFor();
		await expectAccessible();
		await page.unrouteAll();
		await failing(page, '/console/vote-logs', 0);
		await page.getByRole('button', { name: 'Try again' }).click();
		await page.getByText('Check your connection, then try again.').waitFor();
	});
});

it('an incident is opened from its ranking, told to fans, with and without script, and made good for in 7 steps', async () => {
	const TITLE = 'Votes in The songs ranking have a problem';
	const ana = await aPerson(site.owner, 'Ana', { earned: 1_000 });
	const contest = await aContest(site.owner, 'songs', { type: 'theme', tab: 'music' });
	const approver = await site.operator('owner');
	const work = await atWork(site, 'finance', { reducedMotion: true });
	const { page, goTo, link, fill, button, confirm, steps, complaints, expectAccessibleInBothThemes } = work;
	const fan = await site.visitor({ as: ana, width: 390, reducedMotion: true });

	await goTo('/console/rankings/songs');
	await link('Open an incident');
	await page.getByText('No incidents. Fans see that everything is working.').waitFor();
	await expect.poll(() => page.getByLabel('Title').inputValue()).toBe(TITLE);
	await button('Save');
	await page.getByText('Resolve the incident first.').waitFor();

	await whileVotesFail(site, () => site.castVote(ana, contest, { tickets: 7 }));
	await expect.poll(async () => (await failedVotes(site)).length).toBe(1);
	await fan.open('/');
	const notice = fan.page.getByRole('link', { name: `We are working on a problem. ${TITLE}` });
	await notice.click();
	await fan.page.getByRole('heading', { name: 'Some parts are slow or have a problem' }).waitFor();
	await fan.page
		.getByText('Some votes in The songs ranking may fail. Please try again. A vote that was confirmed')
		.waitFor();
	await fan.expectAccessible();
	// The page has no script that follows the system's theme.
	await fan.page.emulateMedia({ colorScheme: 'light' });
	await fan.page.reload();
	await fan.expectAccessible();

	await fill('Next update', 'Votes are counted again.');
	await button('Resolve');
	await page.getByText('1 fan, 70 gems').waitFor();
	await expectAccessibleInBothThemes();
	await button('Give these gems');
	await confirm('Give');
	await page.getByText('Waiting for another operator’s approval.').waitFor();
	await page.getByText('A change waits for another operator').waitFor();
	expect(steps()).toBe(7);
	expect(await approveAll(approver)).toEqual(['ok']);
	await giveMakeGoods(site.db);

	await fan.open('/gem-records');
	await fan.page.getByRole('link', { name: `For votes that failed: ${TITLE}` }).click();
	await fan.page.locator('#incident-1').getByText('Votes are counted again.').waitFor();
	expect([...complaints, ...fan.complaints]).toEqual([]);

	const plain = await site.visitor();
	await plain.context.route('**/*.js', (route) => route.abort());
	await plain.page.goto('/status');
	await plain.page.getByRole('heading', { name: 'Past incidents' }).waitFor();
	await plain.page.getByRole('heading', { name: TITLE }).waitFor();
	await plain.page.getByRole('link', { name: 'Home' }).waitFor();
});

it('the dashboard stands without its plot', async () => {
	const { page, open, expectAccessible } = await anOperator(site, 'owner');
	await page.route(/\/votes-per-hour-[^/]+\.js$/, (route) => route.abort());
	await open('/console');
	const plot = page.locator('section', { has: page.getByRole('heading', { name: 'Votes per hour' }) });
	await plot.getByRole('alert').getByText('Save your work, then reload the page.', { exact: false }).waitFor();
	await page.getByRole('heading', { name: 'Needs attention' }).waitFor();
	await expectAccessible();
});

it('a form keeps what was written when the script of the search does not come', async () => {
	const { page, open } = await anOperator(site, 'owner');
	await page.clock.install();
	await page.route(/\/(?:palette|list-dialogs)-[^/]+\.js$/, (route) => route.abort());
	await open('/console/fans');
	await page.getByRole('button', { name: 'Export' }).click();
	const notice = page.getByText('This dialog could not be loaded');
	await notice.waitFor();
	await page.getByRole('link', { name: 'News', exact: true }).first().click();
	await page.getByRole('link', { name: 'New article' }).click();
	const title = page.getByLabel('Title', { exact: true });
	await title.fill('A night for');
	await runUntil(page, 500, async () => (await notice.count()) === 0);
	await page.keyboard.press('Control+k');
	await notice.waitFor();
	await title.press('End');
	await page.keyboard.type(' two');
	await expect.poll(() => title.inputValue()).toBe('A night for two');
});
