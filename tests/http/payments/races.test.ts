/** Decisions about money while another transaction locks the wallet: they wait, then see its changes. */
import { afterAll, describe, expect, it } from 'vitest';
import { type Tx, sql } from '#server/kernel/database.ts';
import { forfeit, lockWallet } from '#server/gems/gems.ts';
import { adjustGems } from '#server/gems/operator/adjustments.ts';
import { settle } from '#server/orders/settle.ts';
import { workOnCases } from '#server/voting/operator/cases/work.ts';
import { beforeTests } from '../../fixtures/before-tests.ts';
import { expectBooksToBalance } from '../../fixtures/audit/books.ts';
import { aCase, askToVoid, castVote, hearObjections, ofFans } from '../../fixtures/voting/cases.ts';
import { aContest } from '../../fixtures/voting/contests.ts';
import { spendGems } from '../../fixtures/accounts/gems.ts';
import { aColleague } from '../../fixtures/operators/operators.ts';
import { aKey, aPerson, type Person } from '../../fixtures/accounts/people.ts';
import { waitingForLocks } from '../../fixtures/database/waiting.ts';
import { openShop, someGoods } from '../../fixtures/orders/shop.ts';

const shop = beforeTests(() => openShop({ env: { VOID_BOUND: '1000' } }));
const finance = beforeTests(() => aColleague(shop.owner, 'finance'));
afterAll(() => expectBooksToBalance(shop.db));

/** Locks the wallet, starts `deciding`, and commits `meanwhile` as soon as a transaction waits for the wallet. */
async function decideAgainst(
	fan: Person,
	deciding: () => Promise<unknown>,
	meanwhile: (tx: Tx, fan: Person) => Promise<unknown> = erase,
) {
	let decided: Promise<unknown> = Promise.resolve();
	await shop.owner.transaction(async (tx) => {
		await lockWallet(tx, fan);
		decided = deciding();
		await expect.poll(() => waitingForLocks(shop.owner), { interval: 5, timeout: 10_000 }).toHaveLength(1);
		await meanwhile(tx, fan);
	});
	await decided;
}

async function erase(tx: Tx, fan: Person): Promise<void> {
	await forfeit(tx, fan);
	await sql`insert into deletion_request (fan_id, requested_at, erase_at, erased_at)
			values (${fan.fanId}, lightstick_now(), lightstick_now(), lightstick_now())`.run(tx);
	await sql`update fan set erased_at = lightstick_now() where fan_id = ${fan.fanId}`.run(tx);
}

const gemsOf = ({ fanId }: Person) =>
	sql`select earned + purchased from wallet where fan_id = ${fanId}`.value<number>(shop.owner);

/** The fact that the provider took money, or gave it back, without what follows from it. */
async function tellRefund(payment: string, amountMinor: number): Promise<void> {
	await sql`insert into payment_refund (refund_id, payment_id, amount_minor, status, heard_at)
			values (${`re_${aKey()}`}, ${payment}, ${amountMinor}, 'succeeded', lightstick_now())`.run(shop.owner);
}

it('a payment of a fan whose account is being deleted goes back, and gives no gems to an account that nobody has', async () => {
	const ana = await aPerson(shop.owner, 'ana');
	const tradeNo = await shop.anOrder(ana);
	await sql`insert into payment (payment_id, trade_no, amount_minor, currency, received_at)
				values ('pi_ana', ${tradeNo}, 499, 'USD', lightstick_now())`.run(shop.owner);
	await decideAgainst(ana, () => settle(shop.db, tradeNo));
	const [payment] = await shop.owner.query({ text: `select role from payment where payment_id = 'pi_ana'` });
	const jobs = await sql`select task_identifier as task from graphile_worker.jobs
		where key = 'refund:pi_ana'`.all(shop.owner);
	expect([payment, jobs, await gemsOf(ana)]).toEqual([{ role: 'surplus' }, [{ task: 'refund_payment' }], 0]);
	// Told as refunded, so that the books of the other tests have nothing open.
	await tellRefund('pi_ana', 499);
	await settle(shop.db, tradeNo);
});

it('a partial refund takes its share of what the fan has left after the votes that it waited for', async () => {
	const goods = await someGoods(shop, { gems: 500, bonus: 100, priceMinor: 500 });
	const ben = await aPerson(shop.owner, 'ben');
	const { tradeNo, payment } = await shop.fulfilledOrder(ben, goods);
	await tellRefund(payment, 250);
	await decideAgainst(
		ben,
		() => settle(shop.db, tradeNo),
		(tx) => spendGems(tx, ben, 590),
	);
	// Half of the base, and the ten bonus gems that are left; not the hundred that there were before the votes.
	expect(await gemsOf(ben)).toBe(10 - 260);
});

describe('gems for a deleted account', () => {
	it('are forfeited at once where a dispute is won after the deletion', async () => {
		const { fan: cleo, payment } = await shop.bought('cleo');
		const dispute = shop.stripe.state.dispute(payment);
		await shop.hear('charge.dispute.created');
		await shop.owner.transaction((tx) => erase(tx, cleo));
		shop.stripe.state.closeDispute(dispute.id, 'won');
		await shop.hear('charge.dispute.closed');
		expect(await gemsOf(cleo)).toBe(0);
	});

	it('do not go back by a void that waited for the deletion', async () => {
		const contest = await aContest(shop.owner, 'november');
		const dan = await aPerson(shop.owner, 'dan', { purchased: 100 });
		await castVote(shop, dan, contest, { tickets: 5 });
		const editor = await aColleague(shop.owner, 'editor');
		const { case_id } = await aCase(shop, editor, contest.key, { reason: 'STOL', filter: ofFans(dan) });
		await hearObjections(shop.owner, case_id);
		await decideAgainst(dan, async () => {
			await askToVoid(shop, finance, case_id);
			await workOnCases(shop.db);
		});
		expect(await gemsOf(dan)).toBe(0);
	});

	it('are refused to the operator who would give them', async () => {
		const eve = await aPerson(shop.owner, 'eve');
		const gift = { fan: eve, earned: 5, purchased: 0, why: 'a gift', idempotencyKey: aKey() };
		const giving = decideAgainst(eve, () => adjustGems(shop.db, { operatorId: finance.operatorId }, gift, 1_000));
		await expect(giving).rejects.toMatchObject({ slug: 'fan_erased' });
		expect(await gemsOf(eve)).toBe(0);
	});
});
