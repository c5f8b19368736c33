/** The anchor: the keys that sign, the checkpoints of all other logs, the supply of gems and the numbers of accounts. */
import { describe, expect, it } from 'vitest';
import type { Supply } from '#public-log/format/anchor/anchor-json.ts';
import { base64 } from '#public-log/format/bytes.ts';
import { formatVerifierKey } from '#public-log/format/note.ts';
import { getTransparencyNumbers } from '#contract/transparency.ts';
import { growAnchor } from '#public-log/server/anchor/anchor.ts';
import { readAccounts } from '#public-log/server/anchor/accounts.ts';
import { SupplyUnbalanced } from '#public-log/server/anchor/anchor.ts';
import { one, sql } from '#server/kernel/database.ts';
import { adjustBy } from '../../tests/fixtures/accounts/gems.ts';
import { aPerson } from '../../tests/fixtures/accounts/people.ts';
import { dataOf } from '../../tests/fixtures/site/site.ts';
import { accountsIn, leavesOf, makeDue, publishAnchored, readAnchor, suppliesIn } from './fixtures/anchor.ts';
import { readCheckpoint, readLog } from './fixtures/log.ts';
import { aCase, ofFans, restoreCase, voidCase } from '../../tests/fixtures/voting/cases.ts';
import { aContest } from '../../tests/fixtures/voting/contests.ts';
import { aLogSite } from './fixtures/log-site.ts';

const site = aLogSite(1);

async function supplyNow(): Promise<Supply> {
	await publishAnchored(site, site.deps, 'hour');
	const supply = suppliesIn(await readAnchor(site)).at(-1);
	if (!supply) throw new Error('There is no supply');
	return supply;
}

const sumOf = (causes: Supply['issued'] | Supply['burned'], kind: 'earned' | 'purchased') =>
	Object.values(causes).reduce((total, gems) => total + gems[kind], 0);

const wallets = () =>
	one<object>(site.owner, {
		text: 'select sum(earned)::bigint as earned, sum(purchased)::bigint as purchased from wallet',
	});

describe('the supply', () => {
	it('adds up after votes, a void, a restore and an adjustment, each in its own place', async () => {
		const admin = await site.operator('owner');
		const contest = await aContest(site.owner, 'supplied', { gemsPerVote: 7 });
		const payer = await aPerson(site.owner, 'payer', { earned: 10, purchased: 100 });
		const debtor = await aPerson(site.owner, 'debtor', { earned: 50, debt: 30 });
		const before = await supplyNow();
		await site.castVote(payer, contest, { tickets: 3 });
		await site.castVote(debtor, contest, { tickets: 2 });
		const opened = await aCase(admin, contest.key, { filter: ofFans(payer) });
		await voidCase(site, admin, opened.case_id);
		const voided = await supplyNow();
		await restoreCase(site, admin, opened.case_id);
		const after = await supplyNow();

		for (const { issued, burned, outstanding } of [before, voided, after]) {
			for (const kind of ['earned', 'purchased'] as const)
				expect(outstanding[kind]).toBe(sumOf(issued, kind) - sumOf(burned, kind));
		}
		expect(after.outstanding).toEqual(await wallets());
		expect(after.burned.chargeback.purchased).toBe(30);
		expect(after.burned.vote).toEqual({ earned: 24, purchased: 11 });
		// Bots get only bought gems back.
		expect(after.issued.void_return).toEqual({ earned: 0, purchased: 11 });
		expect(after.burned.void_return).toEqual({ earned: 0, purchased: 11 });
		expect(before.rankings[contest.key]).toMatchObject({ size: 1, votes: 0 });
		expect(voided.rankings[contest.key]).toMatchObject({ votes: 2, tickets: 5, gems_earned: 24, gems_purchased: 11 });
		const leaves = await readLog(site, contest);
		expect(after.rankings[contest.key]?.size).toBe(leaves.length);
		const supplies = (await readAnchor(site)).flatMap(({ type }, index) => (type === 'supply' ? [index] : []));
		expect(after.prev).toBe(supplies.at(-2));
	});

	it('counts entries that come while it is taken next time', async () => {
		const fan = await aPerson(site.owner, 'late', { earned: 1 });
		await supplyNow();
		await site.owner.transaction(async (tx) => {
			await adjustBy(tx, fan, { earned: 500, purchased: 0 }, 'not committed yet');
			expect((await supplyNow()).outstanding).toEqual(await wallets());
		});
		expect((await supplyNow()).outstanding).toEqual(await wallets());
	});

	it('holds votes that have no index yet when it is taken', async () => {
		const contest = await aContest(site.owner, 'not-sequenced-yet');
		await supplyNow();
		await site.vote(contest, 1);
		await makeDue(site, 'hour');
		await growAnchor(site.deps);
		await site.publish();
		const supply = suppliesIn(await readAnchor(site)).at(-1);
		expect(supply?.rankings[contest.key]).toMatchObject({ size: 2, votes: 1, gems_earned: 10 });
		expect(supply?.outstanding).toEqual(await wallets());
	});

	it('is not told when wallets hold what nobody issued, and holds up nothing else', async () => {
		const contest = await aContest(site.owner, 'beside-a-forgery');
		const forge = (by: number) =>
			sql`update wallet set earned = earned + ${by} where fan_id = ${site.people[0]?.fanId}`.run(site.owner);
		await supplyNow();
		const told = suppliesIn(await readAnchor(site)).length;
		await forge(1);
		await site.vote(contest, 1);
		await site.publish();
		await makeDue(site, 'hour');
		const growing = growAnchor(site.deps);
		await expect(growing).rejects.toThrow(SupplyUnbalanced);
		await expect(growing).rejects.toThrow('The supply of earned gems does not add up');
		await site.publish();
		const leaves = await readAnchor(site);
		expect(suppliesIn(leaves)).toHaveLength(told);
		expect(leavesOf(leaves, 'cp').some(({ origin }) => origin.endsWith(`/${contest.key}`))).toBe(true);
		await forge(-1);
		expect((await supplyNow()).rankings[contest.key]?.votes).toBe(1);
	});
});

