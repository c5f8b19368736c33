/** Statements of voiding and restoring. A batch is set-based and takes its locks in the order of a batch of votes. */
import { raw, sql, type Tx } from '#server/kernel/database.ts';
import type { FanKey } from '#server/kernel/caller.ts';
import { VOID_SLOT } from '../../engine/sql.ts';
import { type CaseVote, type CaseWallet, type LoggedVote, type Settled } from './rules.ts';
import { LOCKS, NOT_RESTORED } from '../../own-votes.ts';
import type { CaseReason } from '#contract/voting.ts';

export interface Page {
	votes: CaseVote[];
	/** The last vote read. Null at the end. */
	last: VoteKey | null;
	/** Number of votes read. Some may already have been restored. */
	seen: number;
}

/** Reads the next votes of the work. The limit is innermost, so that a batch reads only its own rows in any case. */
export async function selectNext(tx: Tx, work: Work, limit: number): Promise<Page> {
	const [table, cost, isDone] =
		work.deed === 'void' ? [sql`vote_case_vote`, 'cost_', sql`false`] : [sql`vote_void`, '', sql`not ${NOT_RESTORED}`];
	const rows = await sql`select fan_id as "fanId", idempotency_key as key, artist_id as "artistId", tickets,
			json_build_object('earned', ${raw(cost)}earned, 'purchased', ${raw(cost)}purchased) as gems, ${isDone} as done
		from (
			select * from ${table}
			where case_id = ${work.caseId} and (fan_id, idempotency_key) > (${work.throughFanId}, ${work.throughKey})
				and (${work.fanId}::bigint is null or fan_id = ${work.fanId})
			order by fan_id, idempotency_key limit ${limit}
		) gone order by fan_id, idempotency_key`.all<CaseVote & { done: boolean }>(tx);
	return { votes: rows.filter(({ done }) => !done), last: rows.at(-1) ?? null, seen: rows.length };
}

/** Locks the wallets in the same order, and in the same mode, as a batch of votes. */
export async function lockWallets(tx: Tx, fans: readonly FanKey[]): Promise<CaseWallet[]> {
	const ids = fans.map(({ fanId }) => fanId);
	const wallets = await sql`select fan_id as "fanId", earned, purchased, last_seq as "lastSeq" from wallet
		where fan_id = any (${ids}::bigint[]) order by fan_id for no key update`.all<Omit<CaseWallet, 'erased'>>(tx);
	// A separate statement: the statement that waited for a wallet would see the fan as before the wait.
	const erased = await sql`select fan_id from fan where fan_id = any (${ids}::bigint[])
		and erased_at is not null`.column<number>(tx);
	const gone = new Set(erased);
	return wallets.map((wallet) => ({ ...wallet, erased: gone.has(wallet.fanId) }));
}

export async function writeVotes(tx: Tx, { caseId, rankingId, deed }: Work, settled: readonly LoggedVote[]) {
	const rows = settled.map(({ fanId, key, artistId, tickets, moved, entry, batchId, place }) => ({
		fan_id: fanId,
		key,
		artist_id: artistId,
		tickets,
		earned: Math.abs(moved.earned),
		purchased: Math.abs(moved.purchased),
		seq: entry?.seq ?? null,
		batch_id: batchId,
		place,
	}));
	const from = sql`from jsonb_to_recordset(${JSON.stringify(rows)}) as settled (fan_id bigint, key text,
		artist_id integer, tickets bigint, earned bigint, purchased bigint, seq bigint, batch_id bigint, place smallint)`;
	if (deed === 'void') {
		await sql`insert into vote_void (case_id, fan_id, idempotency_key, ranking_id, artist_id, tickets, earned,
				purchased, ledger_seq, voided_at, batch_id, place)
			select ${caseId}, fan_id, key, ${rankingId}, artist_id, tickets, earned, purchased, seq, lightstick_now(),
				batch_id, place ${from}`.run(tx);
	} else {
		await sql`insert into vote_restore (case_id, fan_id, idempotency_key, tickets, earned, purchased,
				ledger_seq, restored_at)
			select ${caseId}, fan_id, key, tickets, earned, purchased, seq, lightstick_now() ${from}`.run(tx);
	}
}

