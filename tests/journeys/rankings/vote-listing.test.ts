/** A vote on its way into the public list: told by "Vote Successful", counted by the chart, and sent again by a full site. */
import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { problems } from '#contract/problems.ts';
import { parsePolicy } from '#public-log/format/witness/witness-policy.ts';
import { getChart, getEndedRankings } from '#contract/rankings.ts';
import type { VoteReceipt } from '#contract/voting.ts';
import { closeAndCertify } from '#server/rankings/closing/closing.ts';
import { readVoteProof } from '#public-log/server/fans/vote-proof.ts';
import { askWitnesses } from '#public-log/server/witnesses/rounds.ts';
import { sql } from '#server/kernel/database.ts';
import { ownBrowserSite } from '../../fixtures/browser/browser.ts';
import { callsOf } from '../../../testkit/network.ts';
import { runUntil, tickUntil } from '../../fixtures/browser/page-clock.ts';
import { step } from '../../fixtures/browser/step.ts';
import { lyingAboutProofs } from '../../fixtures/browser/vote-proofs.ts';
import { aPerson } from '../../fixtures/accounts/people.ts';
import { publishAnchored } from '../../../public-log/tests/fixtures/anchor.ts';
import { logDeps, publishAll, readLog } from '../../../public-log/tests/fixtures/log.ts';
import { startWitness } from '../../../public-log/tests/fixtures/witness.ts';
import { dataOf } from '../../fixtures/site/site.ts';
import { aContest } from '../../fixtures/voting/contests.ts';

const site = ownBrowserSite();

beforeAll(() => aContest(site.owner, 'november', { tab: 'solo', artists: ['Ayu Bara', 'Bex Corran'] }));

/** A fan in front of the chart, whose clock the test controls. */
async function aVoter() {
	const fan = await aPerson(site.owner, 'voter', { earned: 1_000 });
	const visitor = await site.visitor({ as: fan, width: 390 });
	const { page, open } = visitor;
	const calls = callsOf(page);
	await page.clock.install();
	await open('/leader-board');
	const success = page.getByRole('dialog', { name: 'Vote Successful' });
	/** With the page's clock standing still from then on. */
	const pressVote = async () => {
		await page.getByRole('button', { name: 'Vote for Ayu Bara' }).click();
		const dialog = page.getByRole('dialog', { name: 'Ayu Bara' });
		await dialog.getByLabel('Votes').fill('3');
		// Later than wherever this test has let it go.
		await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000);
		await dialog.getByRole('button', { name: /^Vote/ }).click();
	};
	return {
		...visitor,
		fan,
		success,
		line: (text: string | RegExp) => success.getByRole('status').getByText(text),
		lookUps: () => calls.filter((call) => call.endsWith('/proof')).length,
		pressVote,
		async vote() {
			await pressVote();
			await tickUntil(page, () => success.isVisible());
		},
		/** Where the buttons are and where the focus is. */
		async layout() {
			const focus = await page.evaluate(() => document.activeElement?.textContent);
			// In the dialog: it may still be rising itself.
			const button = success.getByRole('button', { name: 'CONFIRM' });
			return { focus, top: await button.evaluate((element: HTMLElement) => element.offsetTop) };
		},
	};
}

