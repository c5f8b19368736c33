/** A fan checks the own votes against the public list, on the own device. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { Page } from '@playwright/test';
import { ownBrowserSite, type Visitor } from '../../fixtures/browser/browser.ts';
import { failing } from '../../../testkit/network.ts';
import { lyingAboutProofs, withoutEd25519 } from '../../fixtures/browser/vote-proofs.ts';
import { aPerson, type Person } from '../../fixtures/accounts/people.ts';
import { logDeps, publishAll } from '../../../public-log/tests/fixtures/log.ts';
import { aCase, ofFans, restoreCase, voidCase } from '../../fixtures/voting/cases.ts';
import { aContest, type Contest } from '../../fixtures/voting/contests.ts';

const site = ownBrowserSite();
let november: Contest;
let fan: Person;

beforeAll(async () => {
	november = await aContest(site.owner, 'november', { tab: 'solo' });
	fan = await aPerson(site.owner, 'voter', { earned: 10_000 });
	const stranger = await aPerson(site.owner, 'stranger', { earned: 10_000 });
	await site.castVote(stranger, november, { tickets: 4 });
	for (let vote = 1; vote <= 12; vote += 1) await site.castVote(fan, november, { tickets: vote });
	await publishAll(await logDeps(site));
});

type Proof = Parameters<Parameters<typeof lyingAboutProofs>[1]>[0];
const listed = (page: Page) => page.getByText('Vote counted', { exact: true });

async function atMyVotes(before: (page: Page) => Promise<void> = async () => undefined): Promise<Visitor> {
	const visitor = await site.visitor({ as: fan, width: 390 });
	await before(visitor.page);
	await visitor.open('/my-votes');
	await visitor.page.getByText('12 votes').waitFor();
	return visitor;
}

describe('My Votes', () => {
	it('lists every vote, the latest first, and tells of a voided one how to object, and when it counts again', async () => {
		const accused = await aPerson(site.owner, 'accused', { earned: 10_000 });
		for (let vote = 1; vote <= 59; vote += 1) await site.castVote(accused, november, { tickets: 1 });
		const birthdays = await aContest(site.owner, 'birthdays', { tab: 'birthday', type: 'birthday' });
		await site.castVote(accused, birthdays, { tickets: 7, artist: 1 });
		const owner = await site.operator('owner');
		const { case_id: caseId } = await aCase(owner, november.key, { filter: ofFans(accused) });
		await voidCase(site, owner, caseId);

		const { page, expectAccessible } = await site.visitor({ as: accused, width: 390, at: '/my-account' });
		await page.getByRole('link', { name: 'My Votes' }).click();
		const lines = page.locator('.record-list').getByRole('listitem');
		await expect.poll(() => lines.count()).toBe(50);
		const [latest, before] = [lines.first(), lines.nth(1)];
		await latest.getByText('7 votes').waitFor();
		expect(await latest.getByText('Voided').count()).toBe(0);
		await before.getByText('1 vote', { exact: true }).waitFor();
		await before.getByText(`Voided: cast by a program, case ${caseId}`).waitFor();
		await page.getByText(`name case ${caseId}`).first().waitFor();
		const totals = page.getByRole('region', { name: 'Your artists' }).getByRole('listitem');
		await expect.poll(() => totals.allInnerTexts()).toEqual([expect.stringMatching(/Bex Corran\s+7 votes/)]);
		await expectAccessible();
		// By key: the lines above it grow when their checks end, and a pointer would miss it.
		await page.getByRole('button', { name: 'Show More' }).press('Enter');
		await expect.poll(() => lines.count()).toBe(60);

		await restoreCase(site, owner, caseId);
		await page.reload();
		await before.getByText(`Counts again: case ${caseId} was taken back for this vote, and gems`).waitFor();
		expect(await page.getByText('Voided').count()).toBe(0);
		await before.getByRole('link', { name: 'Ayu Bara' }).click();
		await page.getByRole('button', { name: /^Vote/ }).first().waitFor();
	});

	it('checks the latest votes by itself and all on request, shows the line behind a vote and saves its proof', async () => {
		const { page, complaints, expectAccessibleInBothThemes } = await atMyVotes();
		await expect.poll(() => listed(page).count()).toBe(10);
		await page.getByRole('button', { name: 'Check all now' }).click();
		await page.getByText(/^Checked on this device at \d\d:\d\d KST: 12 votes are in the list\.$/).waitFor();
		await expect.poll(() => listed(page).count()).toBe(12);
		const line = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Proof' }).first();
		await line.getByText('Proof', { exact: true }).click();
		await line.getByText('For programs').click();
		await line.getByText(/^v1 vote november \d+ 12 120 0 \d{10} \S{22} \S{22,36}$/).waitFor();
		const saving = page.waitForEvent('download');
		await line.getByRole('button', { name: 'Save proof' }).click();
		expect((await saving).suggestedFilename()).toMatch(/\.tlog-proof$/);
		await expectAccessibleInBothThemes();
		expect(complaints).toEqual([]);
	});

	it('says of a vote that is not listed yet that it waits, and notices when it is', async () => {
		const waiter = await aPerson(site.owner, 'waiter', { earned: 10_000 });
		await site.castVote(waiter, november, { tickets: 3 });
		const { page } = await site.visitor({ as: waiter, width: 390, at: '/my-votes' });
		await page.getByText('Counted. Waiting to be listed').waitFor();
		await publishAll(await logDeps(site));
		await listed(page).waitFor();
	});
});

const LIES: [lie: (proof: Proof) => Proof, words: string][] = [
	[
		(proof) => ({ ...proof, leaf: proof.leaf.replace(/\S+ \S+$/, `${'B'.repeat(22)} ${'A'.repeat(22)}`) }),
		'The line that the site showed is not this vote.',
	],
	[
		(proof) => ({ ...proof, proof: proof.proof?.replace(/^\d+$/m, '9') ?? null }),
		'The signature of the list is wrong.',
	],
];

it('a fan finds out a server that lies by another’s line or a forged checkpoint', async () => {
	const lieOf = ({ leaf }: Proof) => LIES[Number(leaf.split(' ')[4]) % LIES.length]?.[0];
	const { page, expectAccessible } = await atMyVotes((at) =>
		lyingAboutProofs(at, (proof) => lieOf(proof)?.(proof) ?? proof),
	);
	await page.getByRole('button', { name: 'Check all now' }).click();
	await page.getByText('12 checks failed.').waitFor();
	for (const [, words] of LIES) await expect.poll(() => page.getByText(words).count()).toBe(6);
	await expect.poll(() => listed(page).count()).toBe(0);
	await expectAccessible();
});

it('a vote is called neither good nor bad without a connection, when the server fails, and in an old browser', async () => {
	const { page } = await atMyVotes((at) => failing(at, '/user/me/votes/', 0));
	const isNotJudged = async (words: string) => {
		await expect.poll(() => page.getByText(words).count()).toBe(10);
		expect((await listed(page).count()) + (await page.getByText('Check failed').count())).toBe(0);
	};
	await isNotJudged('Not checked: there is no connection.');
	await page.unrouteAll();
	await failing(page, '/user/me/votes/', 500);
	await page.reload();
	await isNotJudged('Not checked: the proof could not be loaded.');
	await page.unrouteAll();
	await withoutEd25519(page);
	await page.reload();
	await isNotJudged('Not checked: this browser cannot check signatures.');
});
