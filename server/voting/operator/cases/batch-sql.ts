/** Statements of voiding and restoring. A batch is set-based and takes its locks in the order of a batch of votes. */
import type { Tx } from '#server/kernel/database.ts';
import type { FanKey } from '#server/kernel/caller.ts';
import { VOID_SLOT } from '../../engine/sql.ts';
import type { LoggedVote } from './log.ts';
import { freezingReasons, type CaseVote, type CaseWallet, type Settled } from './rules.ts';
import { NOT_RESTORED, type VoteKey, type Work } from './work-sql.ts';

export interface Page {
	/** Votes to settle, with the gems that they cost or gave back. */
	votes: CaseVote[];
	/** The last vote read. Null at the end. */
	last: VoteKey | null;
	/** Number of votes read. Some may already have been restored. */
	seen: number;
}

/** Reads the next votes of the work. The limit is innermost, so that a batch reads only its own rows in any case. */
export async function selectNext(tx: Tx, work: Work, limit: number): Promise<Page> {
	const [table, earned, purchased, isDone] =
		work.deed === 'void'
			? ['vote_case_vote', 'cost_earned', 'cost_purchased', 'false']
			: ['vote_void', 'earned', 'purchased', `not ${NOT_RESTORED}`];
	const rows = await tx.query<CaseVote & { done: boolean }>({
		text: `select fan_id as "fanId", idempotency_key as key, artist_id as "artistId", tickets,
				json_build_object('earned', ${earned}, 'purchased', ${purchased}) as gems, ${isDone} as done
			from (
				select * from ${table}
				where case_id = $1 and (fan_id, idempotency_key) > ($2, $3) and ($4::bigint is null or fan_id = $4)
				order by fan_id, idempotency_key limit $5
			) gone order by fan_id, idempotency_key`,
		values: [work.caseId, work.throughFanId, work.throughKey, work.fanId, limit],
	});
	return { votes: rows.filter(({ done }) => !done), last: rows.at(-1) ?? null, seen: rows.length };
}

/** Locks the wallets in the same order, and in the same mode, as a batch of votes. */
export async function lockWallets(tx: Tx, fans: readonly FanKey[]): Promise<CaseWallet[]> {
	const wallets = await tx.query<Omit<CaseWallet, 'erased'>>({
		text: `select fan_id as "fanId", earned, purchased, last_seq as "lastSeq" from wallet
			where fan_id = any ($1::bigint[]) order by fan_id for no key update`,
		values: [fans.map(({ fanId }) => fanId)],
	});
	// A separate statement: the statement that waited for a wallet would see the fan as before the wait.
	const erased = await tx.query<{ fanId: number }>({
		text: `select fan_id as "fanId" from fan where fan_id = any ($1::bigint[]) and erased_at is not null`,
		values: [fans.map(({ fanId }) => fanId)],
	});
	const gone = new Set(erased.map(({ fanId }) => fanId));
	return wallets.map((wallet) => ({ ...wallet, erased: gone.has(wallet.fanId) }));
}

/** Inserts one row for each vote of this case. */
export async function writeVotes(
	tx: Tx,
	{ caseId, rankingId, deed }: Work,
	settled: readonly LoggedVote[],
): Promise<void> {
	const columns = [
		caseId,
		settled.map(({ fanId }) => fanId),
		settled.map(({ key }) => key),
		settled.map(({ artistId }) => artistId),
		settled.map(({ tickets }) => tickets),
		settled.map(({ moved }) => Math.abs(moved.earned)),
		settled.map(({ moved }) => Math.abs(moved.purchased)),
		settled.map(({ entry }) => entry?.seq ?? null),
		settled.map(({ place }) => place),
	];
	const from = `from unnest($2::bigint[], $3::text[], $4::integer[], $5::bigint[], $6::bigint[], $7::bigint[],
		$8::bigint[], $9::smallint[]) as settled (fan_id, key, artist_id, tickets, earned, purchased, seq, place)`;
	await tx.query(
		deed === 'void'
			? {
					text: `insert into vote_void (case_id, fan_id, idempotency_key, ranking_id, artist_id, tickets, earned,
							purchased, ledger_seq, voided_at, batch_id, place)
						select $1, fan_id, key, $10, artist_id, tickets, earned, purchased, seq, lightstick_now(), $11, place
						${from}`,
					values: [...columns, rankingId, settled[0]?.batchId],
				}
			: {
					text: `insert into vote_restore (case_id, fan_id, idempotency_key, tickets, earned, purchased,
							ledger_seq, restored_at)
						select $1, fan_id, key, tickets, earned, purchased, seq, lightstick_now() ${from}`,
					values: columns,
				},
	);
}

/** Locks the wallets of a fraud case, or unlocks those that no other fraud case locks. */
export async function freezeWallets(tx: Tx, fans: readonly FanKey[]): Promise<void> {
	await tx.query({
		text: `update wallet set frozen = fraud.found
			from unnest($1::bigint[]) as asked (fan_id)
			cross join lateral (select exists (
				select from vote_void gone join vote_case using (case_id)
				where gone.fan_id = asked.fan_id and reason = any ($2::text[]) and ${NOT_RESTORED}
			) as found) fraud
			where wallet.fan_id = asked.fan_id and frozen <> fraud.found`,
		values: [fans.map(({ fanId }) => fanId), freezingReasons],
	});
}

/**
 * Subtracts the tickets from the tallies, or adds them again, in a separate slot. Updates artists in the same order as
 * every batch. Does not change the time at which an artist reached the number.
 */
export async function moveTallies(tx: Tx, { rankingId, deed }: Work, settled: readonly Settled[]): Promise<void> {
	await tx.query({
		text: `insert into tally_slot (ranking_id, slot, batches) values ($1, ${VOID_SLOT}, 1)
			on conflict (ranking_id, slot) do update set batches = tally_slot.batches + 1`,
		values: [rankingId],
	});
	await tx.query({
		text: `insert into tally (ranking_id, artist_id, slot, tickets, last_vote_at)
			select $1, artist_id, ${VOID_SLOT}, $2 * sum(tickets), to_timestamp(0)
			from unnest($3::integer[], $4::bigint[]) as moved (artist_id, tickets)
			group by artist_id order by artist_id
			on conflict (ranking_id, artist_id, slot) do update set tickets = tally.tickets + excluded.tickets`,
		values: [
			rankingId,
			deed === 'void' ? -1 : 1,
			settled.map(({ artistId }) => artistId),
			settled.map(({ tickets }) => tickets),
		],
	});
}
