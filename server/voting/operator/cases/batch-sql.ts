/**
 * Statements of voiding and restoring. A batch is set-based, and takes its locks in the order of a batch of votes. Like one, it
 * is for one shard, which each statement names by its buckets.
 */
import type { Tx } from '#server/kernel/database.ts';
import type { FanKey } from '#server/kernel/caller.ts';
import { VOID_SLOT } from '../../engine/slot.ts';
import type { LoggedVote } from './log.ts';
import { freezingReasons, type CaseWallet, type Settled } from './rules.ts';
import { bucketsOf, keysOf } from './page-sql.ts';
import { NOT_RESTORED, shardOfWork, type Work } from './work-sql.ts';

/** Locks the wallets in the same order, and in the same mode, as a batch of votes. */
export async function lockWallets(tx: Tx, fans: readonly FanKey[]): Promise<CaseWallet[]> {
	const wallets = await tx.query<Omit<CaseWallet, 'erased'>>({
		text: `select wallet.bucket, wallet.fan_id as "fanId", earned, purchased, last_seq as "lastSeq"
			from wallet join unnest($1::smallint[], $2::bigint[]) as wanted (bucket, fan_id)
				on wallet.bucket = wanted.bucket and wallet.fan_id = wanted.fan_id
			where wallet.bucket = any ($3)
			order by wallet.bucket, wallet.fan_id for no key update of wallet`,
		values: [...keysOf(fans), bucketsOf(fans)],
	});
	// A separate statement: the statement that waited for a wallet would see the fan as before the wait.
	const erased = await tx.query<{ fanId: number }>({
		text: `select fan_id as "fanId" from fan join unnest($1::smallint[], $2::bigint[]) as wanted (bucket, fan_id)
				using (bucket, fan_id) where erased_at is not null and bucket = any ($3)`,
		values: [...keysOf(fans), bucketsOf(fans)],
	});
	const gone = new Set(erased.map(({ fanId }) => fanId));
	return wallets.map((wallet) => ({ ...wallet, erased: gone.has(wallet.fanId) }));
}

/** Writes the ledger entries and the new balances. */
export async function writeGems(tx: Tx, settled: readonly Settled[], cause: string): Promise<void> {
	const moved = settled.flatMap((vote) => (vote.entry ? [{ ...vote, entry: vote.entry }] : []));
	if (moved.length === 0) return;
	const last = [...new Map(moved.map((vote) => [vote.fanId, vote])).values()];
	await tx.query({
		text: `update wallet set earned = changed.earned, purchased = changed.purchased, last_seq = changed.last_seq
			from unnest($1::smallint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[])
				as changed (bucket, fan_id, earned, purchased, last_seq)
			where wallet.bucket = changed.bucket and wallet.fan_id = changed.fan_id and wallet.bucket = any ($6)`,
		values: [
			...keysOf(last),
			last.map(({ entry }) => entry.after.earned),
			last.map(({ entry }) => entry.after.purchased),
			last.map(({ entry }) => entry.seq),
			bucketsOf(last),
		],
	});
	await tx.query({
		text: `insert into ledger_entry
				(bucket, fan_id, seq, kind, earned, purchased, earned_after, purchased_after, cause, created_at)
			select bucket, fan_id, seq, 'void_return', earned, purchased, earned_after, purchased_after, $8, lightstick_now()
			from unnest($1::smallint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[])
				as entry (bucket, fan_id, seq, earned, purchased, earned_after, purchased_after)`,
		values: [
			...keysOf(moved),
			moved.map(({ entry }) => entry.seq),
			moved.map(({ moved: gems }) => gems.earned),
			moved.map(({ moved: gems }) => gems.purchased),
			moved.map(({ entry }) => entry.after.earned),
			moved.map(({ entry }) => entry.after.purchased),
			cause,
		],
	});
	const sumOf = (kind: 'earned' | 'purchased') => moved.reduce((sum, { moved: gems }) => sum + gems[kind], 0);
	await tx.query({
		text: `insert into supply_change (kind, earned, purchased)
			select 'void_return', $1, $2 from installation where shard_keys is not null`,
		values: [sumOf('earned'), sumOf('purchased')],
	});
}

