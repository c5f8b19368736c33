/** Plants fans, their identities, wallets, ledger and votes. */
import type { Tx } from '#server/kernel/database.ts';
import { type VoterSecrets, keepVoterSecrets, pseudonymOf } from '#public-log/server/fans/voters.ts';
import type { Books } from '../books.ts';
import type { DemoFan } from '../crowd.ts';
import { idOf, insertAll, type Ids } from '../tables.ts';
import type { VoteLeaf } from '#public-log/format/leaf.ts';
import { appendToLog } from '#public-log/server/append.ts';
import { logTag } from '#public-log/server/public-log.ts';

const LOST_PRICE_MINOR = 199;
const DAY_MS = 86_400_000;

export async function plantFans(tx: Tx, fans: DemoFan[]): Promise<Ids<DemoFan>> {
	const numbers = await tx.query<{ id: number }>({
		text: `select id from (select nextval('fan_id_seq') as id from generate_series(1, $1)) numbered order by id`,
		values: [fans.length],
	});
	const ids: Ids<DemoFan> = new Map(fans.map((fan, index) => [fan, (numbers[index] as { id: number }).id]));
	const rows = fans.map((fan) => ({
		fan_id: idOf(ids, fan),
		name: fan.name,
		email: fan.person?.email ?? null,
		country: fan.person?.unfinished ? null : fan.country,
		register_platform: fan.platform,
		created_at: new Date(fan.createdAt),
		registered_at: fan.person?.unfinished ? null : new Date(fan.createdAt),
	}));
	await insertAll(tx, 'fan', rows);
	const identities = fans.flatMap((fan) =>
		fan.person === null
			? []
			: {
					provider: fan.person.provider,
					subject: fan.person.subject,
					fan_id: idOf(ids, fan),
					// LINE never says that it has verified an address.
					login_email: fan.person.provider === 'google' ? fan.person.email : null,
					linked_at: new Date(fan.createdAt),
				},
	);
	await insertAll(tx, 'fan_identity', identities);
	return ids;
}

export async function plantBooks(
	tx: Tx,
	{ wallets, entries, ballots }: Books,
	{ fanIds, artistIds, rankingIds }: { fanIds: Ids<DemoFan>; artistIds: Ids; rankingIds: Ids },
	voterSecrets: VoterSecrets,
): Promise<void> {
	const walletRows = wallets.map(({ fan, earned, purchased, lastSeq }) => ({
		fan_id: idOf(fanIds, fan),
		earned,
		purchased,
		last_seq: lastSeq,
		registered: !fan.person?.unfinished,
		suspended: fan.person?.suspended === true,
	}));
	await insertAll(tx, 'wallet', walletRows);
	const entryRows = entries.map((it) => ({
		fan_id: idOf(fanIds, it.fan),
		seq: it.seq,
		kind: it.kind,
		earned: it.earned,
		purchased: it.purchased,
		earned_after: it.earnedAfter,
		purchased_after: it.purchasedAfter,
		cause: it.cause,
		created_at: new Date(it.createdAt),
	}));
	await insertAll(tx, 'ledger_entry', entryRows);
	const places = await plantLog(tx, ballots, { fanIds, artistIds, rankingIds, voterSecrets });
	const votes = ballots.map((it) => ({
		fan_id: idOf(fanIds, it.fan),
		idempotency_key: it.idempotencyKey,
		ranking_id: idOf(rankingIds, it.contest.key),
		artist_id: idOf(artistIds, it.entry),
		tickets: it.tickets,
		cost_earned: it.costEarned,
		cost_purchased: it.costPurchased,
		ledger_seq: it.ledgerSeq,
		artist_tickets: it.ticketsAfter,
		cast_at: new Date(it.castAt),
		...places.get(it),
	}));
	await insertAll(tx, 'vote', votes);
	for (const text of [...TALLIES, OPENING_ADJUSTMENTS]) await tx.query({ text });
}

/** The tally is what the votes add up to, and nothing else. */
const TALLIES = [
	`insert into tally (ranking_id, slot, artist_id, tickets, last_vote_at)
		select ranking_id, 0, artist_id, sum(tickets), max(cast_at) from vote group by ranking_id, artist_id`,
	'insert into tally_slot (ranking_id, slot, batches) select distinct ranking_id, slot, 1 from tally',
];

