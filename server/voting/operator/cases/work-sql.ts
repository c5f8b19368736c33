/** Statements of voiding and restoring. A batch is set-based, like a batch of votes, and takes its locks in the same order. */
import type { CaseReason } from '#contract/voting.ts';
import { maybeOne, one, type Db, type Tx } from '#server/kernel/database.ts';
import type { FanKey } from '#server/kernel/caller.ts';
import { VOID_SLOT } from '../../engine/slot.ts';
import { freezingReasons, type CaseVote, type CaseWallet, type Settled } from './rules.ts';

export type Deed = 'void' | 'restore';

/** Tickets that an operator voided and restored in the last 24 hours without anybody's approval. */
export async function selectDecided(tx: Tx, operatorIds: readonly number[]): Promise<number> {
	const { tickets } = await one<{ tickets: number }>(tx, {
		text: `select coalesce(sum(tickets), 0) as tickets from vote_case_work
			where asked_by = any($1) and approval_id is null and asked_at > lightstick_now() - interval '24 hours'`,
		values: [operatorIds],
	});
	return tickets;
}

/** Of one fan's votes in a case: those that are voided now. */
export function selectRestorable(tx: Tx, caseId: number, fanId: number): Promise<{ bucket: number; tickets: number }> {
	return one(tx, {
		text: `select bucket_of($2) as bucket, coalesce(sum(gone.tickets), 0) as tickets from vote_void gone
			where case_id = $1 and bucket = bucket_of($2) and fan_id = $2 and ${NOT_RESTORED}`,
		values: [caseId, fanId],
	});
}

const NOT_RESTORED = `not exists (select from vote_restore back where back.case_id = gone.case_id
	and back.bucket = gone.bucket and back.fan_id = gone.fan_id and back.idempotency_key = gone.idempotency_key)`;

export interface NewWork {
	caseId: number;
	deed: Deed;
	fan: FanKey | null;
	askedBy: number;
	approvalId: string | null;
	why: string;
	tickets: number;
}

export async function insertWork(tx: Tx, made: NewWork): Promise<number> {
	const { caseId, deed, fan, askedBy, approvalId, why, tickets } = made;
	const { workId } = await one<{ workId: number }>(tx, {
		text: `insert into vote_case_work (case_id, ranking_id, deed, bucket, fan_id, asked_by, approval_id, why, tickets)
			select case_id, ranking_id, $2, $3, $4, $5, $6, $7, $8 from vote_case where case_id = $1
			returning work_id as "workId"`,
		values: [caseId, deed, fan?.bucket ?? null, fan?.fanId ?? null, askedBy, approvalId, why, tickets],
	});
	return workId;
}

/** Decisions that are not carried out to the end, the oldest first. */
export async function selectOpenWork(db: Db): Promise<number[]> {
	const rows = await db.query<{ workId: number }>({
		text: `select work_id as "workId" from vote_case_work where finished_at is null order by work_id limit 100`,
	});
	return rows.map(({ workId }) => workId);
}

export interface Work {
	workId: number;
	caseId: number;
	rankingId: number;
	reason: CaseReason;
	deed: Deed;
	bucket: number | null;
	fanId: number | null;
	askedBy: number;
	throughBucket: number;
	throughFanId: number;
	throughKey: string;
	votesDone: number;
	ticketsDone: number;
}

/** Null where it is finished, or another process is at it. */
export function lockWork(tx: Tx, workId: number): Promise<Work | null> {
	return maybeOne<Work>(tx, {
		text: `select work_id as "workId", case_id as "caseId", work.ranking_id as "rankingId", reason, deed, bucket,
				fan_id as "fanId", asked_by as "askedBy", through_bucket as "throughBucket", through_fan_id as "throughFanId",
				through_key as "throughKey", votes_done as "votesDone", tickets_done as "ticketsDone"
			from vote_case_work work join vote_case using (case_id)
			where work_id = $1 and finished_at is null for no key update of work skip locked`,
		values: [workId],
	});
}

/** The place of a vote in the order of wallets, which is that of locks. */
export interface Place extends FanKey {
	key: string;
}

export interface Page {
	/** That are to be settled, with what they cost or gave back. */
	votes: CaseVote[];
	/** The last vote that was looked at; null at the end. */
	last: Place | null;
	/** How many were looked at: some may have been restored already. */
	seen: number;
}