/** Locks the wallets of a fraud case, or unlocks those that no other fraud case locks. */
export const freezeWallets = (tx: Tx, fans: readonly FanKey[]): Promise<void> =>
	sql`update wallet set frozen = fraud.found
		from unnest(${fans.map(({ fanId }) => fanId)}::bigint[]) as asked (fan_id)
		cross join lateral (select exists (select ${LOCKS} and gone.fan_id = asked.fan_id) as found) fraud
		where wallet.fan_id = asked.fan_id and frozen <> fraud.found`.run(tx);

/** Moves the tickets in a separate slot, artists in every batch's order. The time of reaching a number stays. */
export async function moveTallies(tx: Tx, { rankingId, deed }: Work, settled: readonly Settled[]): Promise<void> {
	await sql`insert into tally_slot (ranking_id, slot, batches) values (${rankingId}, ${raw(VOID_SLOT)}, 1)
		on conflict (ranking_id, slot) do update set batches = tally_slot.batches + 1`.run(tx);
	await sql`insert into tally (ranking_id, artist_id, slot, tickets, last_vote_at)
		select ${rankingId}, artist_id, ${raw(VOID_SLOT)}, ${deed === 'void' ? -1 : 1} * sum(tickets),
			to_timestamp(0)
		from unnest(${settled.map(({ artistId }) => artistId)}::integer[],
			${settled.map(({ tickets }) => tickets)}::bigint[]) as moved (artist_id, tickets)
		group by artist_id order by artist_id
		on conflict (ranking_id, artist_id, slot) do update set tickets = tally.tickets + excluded.tickets`.run(tx);
}

/** Statements on decisions to void and to restore, and on the progress of carrying them out. */
export type Deed = 'void' | 'restore';

/** Returns the tickets that an operator voided and restored in the last 24 hours without approval. */
export const selectDecided = (tx: Tx, operatorIds: readonly number[]): Promise<number> =>
	sql`select coalesce(sum(tickets), 0) as tickets from vote_case_work
		where asked_by = any(${operatorIds}) and approval_id is null
			and asked_at > lightstick_now() - interval '24 hours'`.value(tx);

export const selectRestorable = (tx: Tx, caseId: number, fanId: number): Promise<number> =>
	sql`select coalesce(sum(gone.tickets), 0)::bigint as tickets from vote_void gone
		where case_id = ${caseId} and fan_id = ${fanId} and ${NOT_RESTORED}`.value(tx);

export interface Work {
	workId: number;
	caseId: number;
	rankingId: number;
	reason: CaseReason;
	deed: Deed;
	fanId: number | null;
	askedBy: number;
	throughFanId: number;
	throughKey: string;
	votesDone: number;
	ticketsDone: number;
}

export const lockWork = (tx: Tx, workId: number): Promise<Work | null> =>
	sql`select work_id as "workId", case_id as "caseId", work.ranking_id as "rankingId", reason, deed,
			fan_id as "fanId", asked_by as "askedBy", through_fan_id as "throughFanId", through_key as "throughKey",
				votes_done as "votesDone", tickets_done as "ticketsDone"
		from vote_case_work work join vote_case using (case_id)
		where work_id = ${workId} and finished_at is null for no key update of work skip locked`.maybeOne(tx);

/** The position of a vote in the order in which wallets are locked. */
export interface VoteKey extends FanKey {
	key: string;
}

export const updateProgress = (tx: Tx, workId: number, last: VoteKey, settled: readonly Settled[]): Promise<void> =>
	sql`update vote_case_work set through_fan_id = ${last.fanId}, through_key = ${last.key},
		votes_done = votes_done + ${settled.length},
		tickets_done = tickets_done + ${settled.reduce((sum, { tickets }) => sum + tickets, 0)}
			where work_id = ${workId}`.run(tx);