/** Opening gems come from an operator, as all gems that nobody bought or earned; this one has left since. */
const OPENING_ADJUSTMENTS = `
	with giver as (
		insert into operator (issuer, subject, email, role, joined_at, removed_at)
		select 'https://example.org', 'opening', 'opening@example.org', 'finance', first, first
		from (select min(created_at) as first from ledger_entry) opening returning operator_id
	)
	insert into gem_adjustment (fan_id, ledger_seq, operator_id, amount, adjusted_at)
	select fan_id, seq, operator_id, abs(earned) + abs(purchased), created_at
	from ledger_entry cross join giver where kind = 'adjustment'`;

/** Orders whose payment a bank took back. */
export async function plantLostOrders(tx: Tx, { lostOrders }: Books, fanIds: Ids<DemoFan>): Promise<void> {
	const [sold] = await tx.query<{ goodsId: number }>({ text: 'select min(goods_id) as "goodsId" from goods' });
	for (const { fan, tradeNo, gems, ledgerSeq, ...it } of lostOrders) {
		const [paidAt, lostAt] = [new Date(it.paidAt), new Date(it.lostAt)];
		const order = { fan_id: idOf(fanIds, fan), trade_no: tradeNo };
		const payment = { payment_id: `pi_${tradeNo}`, amount_minor: LOST_PRICE_MINOR };
		await insertAll(tx, 'gem_order', [
			{
				...order,
				goods_id: sold?.goodsId,
				gems,
				bonus_gems: 0,
				price_minor: LOST_PRICE_MINOR,
				currency: 'USD',
				currency_symbol: '$',
				status: 'disputed',
				created_at: paidAt,
				expires_at: new Date(it.paidAt + DAY_MS),
				paid_at: paidAt,
				fulfilled_at: paidAt,
			},
		]);
		await insertAll(tx, 'gem_lot', [{ ...order, base: gems, bonus: 0, ledger_seq: ledgerSeq }]);
		const paid = { ...payment, currency: 'USD', trade_no: tradeNo, received_at: paidAt, role: 'order' };
		await insertAll(tx, 'payment', [paid]);
		const lost = { ...payment, dispute_id: `du_${tradeNo}`, status: 'lost', gems_taken: gems, heard_at: lostAt };
		await insertAll(tx, 'payment_dispute', [lost]);
	}
}

/** About as many votes as a busy server commits at once. */
const BATCH = 250;

type Ballot = Books['ballots'][number];

/** Where the leaf of a vote lies. */
interface LeafPlace {
	batch_id: number;
	place: number;
}

/** Leaves of the demo votes in the public logs, in batches, as if the votes had been cast. */
async function plantLog(
	tx: Tx,
	ballots: readonly Ballot[],
	{
		fanIds,
		artistIds,
		rankingIds,
		voterSecrets,
	}: { fanIds: Ids<DemoFan>; artistIds: Ids; rankingIds: Ids; voterSecrets: VoterSecrets },
): Promise<ReadonlyMap<Ballot, LeafPlace>> {
	const voters = [...new Set(ballots.map(({ fan }) => fan))];
	const sealed = new Map(voters.map((fan) => [fan, voterSecrets.make()]));
	await keepVoterSecrets(
		tx,
		voters.map((fan) => ({ fanId: idOf(fanIds, fan), sealed: sealed.get(fan) as Buffer })),
	);
	const secrets = new Map([...sealed].map(([fan, bytes]) => [fan, voterSecrets.read(bytes)]));
	const leafOf = (ballot: Ballot): VoteLeaf => ({
		type: 'vote',
		ranking: ballot.contest.key,
		artistId: idOf(artistIds, ballot.entry),
		tickets: ballot.tickets,
		gemsEarned: ballot.costEarned,
		gemsPurchased: ballot.costPurchased,
		castAt: Math.floor(ballot.castAt / 1000),
		voter: pseudonymOf(secrets.get(ballot.fan) as string, ballot.contest.key),
		tag: logTag(ballot.contest.key, ballot.idempotencyKey),
	});
	const places = new Map<Ballot, LeafPlace>();
	const inTime = ballots.toSorted((one, other) => one.castAt - other.castAt);
	for (const [contest, own] of Map.groupBy(inTime, (ballot) => ballot.contest)) {
		for (let at = 0; at < own.length; at += BATCH) {
			const batch = own.slice(at, at + BATCH);
			const batch_id = await appendToLog(tx, idOf(rankingIds, contest.key), batch.map(leafOf));
			for (const [place, ballot] of batch.entries()) places.set(ballot, { batch_id, place });
		}
	}
	return places;
}