describe('Vote Successful', () => {
	it('grows from received over counted to locked by witnesses, moves neither buttons nor focus, and looks for two minutes at most', async () => {
		const { fan, page, open, complaints, line, lookUps, layout, expectAccessibleInBothThemes, vote } = await aVoter();
		const deps = await logDeps(site);
		const witness = await startWitness('rivals.example', deps.keys.signer(deps.anchor, null).key);
		const policy = parsePolicy(`${witness.policyLine}\nquorum rivals.example`);
		await lyingAboutProofs(page, (_, key) => readVoteProof({ ...deps, policy }, fan, key));
		await vote();
		await line('Received').waitFor();
		const before = await layout();
		await publishAll(deps);
		await tickUntil(page, () => line(/^Vote counted$/).isVisible());
		expect(await layout()).toEqual(before);
		await publishAnchored(site, { ...deps, policy }, 'minute');
		await askWitnesses({ ...deps, policy, log: { warn: () => undefined } }, () => AbortSignal.timeout(5_000));
		await runUntil(page, 1_000, () => line(/^Vote counted · locked by 1 witness$/).isVisible());
		expect(await layout()).toEqual(before);
		const asked = lookUps();
		await page.clock.runFor(180_000);
		expect(lookUps()).toBe(asked);
		await page.clock.resume();
		await expectAccessibleInBothThemes();
		await open('/my-votes');
		await page.getByText('Vote counted · locked by 1 witness').waitFor();
		await page.getByText('Proof', { exact: true }).click();
		await page.getByText('rivals.example', { exact: true }).waitFor();
		// The secret behind the vote's code never left this device.
		await page.getByText('On this device').waitFor();
		const saving = page.waitForEvent('download');
		await page.getByRole('button', { name: 'Save receipt' }).click();
		const saved = await readFile(await (await saving).path(), 'utf8');
		expect(saved).toMatch(/^v1 vote november \d+ 3 30 0 .*\n\nc2sp\.org\/tlog-proof@v1\n/);
		await expectAccessibleInBothThemes();
		expect(complaints).toEqual([]);
		await witness.close();
	});

	it('stops looking after a few tries and points to My Votes', async () => {
		const { page, line, lookUps, vote } = await aVoter();
		await vote();
		const later = line('Your proof will appear in My Votes');
		await runUntil(page, 200, () => later.isVisible());
		expect(lookUps()).toBe(5);
		await page.clock.runFor(60_000);
		expect(lookUps()).toBe(5);
	});

	it('keeps a true receipt on the device, stops looking once left, and believes neither a receipt nor a proof of another vote', async () => {
		const { page, success, line, lookUps, vote } = await aVoter();
		const leaveBy = async (button: string) => {
			await success.getByRole('button', { name: button }).click();
			await tickUntil(page, () => success.isHidden());
		};
		await step('VOTE AGAIN', async () => {
			await vote();
			const kept = await page.evaluate(keptReceipts);
			expect(kept).toEqual([
				{ leaf: expect.stringMatching(/^v1 vote november \d+ 3 30 0 /), proof: expect.any(String) },
			]);
			await leaveBy('VOTE AGAIN');
			await page.clock.runFor(60_000);
			expect(lookUps()).toBe(0);
			await page.clock.resume();
			// The one that was left may still be fading out.
			const dialogs = page.getByRole('dialog');
			await expect.poll(() => dialogs.count()).toBe(1);
			await page.keyboard.press('Escape');
			await expect.poll(() => dialogs.count()).toBe(0);
		});
		await step('CONFIRM', async () => {
			await vote();
			await leaveBy('CONFIRM');
			await page.clock.runFor(60_000);
			expect(lookUps()).toBe(0);
			await page.clock.resume();
		});
		await step('a receipt of another vote', async () => {
			const receipts = '**/rankings/vote/november';
			await page.route(receipts, async (route) => {
				const response = await route.fetch();
				const body = (await response.json()) as { data: VoteReceipt };
				const receipt = { ...body.data.receipt, leaf: body.data.receipt?.leaf.replace(' 3 30 ', ' 2 30 ') };
				await route.fulfill({ response, json: { ...body, data: { ...body.data, receipt } } });
			});
			await vote();
			await tickUntil(page, () => line('Its proof is wrong. Open My Votes').isVisible());
			expect(lookUps()).toBe(0);
			await leaveBy('CONFIRM');
			await page.clock.resume();
			await page.unroute(receipts);
		});
		await step('a proof of another vote', async () => {
			await lyingAboutProofs(page, (proof) => ({ ...proof, leaf: proof.leaf.replace(' 3 30 ', ' 2 30 ') }));
			await vote();
			await tickUntil(page, () => line('Its proof is wrong. Open My Votes').isVisible());
		});
	});
});

