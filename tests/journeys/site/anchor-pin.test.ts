/** A device keeps the anchor's key and witnesses that it saw first, and tells its fan of others. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { Page } from '@playwright/test';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { getTransparencyNumbers } from '#contract/transparency.ts';
import { formatVerifierKey, makeVerifierKey } from '#public-log/format/note.ts';
import { parsePolicy, type WitnessPolicy } from '#public-log/format/witness/witness-policy.ts';
import { readNumbers } from '#public-log/server/anchor/numbers.ts';
import { readVoteProof } from '#public-log/server/fans/vote-proof.ts';
import type { PublisherDeps } from '#public-log/server/publisher.ts';
import { askWitnesses } from '#public-log/server/witnesses/rounds.ts';
import { publishAnchored } from '../../../public-log/tests/fixtures/anchor.ts';
import { logDeps, publishAll } from '../../../public-log/tests/fixtures/log.ts';
import { startWitness, type TestWitness } from '../../../public-log/tests/fixtures/witness.ts';
import { withoutFirstScreen } from '../../../testkit/network.ts';
import { aPerson, type Person } from '../../fixtures/accounts/people.ts';
import { ownBrowserSite } from '../../fixtures/browser/browser.ts';
import { lyingAboutProofs } from '../../fixtures/browser/vote-proofs.ts';
import { aContest } from '../../fixtures/voting/contests.ts';

type Numbers = ReplyOf<typeof getTransparencyNumbers>;

const site = ownBrowserSite();
let deps: PublisherDeps;
let rivals: TestWitness;
let friends: TestWitness;
let fans: Person[];

beforeAll(async () => {
	deps = await logDeps(site);
	const { key } = deps.keys.signer(deps.anchor, null);
	[rivals, friends] = [await startWitness('rivals.example', key), await startWitness('friends.example', key)];
	const november = await aContest(site.owner, 'november', { tab: 'solo' });
	fans = await Promise.all(['one', 'two'].map((name) => aPerson(site.owner, name, { earned: 10_000 })));
	for (const fan of fans) await site.castVote(fan, november, { tickets: 3 });
	await publishAll(deps);
	await goOn(policyOf(rivals));
});

const policyOf = ({ policyLine, key }: TestWitness) => parsePolicy(`${policyLine}\nquorum ${key.name}`);

async function goOn(policy: WitnessPolicy): Promise<void> {
	await publishAnchored(site, { ...deps, policy }, 'hour');
	await askWitnesses({ ...deps, policy, log: { warn: () => undefined } }, () => AbortSignal.timeout(5_000));
}

/** The numbers as a site with these witnesses gives them, or as it lies. */
async function showing(page: Page, policy: WitnessPolicy, lie = (numbers: Numbers) => numbers): Promise<void> {
	await page.unroute('**/transparency/numbers');
	await page.route('**/transparency/numbers', async (route) => {
		const response = await route.fetch();
		const body = (await response.json()) as object;
		await route.fulfill({ response, json: { ...body, data: lie(await readNumbers(site.db, { ...deps, policy })) } });
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
		await showing(page, policyOf(rivals));
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
			await showing(page, policyOf(rivals), lie);
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

	it('does not pass in silence what the site does not explain, because it answers with an error', async () => {
		const { page, open } = await site.visitor({ width: 390 });
		await withoutFirstScreen(page);
		await showing(page, policyOf(rivals));
		await open('/transparency');
		await page.getByText('Fingerprints', { exact: true }).waitFor();
		await showing(page, policyOf(rivals), (numbers) => {
			const name = numbers.anchor.origin.replace(/anchor$/, 'g2/anchor');
			const vkey = formatVerifierKey(makeVerifierKey(name, new Uint8Array(32).fill(7)));
			return { ...numbers, anchor: { ...numbers.anchor, vkey } };
		});
		await page.route('**/g2/anchor/**', (route) => route.fulfill({ status: 500 }));
		await page.reload();
		await page.getByText('Not checked: the proof could not be loaded.').waitFor();
		expect(await page.getByText('Fingerprints', { exact: true }).count()).toBe(0);
	});

	it('compares nothing, and warns of nothing, in a browser that keeps nonsense', async () => {
		const { page, open } = await site.visitor({ width: 390 });
		await page.addInitScript(() => localStorage.setItem('lightstick.anchor', '{"vkey":1}'));
		await withoutFirstScreen(page);
		await showing(page, policyOf(rivals));
		await open('/transparency');
		await page.getByText('Fingerprints', { exact: true }).waitFor();
		expect(await warning(page).count()).toBe(0);
	});
});

it('invented witnesses lock no vote, in another tab of the device', async () => {
	const visitor = await site.visitor({ as: fans[0] as Person, width: 390 });
	const { page, open } = visitor;
	const proofOf = (fan: Person, policy: WitnessPolicy) => (at: Page) =>
		lyingAboutProofs(at, (_, key) => readVoteProof({ ...deps, policy }, fan, key));
	await proofOf(fans[0] as Person, policyOf(rivals))(page);
	await open('/my-votes');
	await page.getByText('Vote counted · locked by 1 witness').waitFor();
	await page.getByText('Proof', { exact: true }).click();
	await page.getByText('For programs').click();
	await page.getByText('Fingerprint of rivals.example').waitFor();

	const tab = await page.context().newPage();
	await lyingAboutProofs(tab, async (_, key) => {
		const proof = await readVoteProof({ ...deps, policy: policyOf(rivals) }, fans[0] as Person, key);
		return { ...proof, witnessed: proof.witnessed && { ...proof.witnessed, policy: policyOf(friends).text } };
	});
	await showing(tab, policyOf(rivals), withFriends);
	await tab.goto(`${site.url}/my-votes`);
	await tab.getByText('The witnesses are others than those this device saw before').waitFor();
	expect(await tab.getByText('locked by').count()).toBe(0);
});
