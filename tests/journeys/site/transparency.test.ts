/**
 * Anybody checks a receipt, a code or a whole list on the page Transparency or with the auditor, without an account.
 * Long because everything that people may paste has words of its own.
 */
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Page, Route } from '@playwright/test';
import { getVoteProof } from '#contract/my-account.ts';
import { parseLeaf, type VoteLeaf } from '#public-log/format/leaf.ts';
import { formatReceiptFile, type ReceiptFile } from '#public-log/format/receipt-file.ts';
import { castVote as castVoteCall, getVoteLogs } from '#contract/voting.ts';
import { closeRanking } from '#server/rankings/closing/closing.ts';
import { openReceipts } from '#public-log/server/fans/receipts.ts';
import { beforeTests } from '../../fixtures/before-tests.ts';
import { ownProcessClock } from '../../fixtures/process-clock.ts';
import { ownBrowserSite, type Visitor } from '../../fixtures/browser/browser.ts';
import { failing, holdBack, withoutFirstScreen } from '../../../testkit/network.ts';
import { step } from '../../fixtures/browser/step.ts';
import { withoutEd25519 } from '../../fixtures/browser/vote-proofs.ts';
import { aKey, aPerson, type Person } from '../../fixtures/accounts/people.ts';
import { dataOf } from '../../fixtures/site/site.ts';
import { publishAnchored } from '../../../public-log/tests/fixtures/anchor.ts';
import { getLog, logDeps, publishAll } from '../../../public-log/tests/fixtures/log.ts';
import { testSigner } from '../../../public-log/tests/fixtures/signer.ts';
import { receiptOf } from '../../../public-log/tests/fixtures/log-files.ts';
import { aCase, ofFans, voidCase } from '../../fixtures/voting/cases.ts';
import { aContest, type Contest } from '../../fixtures/voting/contests.ts';
import { aBallot, withEngine } from '../../fixtures/voting/engine.ts';

const site = ownBrowserSite();
let november: Contest;
let fan: Person;
const DAY_MS = 86_400_000;
const clock = ownProcessClock();
const tag = aKey();
let receipt: string;
/** What the vote was answered with. */
let promised: ReceiptFile | null;
/** The bytes of a leaf that looks like the fan's, but is not in the list. */
let otherLeaf: Uint8Array;

beforeAll(async () => {
	november = await aContest(site.owner, 'november', { tab: 'solo' });
	await aContest(site.owner, 'songs', { tab: 'music', type: 'theme' });
	fan = await aPerson(site.owner, 'voter', { earned: 10_000 });
	const bot = await aPerson(site.owner, 'bot', { earned: 10_000 });
	await site.castVote(bot, november, { tickets: 4 });
	const cast = await site.castVote(fan, november, { artist: 1, tickets: 12, key: tag });
	promised = dataOf(castVoteCall, cast).receipt;
	const owner = await site.operator('owner');
	const { case_id: caseId } = await aCase(owner, november.key, { filter: ofFans(bot) });
	await voidCase(site, owner, caseId);
	await site.castVote(fan, november, { tickets: 3, artist: 2 });
	await site.owner.query({
		text: 'update ranking_entry set hidden_at = lightstick_now() where ranking_id = $1 and artist_id = $2',
		values: [november.rankingId, november.artistIds[2]],
	});
	await publishAll(await logDeps(site));
	const proof = dataOf(getVoteProof, await site.ask({ path: `/user/me/votes/${tag}/proof`, token: fan.token }));
	receipt = proof.proof ?? '';
	otherLeaf = new TextEncoder().encode(proof.leaf.replace(' 12 ', ' 13 '));
});
afterEach(() => site.clock.run());

async function atTransparency(): Promise<Visitor> {
	const visitor = await site.visitor({ width: 390, at: '/transparency' });
	await visitor.page.getByRole('heading', { name: 'The november ranking' }).waitFor();
	return visitor;
}

/** In front of the page until the end of the file. */
const anybody = beforeTests(atTransparency);

/** Unless it stands open from a check before. */
async function openTool(page: Page): Promise<void> {
	const tool = page.locator('details', { hasText: 'Check a receipt' });
	await expect
		.poll(async () => {
			if ((await tool.getAttribute('open')) === null) await tool.locator('summary').click();
			return tool.getAttribute('open');
		})
		.toBe('');
}

async function check(page: Page, text: string, ranking = 'The november ranking'): Promise<void> {
	await openTool(page);
	await page.getByLabel('Receipt or code of a vote').fill(text);
	await page.getByLabel('Ranking of the vote').selectOption({ label: ranking });
	await page.getByRole('button', { name: 'Check', exact: true }).click();
}