/** The next votes of the work. The limit stands innermost: however large a case is, a batch reads its own rows. */
export async function selectNext(tx: Tx, work: Work, limit: number): Promise<Page> {
	const [table, earned, purchased, isDone] =
		work.deed === 'void'
			? ['vote_case_vote', 'cost_earned', 'cost_purchased', 'false']
			: ['vote_void', 'earned', 'purchased', `not ${NOT_RESTORED}`];
	const rows = await tx.query<CaseVote & { done: boolean }>({
		text: `select bucket, fan_id as "fanId", idempotency_key as key, artist_id as "artistId", tickets,
				json_build_object('earned', ${earned}, 'purchased', ${purchased}) as gems, ${isDone} as done
			from (
				select * from ${table}
				where case_id = $1 and (bucket, fan_id, idempotency_key) > ($2, $3, $4)
					and ($5::bigint is null or (bucket = $6 and fan_id = $5))
				order by bucket, fan_id, idempotency_key limit $7
			) gone order by bucket, fan_id, idempotency_key`,
		values: [
			...[work.caseId, work.throughBucket, work.throughFanId, work.throughKey],
			...[work.fanId, work.bucket, limit],
		],
	});
	return { votes: rows.filter(({ done }) => !done), last: rows.at(-1) ?? null, seen: rows.length };
}

/** Ordered as a batch of votes orders them, and held like there. */
export async function lockWallets(tx: Tx, fans: readonly FanKey[]): Promise<CaseWallet[]> {
	const wallets = await tx.query<Omit<CaseWallet, 'erased'>>({
		text: `select wallet.bucket, wallet.fan_id as "fanId", earned, purchased, last_seq as "lastSeq"
			from wallet join unnest($1::smallint[], $2::bigint[]) as wanted (bucket, fan_id)
				on wallet.bucket = wanted.bucket and wallet.fan_id = wanted.fan_id
			order by wallet.bucket, wallet.fan_id for no key update of wallet`,
		values: keysOf(fans),
	});
	// In a statement of its own: one that waited for a wallet sees the fan as it was before the wait.
	const erased = await tx.query<{ fanId: number }>({
		text: `select fan_id as "fanId" from fan join unnest($1::smallint[], $2::bigint[]) as wanted (bucket, fan_id)
				using (bucket, fan_id) where erased_at is not null`,
		values: keysOf(fans),
	});
	const gone = new Set(erased.map(({ fanId }) => fanId));
	return wallets.map((wallet) => ({ ...wallet, erased: gone.has(wallet.fanId) }));
}

/** The ledger's entries and the balances after them. */
export async function writeGems(tx: Tx, settled: readonly Settled[], cause: string): Promise<void> {
	const moved = settled.flatMap((vote) => (vote.entry ? [{ ...vote, entry: vote.entry }] : []));
	if (moved.length === 0) return;
	const last = [...new Map(moved.map((vote) => [vote.fanId, vote])).values()];
	await tx.query({
		text: `update wallet set earned = changed.earned, purchased = changed.purchased, last_seq = changed.last_seq
			from unnest($1::smallint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[])
				as changed (bucket, fan_id, earned, purchased, last_seq)
			where wallet.bucket = changed.bucket and wallet.fan_id = changed.fan_id`,
		values: [
			...keysOf(last),
			...[last.map(({ entry }) => entry.after.earned), last.map(({ entry }) => entry.after.purchased)],
			last.map(({ entry }) => entry.seq),
		],
	});
	await tx.query({
		text: `insert into ledger_entry
				(bucket, fan_id, seq, kind, earned, purchased, earned_after, purchased_after, cause, created_at)
			select bucket, fan_id, seq, 'void_return', earned, purchased, earned_after, purchased_after, $8, lightstick_now()
			from unnest($1::smallint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[])
				as entry (bucket, fan_id, seq, earned, purchased, earned_after, purchased_after)`,
		values: [
			...[...keysOf(moved), moved.map(({ entry }) => entry.seq)],
			...[moved.map(({ moved: gems }) => gems.earned), moved.map(({ moved: gems }) => gems.purchased)],
			...[moved.map(({ entry }) => entry.after.earned), moved.map(({ entry }) => entry.after.purchased), cause],
		],
	});
}

