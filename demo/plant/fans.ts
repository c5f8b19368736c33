/** Plants fans, their identities, wallets, votes and ledger. */
import { randomBytes } from 'node:crypto';
import type { Tx } from '#server/kernel/database.ts';
import { type VoterSecrets, keepVoterSecrets, pseudonymOf } from '#public-log/server/fans/voters.ts';
import type { Ballot } from '../ballots.ts';
import { GEMS_PER_VOTE } from '../contests.ts';
import type { DemoFan } from '../crowd.ts';
import { idOf, insertAll, type Ids } from '../tables.ts';
import { appendToLog } from '#public-log/server/append.ts';
import { logTag } from '#public-log/server/public-log.ts';

/** Their wallets hold what they keep after all votes. */
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
	const wallets = fans.map((fan) => ({
		fan_id: idOf(ids, fan),
		earned: fan.gemsLeft,
		purchased: 0,
		last_seq: 0,
		registered: !fan.person?.unfinished,
		suspended: fan.person?.suspended === true,
	}));
	await insertAll(tx, 'wallet', wallets);
	return ids;
}

/** About as many votes as a busy server commits at once. */
const BATCH = 250;

interface PlantedIds {
	fanIds: Ids<DemoFan>;
	artistIds: Ids;
	rankingIds: Ids;
	voterSecrets: VoterSecrets;
}

/** Votes, their leaves in the public logs in batches, as if they had been cast, and the books that pay for them. */
export async function plantVotes(
	tx: Tx,
	ballots: readonly Ballot[],
	{ fanIds, artistIds, rankingIds, voterSecrets }: PlantedIds,
): Promise<void> {
	const sealed = new Map(ballots.map(({ fan }) => [fan, voterSecrets.make()]));
	await keepVoterSecrets(
		tx,
		Array.from(sealed, ([fan, bytes]) => ({ fanId: idOf(fanIds, fan), sealed: bytes })),
	);
	const secrets = new Map(Array.from(sealed, ([fan, bytes]) => [fan, voterSecrets.read(bytes)]));
	const votes: object[] = [];
	for (const [{ key: ranking }, cast] of Map.groupBy(ballots, ({ contest }) => contest)) {
		const ranking_id = idOf(rankingIds, ranking);
		for (let at = 0; at < cast.length; at += BATCH) {
			const batch = cast.slice(at, at + BATCH).map(({ fan, entry, tickets, castAt }) => ({
				fan,
				tickets,
				castAt,
				artistId: idOf(artistIds, entry),
				cost: tickets * GEMS_PER_VOTE,
				key: randomBytes(16).toString('base64url'),
			}));
			const leaves = batch.map(({ fan, tickets, castAt, artistId, cost, key }) => ({
				type: 'vote' as const,
				ranking,
				artistId,
				tickets,
				gemsEarned: cost,
				gemsPurchased: 0,
				castAt: Math.floor(castAt / 1000),
				voter: pseudonymOf(secrets.get(fan) as string, ranking),
				tag: logTag(ranking, key),
			}));
			const batch_id = await appendToLog(tx, ranking_id, leaves);
			for (const [place, { fan, tickets, castAt, artistId: artist_id, cost: cost_earned, key }] of batch.entries()) {
				const paid = { fan_id: idOf(fanIds, fan), idempotency_key: key, tickets, cost_earned };
				votes.push({ ...paid, ranking_id, artist_id, cast_at: new Date(castAt), batch_id, place });
			}
		}
	}
	await tx.query({ text: VOTES, values: [JSON.stringify(votes)] });
	for (const text of [...BOOKS, ...TALLIES]) await tx.query({ text });
}

const VOTES = `
	insert into vote (fan_id, idempotency_key, tickets, cost_earned, cost_purchased, ranking_id, artist_id, cast_at, batch_id,
		place, ledger_seq, artist_tickets)
	select fan_id, idempotency_key, tickets, cost_earned, 0, ranking_id, artist_id, cast_at, batch_id, place,
		1 + row_number() over (partition by fan_id order by cast_at, batch_id, place),
		sum(tickets) over (partition by ranking_id, artist_id order by cast_at, batch_id, place)
	from json_populate_recordset(null::vote, $1)`;

const ENTRY = `insert into ledger_entry
	(fan_id, seq, kind, earned, purchased, earned_after, purchased_after, cause, created_at)`;

/** Everybody gets the gems that they spend and keep, as an adjustment like any other, and then spends them. */
const BOOKS = [
	`${ENTRY} select fan_id, 1, 'adjustment', gems, 0, gems, 0, 'opening gems', created_at
		from fan join (
			select wallet.fan_id, wallet.earned + coalesce(sum(cost_earned), 0) as gems
			from wallet left join vote using (fan_id) group by wallet.fan_id
		) opening using (fan_id) where gems > 0`,
	`${ENTRY} select fan_id, ledger_seq, 'vote', -cost_earned, 0,
			earned_after - sum(cost_earned) over (partition by fan_id order by ledger_seq), 0, idempotency_key, cast_at
		from vote join ledger_entry using (fan_id)`,
	'update wallet set last_seq = (select count(*) from ledger_entry entry where entry.fan_id = wallet.fan_id)',
	// Gems come from an operator, as all that nobody bought or earned; this one has left since.
	`with giver as (
			insert into operator (issuer, subject, email, role, joined_at, removed_at)
			select 'https://example.org', 'opening', 'opening@example.org', 'finance', first, first
			from (select min(created_at) as first from ledger_entry) opening returning operator_id
		)
		insert into gem_adjustment (fan_id, ledger_seq, operator_id, amount, adjusted_at)
		select fan_id, seq, operator_id, earned, created_at
		from ledger_entry cross join giver where kind = 'adjustment'`,
];

/** The tally is what the votes add up to, and nothing else. */
const TALLIES = [
	`insert into tally (ranking_id, slot, artist_id, tickets, last_vote_at)
		select ranking_id, 0, artist_id, sum(tickets), max(cast_at) from vote group by ranking_id, artist_id`,
	'insert into tally_slot (ranking_id, slot, batches) select distinct ranking_id, slot, 1 from tally',
];
