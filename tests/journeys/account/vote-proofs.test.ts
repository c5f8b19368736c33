/** A fan checks the own votes against the public list, on the own device. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from '@playwright/test';
import { openBrowserSite, type BrowserSite, type Visitor } from '../../fixtures/browser/browser.ts';
import { failing } from '../../../testkit/network.ts';
import { lyingAboutProofs, withoutEd25519 } from '../../fixtures/browser/vote-proofs.ts';
import { aPerson, type Person } from '../../fixtures/accounts/people.ts';
import { aColleague } from '../../fixtures/operators/operators.ts';
import { logDeps, publishAll } from '../../../public-log/tests/fixtures/log.ts';
import { aCase, castVote, ofFans, restoreCase, voidCase } from '../../fixtures/voting/cases.ts';
import { aContest, type Contest } from '../../fixtures/voting/contests.ts';

let site: BrowserSite;
let november: Contest;
let fan: Person;

beforeAll(async () => {
	site = await openBrowserSite();
	november = await aContest(site.owner, 'november', { tab: 'solo' });
	fan = await aPerson(site.owner, 'voter', { earned: 10_000 });
	const stranger = await aPerson(site.owner, 'stranger', { earned: 10_000 });
	await castVote(site, stranger, november, { tickets: 4 });
	for (let vote = 1; vote <= 12; vote += 1) await castVote(site, fan, november, { tickets: vote });
	await publishAll(await logDeps(site));
});
afterAll(() => site.close());

const listed = (page: Page) => page.getByText(/^In the public list · #\d+$/);

async function atMyVotes(before: (page: Page) => Promise<void> = async () => undefined): Promise<Visitor> {
	const visitor = await site.visitor({ as: fan, width: 390 });
	await before(visitor.page);
	await visitor.open('/my-votes');
	await visitor.page.getByText('12 votes').waitFor();
	return visitor;
}

describe('My Votes', () => {
	it('checks the latest votes by itself and all of them on request', async () => {
		const visitor = await atMyVotes();
		const { page } = visitor;
		await expect.poll(() => listed(page).count()).toBe(10);
		await page.getByRole('button', { name: 'Check all now' }).click();
		await page.getByText(/^Checked on this device at \d\d:\d\d KST: 12 votes are in the list\.$/).waitFor();
		expect(await listed(page).count()).toBe(12);
		const numbers = (await listed(page).allTextContents()).map((text) => text.replace(/^.*#/, ''));
		expect(new Set(numbers).size).toBe(12);
		await visitor.expectAccessibleInBothThemes();
		expect(visitor.complaints).toEqual([]);
		await visitor.leave();
	});

	it('shows the line behind a vote and saves its proof', async () => {
		const visitor = await atMyVotes();
		const { page } = visitor;
		const line = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Details' }).first();
		await listed(page).first().waitFor();
		await line.getByText('Details').click();
		await line.getByText(/^v1 vote november \d+ 12 120 0 \d{10} \S{22} \S{22,36}$/).waitFor();
		const saving = page.waitForEvent('download');
		await line.getByRole('button', { name: 'Save proof' }).click();
		expect((await saving).suggestedFilename()).toMatch(/\.tlog-proof$/);
		await visitor.expectAccessible();
		await visitor.leave();
	});

	it('says of a vote that is not listed yet that it waits, and notices when it is', async () => {
		const waiter = await aPerson(site.owner, 'waiter', { earned: 10_000 });
		await castVote(site, waiter, november, { tickets: 3 });
		const visitor = await site.visitor({ as: waiter, width: 390 });
		await visitor.open('/my-votes');
		await visitor.page.getByText('Counted. Waiting to be listed').waitFor();
		await publishAll(await logDeps(site));
		await listed(visitor.page).waitFor();
		await visitor.leave();
	});

	it('tells why a vote does not count, how to object, and that it counts again', async () => {
		const accused = await aPerson(site.owner, 'accused', { earned: 10_000 });
		await castVote(site, accused, november, { tickets: 6 });
		const owner = await aColleague(site.owner, 'owner');
		const { case_id: caseId } = await aCase(site, owner, november.key, { filter: ofFans(accused) });
		await voidCase(site, owner, caseId);
		const visitor = await site.visitor({ as: accused, width: 390 });
		const { page } = visitor;
		await visitor.open('/my-votes');
		await page.getByText(`Voided: cast by a program, case ${caseId}`).waitFor();
		await page.getByText(`name case ${caseId}`).waitFor();
		await visitor.expectAccessible();
		await restoreCase(site, owner, caseId);
		await page.reload();
		await page.getByText(`Counts again: case ${caseId} was taken back for this vote.`).waitFor();
		expect(await page.getByText('Voided').count()).toBe(0);
		await visitor.leave();
	});
});

describe('a server that lies is found out', () => {
	it.each<[string, Parameters<typeof lyingAboutProofs>[1], string]>([
		[
			'that shows another fan’s line',
			(proof) => ({ ...proof, leaf: proof.leaf.replace(/\S+ \S+$/, `${'B'.repeat(22)} ${'A'.repeat(22)}`) }),
			'The line that the site showed is not this vote.',
		],
		[
			'that changed a line after it was signed',
			(proof) => ({ ...proof, leaf: proof.leaf.replace(/ \d{10} /, ' 1700000000 ') }),
			'The signed list does not hold this line.',
		],
		[
			'that proves with the list of another ranking',
			(proof) => ({ ...proof, log: proof.log.replace(/november$/, 'december') }),
			'The proof belongs to the list of another ranking.',
		],
		[
			'whose checkpoint was not signed',
			(proof) => ({ ...proof, proof: proof.proof?.replace(/^\d+$/m, '9') ?? null }),
			'The signature of the list is wrong.',
		],
	])('%s', async (_, lie, words) => {
		const visitor = await atMyVotes((page) => lyingAboutProofs(page, lie));
		const { page } = visitor;
		await expect.poll(() => page.getByText(words).count()).toBe(10);
		expect(await listed(page).count()).toBe(0);
		await page.getByRole('button', { name: 'Check all now' }).click();
		await page.getByText('12 checks failed.').waitFor();
		await visitor.expectAccessible();
		await visitor.leave();
	});
});

describe('when nothing can be checked, no vote is called good or bad', () => {
	it.each<[string, (page: Page) => Promise<void>, string]>([
		['without a connection', (page) => failing(page, '/user/me/votes/', 0), 'Not checked: there is no connection.'],
		[
			'when the server fails',
			(page) => failing(page, '/user/me/votes/', 500),
			'Not checked: the proof could not be loaded.',
		],
		['in an old browser', withoutEd25519, 'Not checked: this browser cannot check signatures.'],
	])('%s', async (_, before, words) => {
		const visitor = await atMyVotes(before);
		const { page } = visitor;
		await expect.poll(() => page.getByText(words).count()).toBe(10);
		expect((await listed(page).count()) + (await page.getByText('Check failed').count())).toBe(0);
		await visitor.leave();
	});
});