/** One row for each vote, of this case. */
export async function writeVotes(
	tx: Tx,
	{ caseId, rankingId, deed }: Work,
	settled: readonly Settled[],
): Promise<void> {
	const columns = [
		...[caseId, ...keysOf(settled), settled.map(({ key }) => key), settled.map(({ artistId }) => artistId)],
		...[settled.map(({ tickets }) => tickets), settled.map(({ moved }) => Math.abs(moved.earned))],
		...[settled.map(({ moved }) => Math.abs(moved.purchased)), settled.map(({ entry }) => entry?.seq ?? null)],
	];
	const from = `from unnest($2::smallint[], $3::bigint[], $4::text[], $5::integer[], $6::bigint[], $7::bigint[], $8::bigint[],
		$9::bigint[]) as settled (bucket, fan_id, key, artist_id, tickets, earned, purchased, seq)`;
	await tx.query(
		deed === 'void'
			? {
					text: `insert into vote_void (case_id, bucket, fan_id, idempotency_key, ranking_id, artist_id, tickets, earned,
							purchased, ledger_seq, voided_at)
						select $1, bucket, fan_id, key, $10, artist_id, tickets, earned, purchased, seq, lightstick_now() ${from}`,
					values: [...columns, rankingId],
				}
			: {
					text: `insert into vote_restore (case_id, bucket, fan_id, idempotency_key, tickets, earned, purchased,
							ledger_seq, restored_at)
						select $1, bucket, fan_id, key, tickets, earned, purchased, seq, lightstick_now() ${from}`,
					values: columns,
				},
	);
}

/** Locks the wallets of a fraud, or opens those that no other fraud locks. */
export async function freezeWallets(tx: Tx, fans: readonly FanKey[]): Promise<void> {
	await tx.query({
		text: `update wallet set frozen = fraud.found
			from unnest($1::smallint[], $2::bigint[]) as asked (bucket, fan_id)
			cross join lateral (select exists (
				select from vote_void gone join vote_case using (case_id)
				where gone.bucket = asked.bucket and gone.fan_id = asked.fan_id and reason = any($3::text[]) and ${NOT_RESTORED}
			) as found) fraud
			where wallet.bucket = asked.bucket and wallet.fan_id = asked.fan_id and frozen <> fraud.found`,
		values: [...keysOf(fans), freezingReasons],
	});
}

/**
 * Takes tickets off the tallies, or gives them back, in a slot of their own. In the order of artists, like every batch.
 * When who reached their number is not touched by it.
 */
export async function moveTallies(tx: Tx, { rankingId, deed }: Work, settled: readonly Settled[]): Promise<void> {
	await tx.query({
		text: `insert into tally (ranking_id, artist_id, slot, tickets, last_vote_at)
			select $1, artist_id, ${VOID_SLOT}, $2 * sum(tickets), to_timestamp(0)
			from unnest($3::integer[], $4::bigint[]) as moved (artist_id, tickets)
			group by artist_id order by artist_id
			on conflict (ranking_id, artist_id, slot) do update set tickets = tally.tickets + excluded.tickets`,
		values: [
			...[rankingId, deed === 'void' ? -1 : 1, settled.map(({ artistId }) => artistId)],
			settled.map(({ tickets }) => tickets),
		],
	});
}

export async function updateProgress(tx: Tx, workId: number, last: Place, settled: readonly Settled[]): Promise<void> {
	await tx.query({
		text: `update vote_case_work set through_bucket = $2, through_fan_id = $3, through_key = $4,
			votes_done = votes_done + $5, tickets_done = tickets_done + $6 where work_id = $1`,
		values: [
			...[workId, last.bucket, last.fanId, last.key, settled.length],
			settled.reduce((sum, { tickets }) => sum + tickets, 0),
		],
	});
}

export async function finishWork(tx: Tx, workId: number): Promise<void> {
	await tx.query({
		text: 'update vote_case_work set finished_at = lightstick_now() where work_id = $1',
		values: [workId],
	});
}

function keysOf(fans: readonly FanKey[]): [number[], number[]] {
	return [fans.map(({ bucket }) => bucket), fans.map(({ fanId }) => fanId)];
}