/** The list shows another entry in place of the fan's. */
async function withAnotherEntry(route: Route): Promise<void> {
	const response = await route.fetch();
	const text = (await response.body()).toString('latin1').replace(/( \d+) 12 120 /, '$1 13 120 ');
	await route.fulfill({ response, body: Buffer.from(text, 'latin1') });
}

describe('the page', () => {
	it('is linked from the foot of every page and from a chart, and shows each list with what does not count', async () => {
		const { page, complaints, expectAccessible } = await site.visitor({ width: 1440, at: '/leader-board' });
		await page.getByRole('link', { name: 'How to check it' }).waitFor();
		await page.getByRole('contentinfo').getByRole('link', { name: 'Transparency' }).click();
		const card = page.getByRole('listitem').filter({ hasText: 'The november ranking' });
		const { logs } = dataOf(getVoteLogs, await site.ask({ path: '/vote-logs' }));
		const log = logs.find(({ ranking_key: key }) => key === 'november');
		expect(log).toMatchObject({ tickets: 15, voided: [{ reason: 'BOT', tickets: 4 }], entries_waiting: 0 });
		expect(log?.hidden).toEqual([{ artist: expect.any(String), tickets: 3 }]);
		expect(log?.entries).toBeGreaterThanOrEqual(5);
		await card.getByText('4 cast by a program').waitFor();
		await expect.poll(() => card.getByRole('definition').nth(1).innerText()).toBe('12');
		await card.getByText(`3 ${log?.hidden[0]?.artist}`).waitFor();
		await expect.poll(() => card.getByRole('definition').first().innerText()).toBe(String(log?.entries));
		await page.getByText('There are no witnesses yet').waitFor();
		await expectAccessible();
		expect(complaints).toEqual([]);
	});

	it('shows gems and accounts as the public numbers tell them, and keeps small numbers to itself', async () => {
		const { page, expectAccessibleInBothThemes } = await site.visitor({ width: 390, at: '/transparency' });
		await page.getByText('The first numbers appear within an hour.').waitFor();
		const deps = await logDeps(site);
		await publishAnchored(site, deps, 'hour');
		await publishAnchored(site, deps, 'day');
		const gems = page.locator('.panel', { has: page.getByRole('heading', { name: 'Gems', exact: true }) });
		await expect
			.poll(async () => {
				clock.pass(60_000);
				await page.reload();
				return gems.getByRole('definition').nth(1).innerText();
			})
			.toBe('190');
		await page.getByText('fewer than 20').first().waitFor();
		await site.clock.set(new Date(Date.now() + DAY_MS));
		await aPerson(site.owner, 'a day later', { earned: 500 });
		await publishAnchored(site, deps, 'day');
		await expect
			.poll(async () => {
				clock.pass(60_000);
				await page.reload();
				await gems.waitFor();
				return gems.getByRole('cell').allInnerTexts();
			})
			.toEqual(['Given out or sold 500', 'Spent or taken back 0']);
		expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
		const bars = page.locator('.day-bars-picture').first().locator('span');
		expect(await bars.evaluateAll((all) => all.map((bar) => (bar as HTMLElement).style.height))).toEqual([
			'100%',
			'0%',
		]);
		await expectAccessibleInBothThemes();
	});

	it('says so when the lists cannot be read', async () => {
		const { page, open, expectAccessible } = await site.visitor({ width: 390 });
		await withoutFirstScreen(page);
		await failing(page, '/vote-logs');
		await open('/transparency');
		await page.getByText('This could not be loaded.').waitFor();
		await expectAccessible();
	});
});