/** Inserts one row for each vote of this case. */
export async function writeVotes(
	tx: Tx,
	{ caseId, rankingId, deed }: Work,
	settled: readonly LoggedVote[],
): Promise<void> {
	const columns = [
		caseId,
		...keysOf(settled),
		settled.map(({ key }) => key),
		settled.map(({ artistId }) => artistId),
		settled.map(({ tickets }) => tickets),
		settled.map(({ moved }) => Math.abs(moved.earned)),
		settled.map(({ moved }) => Math.abs(moved.purchased)),
		settled.map(({ entry }) => entry?.seq ?? null),
		settled.map(({ place }) => place),
	];
	const from = `from unnest($2::smallint[], $3::bigint[], $4::text[], $5::integer[], $6::bigint[], $7::bigint[], $8::bigint[],
		$9::bigint[], $10::smallint[]) as settled (bucket, fan_id, key, artist_id, tickets, earned, purchased, seq, place)`;
	await tx.query(
		deed === 'void'
			? {
					text: `insert into vote_void (case_id, bucket, fan_id, idempotency_key, ranking_id, artist_id, tickets, earned,
							purchased, ledger_seq, voided_at, batch_id, place)
						select $1, bucket, fan_id, key, $11, artist_id, tickets, earned, purchased, seq, lightstick_now(), $12, place
						${from}`,
					values: [...columns, rankingId, settled[0]?.batchId],
				}
			: {
					text: `insert into vote_restore (case_id, bucket, fan_id, idempotency_key, tickets, earned, purchased,
							ledger_seq, restored_at)
						select $1, bucket, fan_id, key, tickets, earned, purchased, seq, lightstick_now() ${from}`,
					values: columns,
				},
	);
}

/** Locks the wallets of a fraud case, or unlocks those that no other fraud case locks. */
export async function freezeWallets(tx: Tx, fans: readonly FanKey[]): Promise<void> {
	const voided = await tx.query<{ fanId: number; caseId: number }>({
		text: `select distinct gone.fan_id as "fanId", gone.case_id as "caseId" from vote_void gone
			join unnest($1::smallint[], $2::bigint[]) as asked (bucket, fan_id) using (bucket, fan_id)
			where bucket = any ($3) and ${NOT_RESTORED}`,
		values: [...keysOf(fans), bucketsOf(fans)],
	});
	const cases = await tx.query<{ caseId: number }>({
		text: 'select case_id as "caseId" from vote_case where case_id = any ($1) and reason = any ($2)',
		values: [voided.map(({ caseId }) => caseId), freezingReasons],
	});
	const ofFraud = new Set(cases.map(({ caseId }) => caseId));
	const frozen = new Set(voided.filter(({ caseId }) => ofFraud.has(caseId)).map(({ fanId }) => fanId));
	await tx.query({
		text: `update wallet set frozen = asked.frozen
			from unnest($1::smallint[], $2::bigint[], $3::boolean[]) as asked (bucket, fan_id, frozen)
			where wallet.bucket = asked.bucket and wallet.fan_id = asked.fan_id and wallet.bucket = any ($4)
				and wallet.frozen <> asked.frozen`,
		values: [...keysOf(fans), fans.map(({ fanId }) => frozen.has(fanId)), bucketsOf(fans)],
	});
}

/**
 * Subtracts the tickets from the tallies, or adds them again, in a separate slot. Updates artists in the same order as
 * every batch. Does not change the time at which an artist reached the number.
 */
export async function moveTallies(tx: Tx, work: Work, settled: readonly Settled[]): Promise<void> {
	const [first] = settled;
	if (!first) return;
	const shard = shardOfWork(work, first);
	await tx.query({
		text: `insert into tally_slot (ranking_id, slot, shard, batches) values ($1, ${VOID_SLOT}, $2, 1)
			on conflict on constraint tally_slot_pkey do update set batches = tally_slot.batches + 1`,
		values: [work.rankingId, shard],
	});
	const moved = new Map<number, number>();
	for (const { artistId, tickets } of settled) moved.set(artistId, (moved.get(artistId) ?? 0) + tickets);
	const sums = [...moved].toSorted(([one], [other]) => one - other);
	await tx.query({
		text: `insert into tally (ranking_id, artist_id, slot, shard, tickets, last_vote_at)
			select $1, artist_id, ${VOID_SLOT}, $2, $3 * tickets, to_timestamp(0)
			from unnest($4::integer[], $5::bigint[]) as moved (artist_id, tickets)
			on conflict on constraint tally_pkey do update set tickets = tally.tickets + excluded.tickets`,
		values: [
			work.rankingId,
			shard,
			work.deed === 'void' ? -1 : 1,
			sums.map(([artistId]) => artistId),
			sums.map(([, tickets]) => tickets),
		],
	});
}
