/** Plants fans, their identities, wallets, ledger and votes. */
import type { Tx } from '#server/kernel/database.ts';
import type { VoterSecrets } from '#public-log/server/fans/voters.ts';
import type { Books, LostOrder } from '../books.ts';
import type { DemoFan } from '../crowd.ts';
import { insertAll, text, time, whole, yes } from '../tables.ts';
import type { ArtistIds } from './catalog.ts';
import { plantLog } from './log.ts';
import { idOf, type RankingIds } from './rankings.ts';

const LOST_PRICE_MINOR = 199;
const DAY_MS = 86_400_000;

type FanIds = ReadonlyMap<DemoFan, number>;

export async function plantFans(tx: Tx, fans: DemoFan[]): Promise<FanIds> {
	const numbers = await tx.query<{ id: number }>({
		text: `select id from (select nextval('fan_id_seq') as id from generate_series(1, $1)) numbered order by id`,
		values: [fans.length],
	});
	const ids = new Map(fans.map((fan, index) => [fan, (numbers[index] as { id: number }).id]));
	const registered = (fan: DemoFan) => !fan.person?.unfinished;
	await insertAll(tx, 'fan', fans, {
		fan_id: idColumn(ids, (fan: DemoFan) => fan),
		name: text((fan) => fan.name),
		email: text((fan) => fan.person?.email ?? null),
		country: text((fan) => (registered(fan) ? fan.country : null)),
		register_platform: text((fan) => fan.platform),
		created_at: time((fan) => fan.createdAt),
		registered_at: time((fan) => (registered(fan) ? fan.createdAt : null)),
	});
	const people = fans.filter(({ person }) => person !== null);
	await insertAll(tx, 'fan_identity', people, {
		provider: text((fan) => fan.person?.provider ?? null),
		subject: text((fan) => fan.person?.subject ?? null),
		fan_id: idColumn(ids, (fan: DemoFan) => fan),
		// LINE never says that it has verified an address.
		login_email: text((fan) => (fan.person?.provider === 'google' ? fan.person.email : null)),
		linked_at: time((fan) => fan.createdAt),
	});
	return ids;
}

export async function plantBooks(
	tx: Tx,
	{ wallets, entries, ballots }: Books,
	ids: FanIds,
	artistIds: ArtistIds,
	rankingIds: RankingIds,
	voterSecrets: VoterSecrets,
): Promise<void> {
	await insertAll(tx, 'wallet', wallets, {
		fan_id: idColumn(ids, (it: { fan: DemoFan }) => it.fan),
		earned: whole((it) => it.earned),
		purchased: whole((it) => it.purchased),
		last_seq: whole((it) => it.lastSeq),
		registered: yes(({ fan }) => !fan.person?.unfinished),
		suspended: yes(({ fan }) => fan.person?.suspended === true),
	});
	await insertAll(tx, 'ledger_entry', entries, {
		fan_id: idColumn(ids, (it: { fan: DemoFan }) => it.fan),
		seq: whole((it) => it.seq),
		kind: text((it) => it.kind),
		earned: whole((it) => it.earned),
		purchased: whole((it) => it.purchased),
		earned_after: whole((it) => it.earnedAfter),
		purchased_after: whole((it) => it.purchasedAfter),
		cause: text((it) => it.cause),
		created_at: time((it) => it.createdAt),
	});
	const places = await plantLog(tx, ballots, { fanIds: ids, artistIds, rankingIds, voterSecrets });
	await insertAll(tx, 'vote', ballots, {
		fan_id: idColumn(ids, (it: { fan: DemoFan }) => it.fan),
		idempotency_key: text((it) => it.idempotencyKey),
		ranking_id: whole((it) => idOf(rankingIds, it.contest.key)),
		artist_id: whole((it) => idOf(artistIds, it.entry)),
		tickets: whole((it) => it.tickets),
		cost_earned: whole((it) => it.costEarned),
		cost_purchased: whole((it) => it.costPurchased),
		ledger_seq: whole((it) => it.ledgerSeq),
		artist_tickets: whole((it) => it.ticketsAfter),
		cast_at: time((it) => it.castAt),
		batch_id: whole((it) => places.get(it)?.batchId ?? null),
		place: whole((it) => places.get(it)?.place ?? null),
	});
	await plantTally(tx);
	await plantGiver(tx);
}

