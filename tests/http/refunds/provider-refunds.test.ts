/**
 * Refunds and disputes after a payment, with events in any order; and decisions about money while another transaction locks the
 * wallet: they wait, then see its changes.
 */
import { afterAll, describe, expect, it } from 'vitest';
import { readEvents } from '#server/orders/payments/reconcile.ts';
import { sql, type Tx } from '#server/kernel/database.ts';
import { forfeit, lockWallet } from '#server/gems/gems.ts';
import { adjustGems } from '#server/gems/operator/adjustments.ts';
import { settle } from '#server/orders/settle.ts';
import { workOnCases } from '#server/voting/operator/cases/work.ts';
import type { Event } from '../../../emulators/stripe/state.ts';
import { openShop, someGoods } from '../../fixtures/orders/shop.ts';
import { aKey, beforeTests, type Person } from '../../fixtures/site/site.ts';
import { aCase, askToVoid, hearObjections, ofFans } from '../../fixtures/voting/cases.ts';
import { spendGems } from '../../fixtures/accounts/gems.ts';
import { waitingForLocks } from '../../fixtures/database/waiting.ts';

const shop = beforeTests(() => openShop({ env: { VOID_BOUND: '1000' } }));
afterAll(() => shop.balances());

const [REFUND, OPENED, CLOSED] = ['refund.created', 'charge.dispute.created', 'charge.dispute.closed'] as const;

/** An order, and what the bank does to its payment, with its message. */
async function sold(name: string) {
	const { fan, tradeNo, payment } = await shop.bought(name, { earned: 5 });
	const { state } = shop.stripe;
	return {
		spend: (gems: number) => shop.spend(fan, gems),
		standing: () => shop.standing(fan, tradeNo),
		async refunds(amount?: number) {
			const { id } = state.refund(payment, amount);
			await shop.hear(REFUND);
			return id;
		},
		disputes: (traits?: { amount?: number; inquiry?: boolean }) => state.dispute(payment, traits).id,
		async ends(id: string, status: 'won' | 'lost') {
			state.closeDispute(id, status);
			await shop.hear(CLOSED);
		},
	};
}

it('a refund at Stripe of everything takes all gems of the order, and gives them back if it fails', async () => {
	const { refunds, standing } = await sold('uma');
	const id = await refunds();
	expect(await standing()).toEqual(['refunded', 5]);
	shop.stripe.state.failRefund(id);
	await shop.hear('refund.failed');
	expect(await standing()).toEqual(['fulfilled', 605]);
});

it('a refund at Stripe that is heard of before the payment, or never, comes to the same', async () => {
	const { fan, tradeNo, payment } = await shop.paid('vic');
	shop.stripe.state.refund(payment, 200);
	await shop.hear(REFUND);
	expect(await shop.balance(fan)).toBe(0);
	await shop.hear('checkout.session.completed');
	// 200/499 of 550 rounded up, with that share of the bonus.
	expect(await shop.standing(fan, tradeNo)).toEqual(['refunded', 600 - 221 - 21]);
	shop.stripe.state.refund(payment);
	await readEvents(shop.payments);
	expect(await shop.balance(fan)).toBe(0);
});

describe('a dispute', () => {
	it.for([
		[1, 0, 3],
		[1, 550, 52],
		[100, 0, 122],
		[499, 0, 600],
		[499, 550, 600],
	] as const)(
		'of %i cents takes its share, with %i gems spent, and gives it back when it is won',
		async ([amount, spent, gems]) => {
			const { spend, disputes, ends, standing } = await sold(`${amount} cents disputed, ${spent} spent`);
			if (spent > 0) await spend(spent);
			const id = disputes({ amount });
			const opened = shop.latest(OPENED);
			for (const _ of [1, 2]) await shop.deliver(opened);
			expect(await standing()).toEqual(['disputed', 605 - spent - gems]);
			await ends(id, 'won');
			await shop.deliver(opened);
			expect(await standing()).toEqual(['fulfilled', 605 - spent]);
		},
	);

	it('of a part that is lost leaves the rest to refunds', async () => {
		const { disputes, ends, refunds, standing } = await sold('a part disputed and the rest refunded');
		const id = disputes({ amount: 100 });
		await shop.hear(OPENED);
		await ends(id, 'lost');
		await refunds(399);
		expect(await standing()).toEqual(['disputed', 5]);
	});

	it('that is lost and then won on appeal gives the gems back', async () => {
		const { disputes, ends, standing } = await sold('wil');
		const id = disputes();
		await ends(id, 'lost');
		const lost = shop.latest(CLOSED);
		shop.stripe.state.appealDispute(id);
		await shop.hear('charge.dispute.updated');
		expect(await standing()).toEqual(['disputed', 5]);
		await ends(id, 'won');
		await shop.deliver(lost);
		expect(await standing()).toEqual(['fulfilled', 605]);
	});

	it.each([
		['a dispute that was won', 'won'],
		['a bank’s question that was answered', 'warning_closed'],
	])('takes the gems where the bank opens %s anew, for another sum, and not by an old message', async (_, status) => {
		const { disputes, standing } = await sold(`opened anew after ${status}`);
		const inquiry = status === 'warning_closed';
		disputes({ inquiry, amount: 100 });
		const first = structuredClone(shop.latest(OPENED)) as Event;
		const tell = (id: string, later: number, terms: object) =>
			shop.deliver({
				...first,
				id: `evt_${status}_${id}`,
				created: first.created + later,
				data: { object: { ...first.data.object, ...terms } },
			});
		await tell('closed', 2, { status });
		for (const [id, later] of Object.entries({ old: 1, same: 2 })) await tell(id, later, { status: 'needs_response' });
		expect(await standing()).toEqual(['fulfilled', 605]);
		await tell('anew', 3, { status: 'needs_response', amount: 499 });
		expect(await standing()).toEqual(['disputed', 5]);
		await tell('won', 4, { status: 'won', amount: 499 });
		expect(await standing()).toEqual(['fulfilled', 605]);
	});

	it('that is lost leaves a debt of what was spent, and a bank that only asks takes nothing', async () => {
		const { spend, disputes, ends, standing } = await sold('yan');
		disputes({ inquiry: true });
		await shop.hear(OPENED);
		expect(await standing()).toEqual(['fulfilled', 605]);
		await spend(400);
		await ends(disputes(), 'lost');
		await shop.hear(OPENED);
		expect(await standing()).toEqual(['disputed', 5 - 400]);
	});
});

const finance = beforeTests(() => shop.operator('finance'));

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
	const ana = await shop.fan('ana');
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
	const ben = await shop.fan('ben');
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
		const contest = await shop.contest('november');
		const dan = await shop.fan('dan', { purchased: 100 });
		await shop.castVote(dan, contest, { tickets: 5 });
		const editor = await shop.operator('editor');
		const { case_id } = await aCase(editor, contest.key, { reason: 'STOL', filter: ofFans(dan) });
		await hearObjections(shop.owner, case_id);
		await decideAgainst(dan, async () => {
			await askToVoid(finance, case_id);
			await workOnCases(shop.db);
		});
		expect(await gemsOf(dan)).toBe(0);
	});

	it('are refused to the operator who would give them', async () => {
		const eve = await shop.fan('eve');
		const gift = { fan: eve, earned: 5, purchased: 0, why: 'a gift', idempotencyKey: aKey() };
		const giving = decideAgainst(eve, () => adjustGems(shop.db, { operatorId: finance.operatorId }, gift, 1_000));
		await expect(giving).rejects.toMatchObject({ slug: 'fan_erased' });
		expect(await gemsOf(eve)).toBe(0);
	});
});