it('the numbers of the page are those of the published anchor, the last of each day', async () => {
	await sql`update anchor_leaf set appended_at = appended_at - interval '3 days' where index = (
				select min(index) from anchor_leaf where kind = 'supply')`.run(site.owner);
	await sql`insert into anchor_leaf select index + 1000000, kind, leaf from anchor_leaf
		where kind = 'supply'`.run(site.owner);
	const numbers = dataOf(getTransparencyNumbers, await site.ask({ path: '/transparency/numbers' }));
	const leaves = await readAnchor(site);
	const supplies = suppliesIn(leaves);
	expect(numbers.supply.map(({ time, outstanding }) => [time, outstanding])).toEqual(
		[supplies[0], supplies.at(-1)].map((supply) => [supply?.at, supply?.outstanding]),
	);
	expect(numbers.supply.map(({ index }) => leaves[index]?.type)).toEqual(['supply', 'supply']);
	expect(numbers.accounts).toHaveLength(1);
	expect(numbers.anchor).toMatchObject({ origin: 'localhost:3000/anchor', size: leaves.length });
	expect(numbers.witnessing).toBe('none');
	await site.owner.query({ text: 'delete from anchor_leaf where index >= 1000000' });
});

it('numbers of accounts leave out what says too much about single people', async () => {
	const contest = await aContest(site.owner, 'visited');
	const names = Array.from({ length: 25 }, (_, index) => `new ${index}`);
	const fans = await Promise.all(names.map((name) => aPerson(site.owner, name, { earned: 100 })));
	await aPerson(site.owner, 'barred', { suspended: true });
	for (const fan of fans) await site.castVote(fan, contest, { tickets: 1 });
	await publishAnchored(site, site.deps, 'day');
	const [accounts] = accountsIn(await readAnchor(site)).slice(-1);
	const counted = await one<object>(site.owner, { text: 'select count(*) as created from fan' });
	expect(accounts).toMatchObject({ ...counted, deleted: 0, suspended: null, new_voters_24h: { line: 0, oidc: 0 } });
	expect(accounts?.voters_24h).toBe(accounts?.new_voters_24h.google);
	expect(accounts?.new_voters_24h_by_region).toEqual({ asia: accounts?.voters_24h });
	expect(accounts?.voters_24h).toBeGreaterThanOrEqual(25);
});

it('numbers of accounts call nobody a new voter who voted before', async () => {
	const { new_voters_24h: before } = await readAccounts(site.db);
	await sql`update vote set cast_at = cast_at - interval '2 days'
		where idempotency_key in (select min(idempotency_key) from vote group by fan_id)`.run(site.owner);
	expect(before.google).toBeGreaterThanOrEqual(25);
	// One of them has voted again since, which is too few to tell.
	expect(await readAccounts(site.db)).toMatchObject({ new_voters_24h: { google: 0 }, voters_24h: null });
});

const cpsOf = async (key: string) =>
	leavesOf(await readAnchor(site), 'cp').filter(({ origin }) => origin === `localhost:3000/log/${key}`);

it('the anchor begins with the keys that sign, each once', async () => {
	await publishAnchored(site, site.deps, 'minute');
	await publishAnchored(site, site.deps, 'minute');
	const names = ['localhost:3000/anchor', 'localhost:3000/log'];
	const added = { type: 'key', change: 'add', from: expect.any(Number) as number, to: null };
	expect(leavesOf(await readAnchor(site), 'key')).toEqual(
		names.map((name) => ({ ...added, vkey: formatVerifierKey(site.deps.keys.signer(name, null).key) })),
	);
});

it('the anchor holds the checkpoint of each log that has grown, once a minute', async () => {
	const contest = await aContest(site.owner, 'anchored');
	await site.vote(contest, 1);
	await publishAnchored(site, site.deps, 'minute');
	const first = await readCheckpoint(site, contest);
	await site.vote(contest, 1);
	await site.publish();
	expect(await growAnchor(site.deps)).toBeNull();
	await publishAnchored(site, site.deps, 'minute');
	await publishAnchored(site, site.deps, 'minute');
	const second = await readCheckpoint(site, contest);
	expect(await cpsOf(contest.key)).toEqual(
		[first, second].map(({ origin, size, root }) => ({ type: 'cp', origin, size, root: base64(root) })),
	);
});
