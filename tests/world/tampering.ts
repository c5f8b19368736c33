/** A site in whose books there is something of every kind, for those who would change them. */
import { eraseAccounts } from '#server/accounts/deletion/deletion.ts';
import { diskStore } from '#server/media/disk.ts';
import { closeAndCertify } from '#server/rankings/closing/closing.ts';
import { settle } from '#server/orders/settle.ts';
import { refundPayment } from '#server/orders/payments/events.ts';
import { aCase, castVote, ofFans, restoreCase, voidCase } from './cases.ts';
import { aContest } from './contests.ts';
import { adjustBy } from './gems.ts';
import { aColleague } from './operators.ts';
import { orderDesk } from './order-desk.ts';
import { aKey, aPerson } from './people.ts';
import { openShop, someGoods, type Shop } from './shop.ts';

const DAY_MS = 86_400_000;

export async function aSiteWithEverything(): Promise<Shop> {
	const shop = await openShop({ env: { VOID_BOUND: '100000', REFUND_BOUND: '100000', VOTE_REQUESTS_BURST: '1000' } });
	await votesAndCases(shop);
	await ordersAndRefunds(shop);
	await aCertifiedMonth(shop);
	await aDeletedAccount(shop);
	await shop.clock.run();
	return shop;
}

async function votesAndCases(shop: Shop): Promise<void> {
	const contest = await aContest(shop.owner, 'november', { cap: 40 });
	const [ana, bot] = [
		await aPerson(shop.owner, 'ana', { earned: 100, purchased: 400 }),
		await aPerson(shop.owner, 'bot', { purchased: 300 }),
	];
	await castVote(shop, ana, contest, { tickets: 20 });
	await castVote(shop, ana, contest, { tickets: 5, artist: 1 });
	await castVote(shop, bot, contest, { tickets: 7 });
	await castVote(shop, bot, contest, { tickets: 3 });
	for (const path of ['/checkin']) await shop.ask({ method: 'POST', path, token: ana.token, body: {} });
	const [editor, finance] = [await aColleague(shop.owner, 'editor'), await aColleague(shop.owner, 'finance')];
	const { case_id } = await aCase(shop, editor, contest.key, { filter: ofFans(bot) });
	await voidCase(shop, finance, case_id);
	const { case_id: second } = await aCase(shop, editor, contest.key, { reason: 'STOL', filter: ofFans(ana) });
	await voidCase(shop, finance, second);
	await restoreCase(shop, finance, second);
	await shop.owner.transaction((tx) => adjustBy(tx, ana, { earned: -1, purchased: 0 }, 'a correction'));
	await castVote(shop, ana, await aContest(shop.owner, 'paused'), { tickets: 1 });
}

async function ordersAndRefunds(shop: Shop): Promise<void> {
	const goods = await someGoods(shop);
	const desk = orderDesk(shop, goods, await aColleague(shop.owner, 'finance'));
	const { fan, tradeNo } = await desk.bought('partly refunded');
	await desk.spend(fan, 250);
	await desk.refund(tradeNo, { amount: 272 });
	const disputed = await desk.bought('disputed');
	shop.stripe.world.dispute(disputed.payment);
	await shop.deliver(shop.latest('charge.dispute.created'));
	await desk.bought('content');
	const twice = await desk.bought('paid twice');
	const payment = `pi_${aKey()}`;
	await shop.owner.query({
		text: `insert into payment (payment_id, trade_no, amount_minor, currency, received_at)
			values ($1, $2, 499, 'USD', lightstick_now())`,
		values: [payment, twice.tradeNo],
	});
	shop.stripe.world.payments.set(payment, { id: payment, amount: 499, currency: 'usd', refunded: 0, metadata: {} });
	await settle(shop.db, twice.tradeNo);
	await refundPayment(shop.store, payment);
}

async function aCertifiedMonth(shop: Shop): Promise<void> {
	const contest = await aContest(shop.owner, 'october', { startsIn: -3, endsIn: 1 });
	const cy = await aPerson(shop.owner, 'cy', { earned: 500 });
	for (const artist of [1, 0, 2]) await castVote(shop, cy, contest, { tickets: 10, artist });
	await castVote(shop, cy, contest, { tickets: 5, artist: 0 });
	for (const days of [1.1, 2.2]) {
		await shop.clock.set(new Date(Date.now() + days * DAY_MS));
		await closeAndCertify(shop.db);
	}
	await shop.clock.run();
}

async function aDeletedAccount(shop: Shop): Promise<void> {
	const dee = await aPerson(shop.owner, 'dee', { earned: 30 });
	const body = { gems_are_given_up: true };
	await shop.ask({ method: 'POST', path: '/user/me/delete', token: dee.token, body });
	await shop.clock.set(new Date(Date.now() + 8 * DAY_MS));
	await eraseAccounts(shop.db, diskStore(shop.config.dataFolder));
	await shop.clock.run();
}