/** Opening gems come from an operator, as all gems that nobody bought or earned; this one has left since. */
async function plantGiver(tx: Tx): Promise<void> {
	await tx.query({
		text: `with giver as (
				insert into operator (issuer, subject, email, role, joined_at, removed_at)
				select 'https://example.org', 'opening', 'opening@example.org', 'finance', first, first
				from (select min(created_at) as first from ledger_entry) opening returning operator_id
			)
			insert into gem_adjustment (fan_id, ledger_seq, operator_id, amount, adjusted_at)
			select fan_id, seq, operator_id, abs(earned) + abs(purchased), created_at
			from ledger_entry cross join giver where kind = 'adjustment'`,
	});
}

/** Orders whose payment a bank took back. */
export async function plantLostOrders(tx: Tx, { lostOrders }: Books, ids: FanIds): Promise<void> {
	const [sold] = await tx.query<{ goodsId: number }>({ text: 'select min(goods_id) as "goodsId" from goods' });
	const price = { price_minor: whole(() => LOST_PRICE_MINOR), currency: text(() => 'USD') };
	await insertAll(tx, 'gem_order', lostOrders, {
		fan_id: idColumn(ids, ({ fan }: LostOrder) => fan),
		...price,
		trade_no: text((it) => it.tradeNo),
		goods_id: whole(() => sold?.goodsId ?? null),
		gems: whole((it) => it.gems),
		bonus_gems: whole(() => 0),
		currency_symbol: text(() => '$'),
		status: text(() => 'disputed'),
		created_at: time((it) => it.paidAt),
		expires_at: time((it) => it.paidAt + DAY_MS),
		paid_at: time((it) => it.paidAt),
		fulfilled_at: time((it) => it.paidAt),
	});
	await insertAll(tx, 'gem_lot', lostOrders, {
		fan_id: idColumn(ids, ({ fan }: LostOrder) => fan),
		trade_no: text((it) => it.tradeNo),
		base: whole((it) => it.gems),
		bonus: whole(() => 0),
		ledger_seq: whole((it) => it.ledgerSeq),
	});
	const payment = { payment_id: text((it: LostOrder) => `pi_${it.tradeNo}`), amount_minor: price.price_minor };
	await insertAll(tx, 'payment', lostOrders, {
		...payment,
		currency: price.currency,
		trade_no: text((it) => it.tradeNo),
		received_at: time((it) => it.paidAt),
		role: text(() => 'order'),
	});
	await insertAll(tx, 'payment_dispute', lostOrders, {
		...payment,
		dispute_id: text((it) => `du_${it.tradeNo}`),
		status: text(() => 'lost'),
		gems_taken: whole((it) => it.gems),
		heard_at: time((it) => it.lostAt),
	});
}

/** The tally is what the votes add up to, and nothing else. */
async function plantTally(tx: Tx): Promise<void> {
	await tx.query({
		text: `insert into tally (ranking_id, slot, artist_id, tickets, last_vote_at)
			select ranking_id, 0, artist_id, sum(tickets), max(cast_at) from vote group by ranking_id, artist_id`,
	});
	await tx.query({
		text: 'insert into tally_slot (ranking_id, slot, batches) select distinct ranking_id, slot, 1 from tally',
	});
}

function idColumn<Item>(ids: FanIds, fanOf: (item: Item) => DemoFan) {
	return whole<Item>((item) => {
		const id = ids.get(fanOf(item));
		if (id === undefined) throw new Error('a fan without a number');
		return id;
	});
}
