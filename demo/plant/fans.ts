/** Plants fans, their identities, wallets, ledger and votes. */
import type { Tx } from '#server/db/pool.ts';
import type { Books } from '../books.ts';
import type { DemoFan } from '../crowd.ts';
import { insertAll, text, time, whole, yes } from '../tables.ts';
import type { ArtistIds } from './catalogue.ts';
import { idOf, type RankingIds } from './rankings.ts';

interface FanKey {
	bucket: number;
	fanId: number;
}

type FanKeys = ReadonlyMap<DemoFan, FanKey>;

export async function plantFans(tx: Tx, fans: DemoFan[]): Promise<FanKeys> {
	const ids = await tx.query<FanKey>({
		text: `select id as "fanId", bucket_of(id) as bucket
			from (select nextval('fan_id_seq') as id from generate_series(1, $1)) numbered order by id`,
		values: [fans.length],
	});
	const keys = new Map<DemoFan, FanKey>();
	for (const [index, fan] of fans.entries()) {
		const key = ids[index];
		if (key) keys.set(fan, key);
	}
	const registered = (fan: DemoFan) => !fan.person?.unfinished;
	await insertAll(tx, 'fan', fans, {
		...keyColumns(keys, (fan: DemoFan) => fan),
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
		...keyColumns(keys, (fan: DemoFan) => fan),
		// LINE never says that it has verified an address.
		login_email: text((fan) => (fan.person?.provider === 'google' ? fan.person.email : null)),
		linked_at: time((fan) => fan.createdAt),
	});
	return keys;
}

export async function plantBooks(
	tx: Tx,
	{ wallets, entries, ballots }: Books,
	keys: FanKeys,
	artistIds: ArtistIds,
	rankingIds: RankingIds,
): Promise<void> {
	await insertAll(tx, 'wallet', wallets, {
		...keyColumns(keys, (it: { fan: DemoFan }) => it.fan),
		earned: whole((it) => it.earned),
		purchased: whole((it) => it.purchased),
		last_seq: whole((it) => it.lastSeq),
		registered: yes(({ fan }) => !fan.person?.unfinished),
		suspended: yes(({ fan }) => fan.person?.suspended === true),
	});
	await insertAll(tx, 'ledger_entry', entries, {
		...keyColumns(keys, (it: { fan: DemoFan }) => it.fan),
		seq: whole((it) => it.seq),
		kind: text((it) => it.kind),
		earned: whole((it) => it.earned),
		purchased: whole((it) => it.purchased),
		earned_after: whole((it) => it.earnedAfter),
		purchased_after: whole((it) => it.purchasedAfter),
		cause: text((it) => it.cause),
		created_at: time((it) => it.createdAt),
	});
	await insertAll(tx, 'vote', ballots, {
		...keyColumns(keys, (it: { fan: DemoFan }) => it.fan),
		idempotency_key: text((it) => it.idempotencyKey),
		ranking_id: whole((it) => idOf(rankingIds, it.contest.key)),
		artist_id: whole((it) => idOf(artistIds, it.entry)),
		tickets: whole((it) => it.tickets),
		cost_earned: whole((it) => it.costEarned),
		cost_purchased: whole((it) => it.costPurchased),
		ledger_seq: whole((it) => it.ledgerSeq),
		artist_tickets: whole((it) => it.ticketsAfter),
		cast_at: time((it) => it.castAt),
	});
	await plantTally(tx);
}

/** The tally is what the votes add up to, and nothing else. */
async function plantTally(tx: Tx): Promise<void> {
	await tx.query({
		text: `insert into tally (ranking_id, slot, artist_id, tickets, last_vote_at)
			select ranking_id, 0, artist_id, sum(tickets), max(cast_at) from vote group by ranking_id, artist_id`,
	});
}

function keyColumns<Item>(keys: FanKeys, fanOf: (item: Item) => DemoFan) {
	const keyOf = (item: Item) => {
		const key = keys.get(fanOf(item));
		if (!key) throw new Error('a fan without a number');
		return key;
	};
	return { bucket: whole<Item>((item) => keyOf(item).bucket), fan_id: whole<Item>((item) => keyOf(item).fanId) };
}
