/** Plants fans, their identities, wallets, ledger and votes. */
import type { Tx } from '#server/kernel/database.ts';
import { type VoterSecrets, keepVoterSecrets, pseudonymOf } from '#public-log/server/fans/voters.ts';
import type { Books, PaidBallot } from '../books.ts';
import type { DemoFan } from '../crowd.ts';
import { idOf, insertAll, type Ids } from '../tables.ts';
import type { VoteLeaf } from '#public-log/format/leaf.ts';
import { appendToLog } from '#public-log/server/append.ts';
import { logTag } from '#public-log/server/public-log.ts';

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

interface PlantedIds {
	fanIds: Ids<DemoFan>;
	artistIds: Ids;
	rankingIds: Ids;
	voterSecrets: VoterSecrets;
}

export async function plantBooks(tx: Tx, { wallets, entries, ballots }: Books, of: PlantedIds): Promise<void> {
	const { fanIds, artistIds, rankingIds } = of;
	const walletRows = wallets.map(({ fan, ...row }) => ({
		fan_id: idOf(fanIds, fan),
		...row,
		registered: !fan.person?.unfinished,
		suspended: fan.person?.suspended === true,
	}));
	await insertAll(tx, 'wallet', walletRows);
	const entryRows = entries.map(({ fan, ...row }) => ({ fan_id: idOf(fanIds, fan), ...row }));
	await insertAll(tx, 'ledger_entry', entryRows);
	const places = await plantLog(tx, ballots, of);
	const votes = ballots.map((it) => ({
		fan_id: idOf(fanIds, it.fan),
		idempotency_key: it.idempotencyKey,
		ranking_id: idOf(rankingIds, it.contest.key),
		artist_id: idOf(artistIds, it.entry),
		tickets: it.tickets,
		cost_earned: it.cost_earned,
		cost_purchased: 0,
		ledger_seq: it.ledger_seq,
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

/** About as many votes as a busy server commits at once. */
const BATCH = 250;

/** Where the leaf of a vote lies. */
interface LeafPlace {
	batch_id: number;
	place: number;
}

/** Leaves of the demo votes in the public logs, in batches, as if the votes had been cast. */
async function plantLog(
	tx: Tx,
	ballots: readonly PaidBallot[],
	{ fanIds, artistIds, rankingIds, voterSecrets }: PlantedIds,
): Promise<ReadonlyMap<PaidBallot, LeafPlace>> {
	const voters = [...new Set(ballots.map(({ fan }) => fan))];
	const sealed = new Map(voters.map((fan) => [fan, voterSecrets.make()]));
	await keepVoterSecrets(
		tx,
		voters.map((fan) => ({ fanId: idOf(fanIds, fan), sealed: sealed.get(fan) as Buffer })),
	);
	const secrets = new Map([...sealed].map(([fan, bytes]) => [fan, voterSecrets.read(bytes)]));
	const leafOf = (ballot: PaidBallot): VoteLeaf => ({
		type: 'vote',
		ranking: ballot.contest.key,
		artistId: idOf(artistIds, ballot.entry),
		tickets: ballot.tickets,
		gemsEarned: ballot.cost_earned,
		gemsPurchased: 0,
		castAt: Math.floor(ballot.castAt / 1000),
		voter: pseudonymOf(secrets.get(ballot.fan) as string, ballot.contest.key),
		tag: logTag(ballot.contest.key, ballot.idempotencyKey),
	});
	const places = new Map<PaidBallot, LeafPlace>();
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