it('the chart names the entry of the public list up to which it was counted, and says so when the list is closed', async () => {
	const contest = await aContest(site.owner, 'birthdays', { tab: 'birthday', type: 'birthday' });
	const voter = await aPerson(site.owner, 'birthday voter', { earned: 1_000 });
	const { page, open, expectAccessible } = await site.visitor({ width: 390, at: '/leader-board?main_tab=birthday' });
	await page.getByRole('heading', { name: 'Birthday Chart' }).waitFor();
	expect(await page.getByText('Count as of').count()).toBe(0);
	for (const entry of [1, 2]) {
		await site.castVote(voter, contest, { tickets: 5 + entry });
		await publishAll(await logDeps(site));
		await page.getByText(`Count as of entry #${entry} of the public list.`).waitFor();
	}
	const chart = async () => dataOf(getChart, await site.ask({ path: '/rankings/detail?ranking_key=birthdays' }));
	await expect.poll(async () => (await chart()).log_size).toBe(3);
	const counted = await readLog(site, contest);
	const tickets = counted.reduce((sum, leaf) => sum + (leaf.type === 'vote' ? leaf.tickets : 0), 0);
	expect([(await chart()).total_tickets, counted.length]).toEqual([tickets, 3]);
	await expectAccessible();

	await sql`update ranking set starts_at = starts_at - interval '40 days', ends_at = lightstick_now(), review_hours = 0
			where ranking_key = 'birthdays'`.run(site.owner);
	await closeAndCertify(site.db);
	await publishAll(await logDeps(site));
	const leaves = await readLog(site, contest);
	expect(leaves.at(-1)?.type).toBe('result');
	await expect.poll(async () => (await chart()).log_size).toBe(leaves.length);
	const ended = { path: '/rankings/ended-rankings-profile?ranking_type=birthday' };
	await expect.poll(async () => dataOf(getEndedRankings, await site.ask(ended)).list[0]?.stage).toBe('certified');
	await open('/leader-board?main_tab=birthday');
	await page.getByRole('tab', { name: 'Champion' }).click();
	await page.getByRole('button', { name: 'Show More' }).click();
	await page.getByText(`Counted in ${leaves.length} entries of the public list.`).waitFor();
	await expectAccessible();
});

it('a vote for which the site has no room is sent again until it counts once, and the dialog says that it takes long', async () => {
	const { fan, page, success, pressVote } = await aVoter();
	const keys: string[] = [];
	let room = 2;
	await page.route('**/api/v1/rankings/vote/**', async (route) => {
		keys.push((await route.request().headerValue('idempotency-key')) ?? '');
		room -= 1;
		if (room < 0) return route.continue();
		const { status, message } = problems.busy;
		return route.fulfill({
			status,
			headers: { 'retry-after': '3' },
			json: { code: status, message, data: null, error: 'busy' },
		});
	});
	await pressVote();
	await runUntil(page, 1_000, () =>
		page
			.getByRole('dialog')
			.getByText(/^Many fans are voting right now/)
			.isVisible(),
	);
	await runUntil(page, 1_000, () => success.isVisible());
	expect(keys).toHaveLength(3);
	expect(new Set(keys).size).toBe(1);
	const counted = await sql`select tickets from vote where fan_id = ${fan.fanId}`.all(site.owner);
	expect(counted).toEqual([{ tickets: 3 }]);
});

/** Runs in the page: the receipts that this device keeps. */
async function keptReceipts(): Promise<unknown[]> {
	const opening = indexedDB.open('lightstick', 1);
	await new Promise((resolve) => opening.addEventListener('success', resolve));
	const reading = opening.result.transaction('ballots').objectStore('ballots').getAll();
	await new Promise((resolve) => reading.addEventListener('success', resolve));
	return reading.result.map((ballot: { receipt: VoteReceipt }) => ballot.receipt.receipt);
}