describe('a receipt', () => {
	it('holds, whoever pastes it, and is not sent to the site', async () => {
		const { page } = anybody;
		const sent: string[] = [];
		page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`));
		await check(page, receipt);
		await page.getByText('This receipt holds.').waitFor();
		await page.getByText(/Entry #2 of The november ranking: 12 votes for Bex Corran, .* KST\./).waitFor();
		expect(sent.filter((request) => request.includes(tag))).toEqual([]);
		expect(sent.every((request) => /\/log\/|\/assets\/|\/vote-logs|\/site/.test(request))).toBe(true);
	});

	it('is turned down in plain words if anything in it is wrong', async () => {
		const { page } = anybody;
		const { prefix } = site.facts.logs;
		const [host] = prefix.split('/');
		const signedBy = (origin: string) => receiptOf(0, [otherLeaf], testSigner(origin));
		const policy = '# fans\r\nwitness w w.example+00000000+Bg==\r\nquorum none\r\n';
		// Of two neighbors, no words fit both: those of the case before are still there for a moment.
		for (const [what, text, words] of [
			['its signed size was changed', receipt.replace(/^\d+$/m, '4'), /does not hold.*key did not sign it/s],
			['another place', receipt.replace('index 2', 'index 1'), /does not hold.*does not show the entry/s],
			['somebody’s own key', signedBy(`${prefix}/november`), /does not hold.*key did not sign it/s],
			['beyond the list', receipt.replace('index 2', 'index 99'), /does not hold.*does not show the entry/s],
			['of another site', signedBy('other.example/log/november'), /from another site/],
			['of no ranking here', signedBy(`${prefix}/december`), /no list named/],
			['of a list that is gone', signedBy(`${host}/g9/log/november`), /not shown any more/],
			['of the anchor', signedBy(`${host}/g9/anchor`), /holds no votes/],
			['its end is missing', receipt.slice(0, -40), /part of this receipt is missing/],
			['its beginning is missing', receipt.split('\n').slice(1).join('\r\n'), /part of this receipt is missing/],
			['a policy', policy, /a list of witnesses\. It says nothing/],
			['a signature of a list', receipt.slice(receipt.indexOf('\n\n') + 2), /signature of a list/],
			['no receipt', 'Hello', /neither a receipt nor a code/],
		] as const) {
			await step(what, async () => {
				await check(page, await text);
				await expect.poll(() => page.locator('form').getByRole('status').innerText()).toMatch(words);
			});
		}
	});

	it('says which entries of a list are missing, though they were signed, and convicts a list that shows another', async () => {
		const { page } = anybody;
		for (const [altered, ofReceipt, ofCode] of [
			[
				(route: Route) => route.fulfill({ status: 404 }),
				'The site signed the entries 2 to 2 of this list',
				'The site signed the entries 0 to 5 of this list',
			],
			[withAnotherEntry, 'The list does not show the entry that was signed.', 'This does not hold.'],
		] as const) {
			await page.route('**/log/november/tile/entries/**', altered);
			await check(page, receipt);
			await page.getByText(ofReceipt).waitFor();
			await check(page, tag);
			await page.getByText(ofCode).waitFor();
			await page.unrouteAll();
			await page.reload();
		}
	});
});

/** The site's own signature under a vote that no list holds. */
async function promiseOf(change: Partial<VoteLeaf>): Promise<ReceiptFile> {
	const { keys, prefix } = await logDeps(site);
	const vote = parseLeaf(new TextEncoder().encode(promised?.leaf)) as VoteLeaf;
	return JSON.parse(openReceipts(keys.receipts, prefix)([{ ...vote, tag: aKey(), ...change }]).join()) as ReceiptFile;
}

async function openReceiptOf(host: string, leaf: string): Promise<ReceiptFile> {
	const vote = parseLeaf(new TextEncoder().encode(leaf)) as VoteLeaf;
	return JSON.parse(openReceipts(testSigner(`${host}/receipts`), `${host}/log`)([vote]).join()) as ReceiptFile;
}

it('the receipt that a vote was answered with is kept, is due, convicts the site, or is turned down', async () => {
	const now = Math.floor(Date.now() / 1000);
	const given = promised as ReceiptFile;
	const { page, expectAccessible } = anybody;
	const cut = given.proof.slice(0, -50);
	const forged = given.proof.replace(/deadline [0-9]+/, 'deadline 1');
	const elsewhere = await openReceiptOf('other.example', given.leaf);
	for (const [what, file, words] of [
		['kept', given, /This receipt holds, and The november ranking lists its vote\./],
		['not kept in time', await promiseOf({ castAt: now - 600 }), /broken its word/],
		['still due', await promiseOf({ castAt: now }), /is not listed yet, and its minute is not over/],
		['of another vote', { ...given, leaf: given.leaf.replace(' 12 ', ' 13 ') }, /for another vote/],
		['forged', { ...given, proof: forged }, /present key did not sign this receipt/],
		['cut', { ...given, proof: cut }, /part of this receipt is missing/],
		['of another site', elsewhere, /from another site: other\.example\/log\/november/],
	] as const) {
		await step(what, async () => {
			await check(page, formatReceiptFile(file), 'The songs ranking');
			await page.getByText(words).waitFor();
		});
	}
	await expectAccessible();
});

describe('a code', () => {
	it('is found in its list by reading it, and in no other', async () => {
		const { page } = anybody;
		await check(page, tag);
		await page.getByText('This code is in the list.').waitFor();
		await page.getByText(/Entry #2 of The november ranking/).waitFor();
		await check(page, tag, 'The songs ranking');
		await page.getByText('This code is not in the list. This device read 1 entry, the whole list.').waitFor();
	});

	it('is looked for in every part of a long list, until the fan stops', async () => {
		const long = await aContest(site.owner, 'long', { tab: 'birthday', type: 'birthday' });
		const own = aKey();
		const crowd = await Promise.all(
			Array.from({ length: 60 }, (_, index) => aPerson(site.owner, `f${index}`, { earned: 9_000 })),
		);
		await site.castVote(fan, long, { key: own });
		await withEngine(site.db, async (engine) => {
			for (let round = 0; round < 22; round += 1) {
				await Promise.all(crowd.map((person) => engine.cast(aBallot(person, long))));
			}
		});
		await publishAll(await logDeps(site));
		const { page } = anybody;
		await page.reload();
		await check(page, own, 'The long ranking');
		await page.getByText(/Entry #1 of The long ranking/).waitFor();
		// The first entries do not arrive: the search has read the others by then.
		const release = await holdBack(page, '**/tile/entries/000', (route) => route.abort());
		await check(page, own, 'The long ranking');
		await page.getByText(/^[\d,]+ of 1,322 entries read$/).waitFor();
		await page.getByRole('button', { name: 'Stop' }).click();
		await expect.poll(() => page.locator('form').getByRole('status').innerText()).toBe('');
		release();
		await page.unrouteAll({ behavior: 'wait' });
	});

	it('without a connection, when the list fails, or in an old browser is not judged', async () => {
		const { page } = await atTransparency();
		const isNotJudged = async (words: string) => {
			await check(page, tag);
			await page.getByRole('status').getByText(words).waitFor();
		};
		await page.route('**/log/**', (route) => route.abort());
		await isNotJudged('there is no connection');
		await page.route('**/log/**', (route) => route.fulfill({ status: 500 }));
		await isNotJudged('could not be loaded');
		await page.unrouteAll();
		await withoutEd25519(page);
		await page.reload();
		await isNotJudged('this browser cannot check signatures');
	});
});

it('the auditor that the site serves passes the site’s own log, with two lines of curl and Node', async () => {
	const folder = site.config.dataFolder;
	const contest = await aContest(site.owner, 'doubted');
	const voter = await aPerson(site.owner, 'doubted voter', { earned: 1_000 });
	for (const tickets of [1, 2, 3]) await site.castVote(voter, contest, { tickets });
	await site.clock.set(new Date(Date.now() + 11 * DAY_MS));
	await closeRanking(site.db, contest.rankingId);
	await publishAll(await logDeps(site));

	const download = await fetch(`${site.url}/audit-log.mjs`);
	expect(Object.fromEntries(download.headers)).toMatchObject({
		'content-type': 'text/javascript; charset=utf-8',
		'cache-control': 'public, max-age=300',
		vary: 'accept-encoding',
	});
	await writeFile(join(folder, 'audit-log.mjs'), await download.text());
	const key = (await getLog(site, contest, 'vkey')).body.trim();
	const args = ['audit-log.mjs', `${site.url}/log/doubted`, '--key', key];
	const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder, env: {} });
	expect(stdout).toContain('5 entries, 3 votes cast by 1 voters');
	expect(stdout).toContain('The log passes.');

	const known = { 'if-none-match': download.headers.get('etag') ?? '' };
	expect((await fetch(`${site.url}/audit-log.mjs`, { headers: known })).status).toBe(304);
});

it('a site that was restored to a moment before a vote says which votes were lost, and that their receipts hold', async () => {
	const restored = `insert into log_generation (generation, restored_to)
		values (2, lightstick_now() - interval '1 hour')`;
	await site.owner.query({ text: restored });
	const lost = await promiseOf({ castAt: Math.floor(Date.now() / 1000) - 600 });
	const { page, expectAccessible } = anybody;
	await page.reload();
	await page.getByRole('heading', { name: 'Lost votes' }).waitFor();
	await check(page, formatReceiptFile(lost));
	await page.getByText('This receipt holds, but its vote was lost.').waitFor();
	const revoked = `insert into log_generation (generation, restored_to, revoked_key)
		values (3, lightstick_now(), sha256('a stolen key'))`;
	await site.owner.query({ text: revoked });
	clock.pass(60_000);
	await page.reload();
	await page.getByRole('heading', { name: 'Withdrawn key' }).waitFor();
	expect(await page.getByText('Votes cast between these times do').count()).toBe(1);
	await expectAccessible();
	await site.owner.query({ text: 'delete from log_generation' });
});
