/** From votes that stand out to a case, its void, and a restore for whom it was wrong. */
import { afterEach, beforeAll, expect, it } from 'vitest';
import type { Page } from '@playwright/test';
import type { OperatorRole } from '#contract/operator/operators/session.ts';
import { countVotes } from '#server/voting/operator/concentration/concentration.ts';
import { countFans } from '#server/voting/operator/top-fans/top-fans.ts';
import { workOnCases } from '#server/voting/operator/cases/work.ts';
import { expectBooksToBalance } from '../../fixtures/audit/books.ts';
import { ownBrowserSite } from '../../fixtures/browser/browser.ts';
import { hearObjections } from '../../fixtures/voting/cases.ts';
import { anOperator, atWork, factOf, PHONE } from '../../fixtures/browser/console.ts';
import { step } from '../../fixtures/browser/step.ts';
import { aContest, type Contest } from '../../fixtures/voting/contests.ts';
import { aPerson, type Person } from '../../fixtures/accounts/people.ts';

const NETWORK = 'fa'.repeat(32);
const BOTS = 6;
const VOTES_OF_A_BOT = 10;

const site = ownBrowserSite({ VOID_BOUND: '100000' });
let contest: Contest;
let bots: Person[];

beforeAll(async () => {
	contest = await aContest(site.owner, 'november', { tab: 'solo', gemsPerVote: 1 });
	const fan = await aPerson(site.owner, 'Mara Quill', { earned: 5_000 });
	bots = await Promise.all(Array.from({ length: BOTS }, (_, n) => aPerson(site.owner, `Bot ${n}`, { purchased: 500 })));
	await site.owner.query({
		text: `update session set network_hash = decode($1, 'hex') where fan_id = any($2::bigint[])`,
		values: [NETWORK, bots.map(({ fanId }) => fanId)],
	});
	for (let votes = 0; votes < 20; votes += 1) await site.castVote(fan, contest, { tickets: 10 + votes });
	for (const bot of bots) {
		for (let votes = 0; votes < VOTES_OF_A_BOT; votes += 1)
			await site.castVote(bot, contest, { tickets: 7, artist: 1 });
	}
	await site.clock.set(new Date(Date.now() + 90_000));
	await countVotes(site.db);
	await countFans(site.db);
	await site.clock.run();
});
afterEach(() => expectBooksToBalance(site.db));

const ALL = BOTS * VOTES_OF_A_BOT * 7;

/** The job of the server, and what it moved read by the page. */
async function carriedOut(page: Page, state: string): Promise<void> {
	await expect.poll(() => factOf(page, 'State').innerText()).toContain('Is being');
	await workOnCases(site.db);
	await expect.poll(() => factOf(page, 'State').innerText()).toContain(state);
}

type AtWork = Awaited<ReturnType<typeof atWork>>;

/** @returns the number of steps */
async function withOperator(role: OperatorRole, work: (at: AtWork) => Promise<void>): Promise<number> {
	const operator = await atWork(site, role);
	await work(operator);
	expect(operator.complaints).toEqual([]);
	return operator.steps();
}

it('votes that stand out, or are not counted by source yet, are seen on a phone by a viewer, who can do nothing about them', async () => {
	const viewer = await anOperator(site, 'viewer', PHONE);
	const { page, open, goTo, expectAccessible } = viewer;
	await open('/console');
	await page.getByRole('link', { name: /november ranking: .*One network gave/ }).click();
	await page.getByRole('heading', { name: 'Votes of The november ranking' }).waitFor();
	await goTo('/console/votes');
	await page.getByRole('link', { name: 'The november ranking' }).click();
	await page.getByRole('heading', { name: 'Votes of The november ranking' }).waitFor();
	await page.getByRole('row', { name: /One network gave \d+ % of all votes/ }).waitFor();
	await page.getByRole('rowheader', { name: /6 accounts/ }).waitFor();
	await page.getByRole('rowheader', { name: 'South Korea' }).waitFor();
	await page.locator('.hours-plot canvas').first().waitFor();
	expect(await page.getByRole('button', { name: 'Open a case' }).count()).toBe(0);
	await expectAccessible();
	expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
	await page.getByRole('link', { name: 'Bex Corran' }).click();
	await expect.poll(() => factOf(page, 'Artist').innerText()).toContain('Bex Corran');
	await expect.poll(() => factOf(page, 'Votes, as cast').innerText()).toContain(String(ALL));
	await page.getByRole('link', { name: 'All artists' }).click();
	await expect.poll(() => factOf(page, 'Artist').innerText()).toContain('All artists');
	await goTo('/console/rankings/november');
	await page.getByRole('link', { name: `${ALL} votes` }).click();
	await page.getByRole('table', { name: 'Votes per day' }).waitFor();
	await expect.poll(() => factOf(page, 'Artist').innerText()).toContain('Bex Corran');
	// What is not counted by source yet is not shown as none.
	const late = await aContest(site.owner, 'december', { gemsPerVote: 1 });
	await site.castVote(await aPerson(site.owner, 'Late Comer', { earned: 100 }), late, { tickets: 12 });
	await goTo('/console/votes/december');
	await page.getByText('Counting: 0 of 12 votes so far.').waitFor();
	await expect.poll(() => factOf(page, 'Votes, as cast').innerText()).toContain('12');
	await page.getByText('No votes counted yet').waitFor();
	expect(viewer.complaints).toEqual([]);
});

