/** A fan checks the own votes against the public list, on the own device, which keeps the anchor's key and witnesses that it saw first. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { Page } from '@playwright/test';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { getTransparencyNumbers } from '#contract/transparency.ts';
import { formatVerifierKey, makeVerifierKey } from '#public-log/format/note.ts';
import { parsePolicy } from '#public-log/format/witness/witness-policy.ts';
import { readNumbers } from '#public-log/server/anchor/numbers.ts';
import { readVoteProof } from '#public-log/server/fans/vote-proof.ts';
import type { PublisherDeps } from '#public-log/server/publisher.ts';
import { askWitnesses } from '#public-log/server/witnesses/rounds.ts';
import { publishAnchored } from '../../../public-log/tests/fixtures/anchor.ts';
import { startWitness, type TestWitness } from '../../../public-log/tests/fixtures/witness.ts';
import { ownBrowserSite, type Visitor } from '../../fixtures/browser/browser.ts';
import { failing, withoutFirstScreen } from '../../../testkit/network.ts';
import { lyingAboutProofs, withoutEd25519 } from '../../fixtures/browser/vote-proofs.ts';
import { aPerson, type Person } from '../../fixtures/accounts/people.ts';
import { logDeps, publishAll } from '../../../public-log/tests/fixtures/log.ts';
import { aCase, ofFans, restoreCase, voidCase } from '../../fixtures/voting/cases.ts';
import { aContest, type Contest } from '../../fixtures/voting/contests.ts';

const site = ownBrowserSite();
type Numbers = ReplyOf<typeof getTransparencyNumbers>;
let deps: PublisherDeps;
let rivals: TestWitness;
let friends: TestWitness;
let november: Contest;
let fan: Person;
/** Has voted once. */
let once: Person;

beforeAll(async () => {
	deps = await logDeps(site);
	const { key } = deps.keys.signer(deps.anchor, null);
	[rivals, friends] = [await startWitness('rivals.example', key), await startWitness('friends.example', key)];
	november = await aContest(site.owner, 'november', { tab: 'solo' });
	fan = await aPerson(site.owner, 'voter', { earned: 10_000 });
	const stranger = await aPerson(site.owner, 'stranger', { earned: 10_000 });
	await site.castVote(stranger, november, { tickets: 4 });
	for (let vote = 1; vote <= 12; vote += 1) await site.castVote(fan, november, { tickets: vote });
	once = await aPerson(site.owner, 'once', { earned: 10_000 });
	await site.castVote(once, november, { tickets: 3 });
	await publishAll(deps);
	await publishAnchored(site, { ...deps, policy: policyOf(rivals) }, 'hour');
	const log = { warn: () => undefined };
	await askWitnesses({ ...deps, policy: policyOf(rivals), log }, () => AbortSignal.timeout(5_000));
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
		await publishAll(deps);
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

const policyOf = ({ policyLine, key }: TestWitness) => parsePolicy(`${policyLine}\nquorum ${key.name}`);

/** The numbers as the site gives them, or as it lies. */
async function showing(page: Page, lie = (numbers: Numbers) => numbers): Promise<void> {
	await page.unroute('**/transparency/numbers');
	await page.route('**/transparency/numbers', async (route) => {
		const response = await route.fetch();
		const body = (await response.json()) as object;
		await route.fulfill({
			response,
			json: { ...body, data: lie(await readNumbers(site.db, { ...deps, policy: policyOf(rivals) })) },
		});
	});
}

const withOtherKey = (numbers: Numbers): Numbers => {
	const vkey = formatVerifierKey(makeVerifierKey(numbers.anchor.origin, new Uint8Array(32).fill(7)));
	return { ...numbers, anchor: { ...numbers.anchor, vkey } };
};
/** Who signs for this fan alone, and is told of by nothing. */
const withFriends = (numbers: Numbers): Numbers => ({
	...numbers,
	anchor: {
		...numbers.anchor,
		policy: numbers.anchor.policy && { ...numbers.anchor.policy, text: policyOf(friends).text },
	},
});

const warning = (page: Page) => page.getByRole('region', { name: 'Witnesses' }).getByRole('alert');

describe('the page Transparency', () => {
	it('shows fingerprints, warns of another key and other witnesses, and believes what the fan has compared', async () => {
		const { page, open, expectAccessibleInBothThemes } = await site.visitor({ width: 390 });
		await withoutFirstScreen(page);
		await showing(page);
		await open('/transparency');
		await page.getByText('Fingerprints', { exact: true }).click();
		for (const name of [deps.anchor, 'rivals.example']) {
			const fact = page.locator('dl > div', { hasText: `Fingerprint of ${name}` });
			await expect.poll(() => fact.getByRole('definition').innerText()).toMatch(/^(?:[0-9a-f]{4} ){7}[0-9a-f]{4}$/);
		}
		await page.getByText('SHA-256 of the program audit-log.mjs').waitFor();
		expect(await warning(page).count()).toBe(0);
		expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
		await expectAccessibleInBothThemes();

		for (const [lie, words] of [
			[withOtherKey, 'signed by another key'],
			[withFriends, 'The witnesses are others'],
		] as const) {
			await showing(page, lie);
			await page.reload();
			await warning(page).getByText(words).waitFor();
			// It does not get used to it.
			await page.reload();
			await warning(page).getByText(words).waitFor();
		}
		await expectAccessibleInBothThemes();
		await page.getByRole('button', { name: 'I compared them' }).click();
		await expect.poll(() => warning(page).count()).toBe(0);
		await page.reload();
		await page.getByText('Fingerprints', { exact: true }).waitFor();
		expect(await warning(page).count()).toBe(0);
	});

	it('warns of nothing where the browser keeps nonsense, and does not pass in silence what the site does not explain, because it answers with an error', async () => {
		const { page, open } = await site.visitor({ width: 390, at: '/theme.js' });
		await page.evaluate(() => localStorage.setItem('lightstick.anchor', '{"vkey":1}'));
		await withoutFirstScreen(page);
		await showing(page);
		await open('/transparency');
		await page.getByText('Fingerprints', { exact: true }).waitFor();
		expect(await warning(page).count()).toBe(0);
		await showing(page, (numbers) => {
			const name = numbers.anchor.origin.replace(/anchor$/, 'g2/anchor');
			const vkey = formatVerifierKey(makeVerifierKey(name, new Uint8Array(32).fill(7)));
			return { ...numbers, anchor: { ...numbers.anchor, vkey } };
		});
		await page.route('**/g2/anchor/**', (route) => route.fulfill({ status: 500 }));
		await page.reload();
		await page.getByText('Not checked: the proof could not be loaded.').waitFor();
		expect(await page.getByText('Fingerprints', { exact: true }).count()).toBe(0);
	});
});

it('invented witnesses lock no vote, in another tab of the device', async () => {
	const { page, open } = await site.visitor({ as: once, width: 390 });
	const proofOf = (key: string) => readVoteProof({ ...deps, policy: policyOf(rivals) }, once, key);
	await lyingAboutProofs(page, (_, key) => proofOf(key));
	await open('/my-votes');
	await page.getByText('Vote counted · locked by 1 witness').waitFor();
	await page.getByText('Proof', { exact: true }).click();
	await page.getByText('For programs').click();
	await page.getByText('Fingerprint of rivals.example').waitFor();

	const tab = await page.context().newPage();
	await lyingAboutProofs(tab, async (_, key) => {
		const proof = await proofOf(key);
		return { ...proof, witnessed: proof.witnessed && { ...proof.witnessed, policy: policyOf(friends).text } };
	});
	await showing(tab, withFriends);
	await tab.goto(`${site.url}/my-votes`);
	await tab.getByText('The witnesses are others than those this device saw before').waitFor();
	expect(await tab.getByText('locked by').count()).toBe(0);
});