it('a case is opened on the fans whom an editor selects among those who gave most, or on hours in the plot', async () => {
	await withOperator('editor', async ({ page, open }) => {
		await open('/console/votes/november');
		await page.getByRole('checkbox', { name: 'Select Bot 1' }).check();
		await page.getByRole('checkbox', { name: 'Select Bot 4' }).check();
		await page.getByText('2 fans selected').waitFor();
		await page.getByRole('button', { name: 'Open a case on these' }).click();
		await page.getByRole('dialog').getByText('in 20 ballots from 2 fans').waitFor();
		await page.keyboard.press('Escape');
		await page.getByRole('dialog').waitFor({ state: 'detached' });
		const plot = page.locator('.hours-plot .u-over').first();
		const { width: wide = 0, height = 0 } = (await plot.boundingBox()) ?? {};
		await plot.hover({ position: { x: 5, y: height / 2 } });
		await page.mouse.down();
		await plot.hover({ position: { x: wide - 5, y: height / 2 } });
		await page.mouse.up();
		const selected = page.locator('.hours-selected');
		await selected.getByText(/ votes$/).waitFor();
		await selected.getByRole('button', { name: 'Open a case on it' }).click();
		const dialog = page.getByRole('dialog');
		await dialog
			.getByText(/ votes$/)
			.first()
			.waitFor();
		const [from, to] = [dialog.getByLabel('Cast from (KST)'), dialog.getByLabel('Cast before (KST)')];
		await expect.poll(() => from.inputValue()).toMatch(/^20.*T\d\d:00$/);
		expect((await to.inputValue()) > (await from.inputValue())).toBe(true);
	});
});

it('a case goes from what stands out over its void, by keyboard, to a restore, in at most 30 steps', async () => {
	let caseId = 0;
	const ofEditor = await withOperator('editor', async (editor) => {
		const { page, goTo, button, confirm, count, fill } = editor;
		await goTo('/console/votes/november');
		await button('Open a case on it', page.getByRole('row', { name: /One network gave/ }));
		const dialog = page.getByRole('dialog');
		await dialog.getByText(`${ALL} votes`).waitFor();
		await dialog.getByText('in 60 ballots from 6 fans').waitFor();
		await dialog.getByText(/^(?:If these votes are voided|Voiding these votes changes no rank):$/).waitFor();
		await confirm('Open the case');
		await dialog.getByText('Please write a public statement').waitFor();
		await editor.expectAccessible();
		await count(dialog.getByLabel('Reason').selectOption('FARM'));
		await dialog.getByText('and the wallets are locked').waitFor();
		await fill('Public statement', 'Six accounts of one actor.', dialog);
		await confirm('Open the case');
		await page.getByRole('heading', { name: /^Case \d+$/ }).waitFor();
		caseId = Number(/cases\/(\d+)/.exec(page.url())?.[1]);
		await expect.poll(() => factOf(page, 'State').innerText()).toContain('Open for objections');
		await expect.poll(() => factOf(page, 'Votes').innerText()).toContain(String(ALL));
		await page.getByRole('table', { name: 'Votes of the case' }).getByText('Bot 0').first().waitFor();
		expect(await page.getByRole('button', { name: 'Void these votes' }).count()).toBe(0);
		await goTo('/console/votes/november');
		await page.getByRole('link', { name: `Case ${caseId}` }).waitFor();
	});
	const ofReader = await withOperator('finance', async ({ page, goTo }) => {
		await goTo(`/console/cases/${caseId}`);
		await page.getByText(/Open for objections until .* can be voided after that\./).waitFor();
	});
	await hearObjections(site.owner, caseId);
	const ofFinance = await withOperator('finance', async (finance) => {
		const { page, goTo, link, press, say, type, count, expectAccessible } = finance;
		await step('finance voids it once objections were heard', async () => {
			await goTo('/console/cases');
			await page.getByRole('row', { name: /FARM The november ranking Ready to void/ }).waitFor();
			await expectAccessible();
			await press(page.getByRole('link', { name: `${caseId}: FARM` }));
			await press('Void these votes');
			await page.getByText('and the wallets are locked').waitFor();
			await say('nobody objected');
			await carriedOut(page, 'Voided');
			await expect.poll(() => factOf(page, 'Voided').innerText()).toContain(String(ALL));
			await page.getByText('7 gems returned').first().waitFor();
			expect(await page.getByRole('button', { name: 'Drop the case' }).count()).toBe(0);
		});
		await step('the votes of one fan are restored', async () => {
			await type('Number of a fan', String(bots[2]?.fanId));
			await expect.poll(() => page.getByText('Bot 0').count()).toBe(0);
			await press(page.getByRole('button', { name: 'Restore the votes of Bot 2' }).first());
			await say('a school, it turned out');
			await carriedOut(page, 'Voided');
			await expect.poll(() => factOf(page, 'Restored').innerText()).toContain('70');
			await page.getByText('7 gems taken back').first().waitFor();
			await page.setViewportSize({ width: 390, height: 844 });
			await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
			await expectAccessible();
			await page.setViewportSize({ width: 1440, height: 900 });
		});
		await step('the fans and the audit trail tell of both', async () => {
			await link('Bot 2');
			await count(page.getByRole('tab', { name: 'Votes' }).click());
			await page.getByText('Bex Corran').first().waitFor();
			await goTo(`/console/fans/${bots[3]?.fanId}`);
			await count(page.getByRole('tab', { name: 'Votes' }).click());
			await link(`Voided: FARM, case ${caseId}`);
			await link('Audit trail of this case');
			await page.getByRole('row', { name: /a school, it turned out/ }).waitFor();
		});
	});
	expect(ofEditor + ofReader + ofFinance).toBeLessThanOrEqual(30);
});
