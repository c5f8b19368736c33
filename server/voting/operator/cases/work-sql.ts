/** Statements on decisions to void and to restore, and on the progress of carrying them out. */
import type { CaseReason } from '#contract/voting.ts';
import { maybeOne, one, type Db, type Tx } from '#server/kernel/database.ts';
import type { FanKey } from '#server/kernel/caller.ts';
import type { Settled } from './rules.ts';

export type Deed = 'void' | 'restore';

/** Returns the tickets that an operator voided and restored in the last 24 hours without approval. */
export async function selectDecided(tx: Tx, operatorIds: readonly number[]): Promise<number> {
	const { tickets } = await one<{ tickets: number }>(tx, {
		text: `select coalesce(sum(tickets), 0) as tickets from vote_case_work
			where asked_by = any($1) and approval_id is null and asked_at > lightstick_now() - interval '24 hours'`,
		values: [operatorIds],
	});
	return tickets;
}

/** Sums the tickets of one fan in a case that are voided now. */
export async function selectRestorable(tx: Tx, caseId: number, fanId: number): Promise<number> {
	const { tickets } = await one<{ tickets: number }>(tx, {
		text: `select coalesce(sum(gone.tickets), 0)::bigint as tickets from vote_void gone
			where case_id = $1 and fan_id = $2 and ${NOT_RESTORED}`,
		values: [caseId, fanId],
	});
	return tickets;
}

/** SQL condition: the voided vote `gone` has not been restored. */
export const NOT_RESTORED = `not exists (select from vote_restore back where back.case_id = gone.case_id
	and back.fan_id = gone.fan_id and back.idempotency_key = gone.idempotency_key)`;

export interface NewWork {
	caseId: number;
	deed: Deed;
	/** Null: the whole case. */
	fanId: number | null;
	askedBy: number;
	approvalId: string | null;
	why: string;
	tickets: number;
}

export async function insertWork(tx: Tx, made: NewWork): Promise<number> {
	const { caseId, deed, fanId, askedBy, approvalId, why, tickets } = made;
	const { workId } = await one<{ workId: number }>(tx, {
		text: `insert into vote_case_work (case_id, ranking_id, deed, fan_id, asked_by, approval_id, why, tickets)
			select case_id, ranking_id, $2, $3, $4, $5, $6, $7 from vote_case where case_id = $1
			returning work_id as "workId"`,
		values: [caseId, deed, fanId, askedBy, approvalId, why, tickets],
	});
	return workId;
}

/** Returns decisions that have not been fully carried out, oldest first. */
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
	fanId: number | null;
	askedBy: number;
	throughFanId: number;
	throughKey: string;
	votesDone: number;
	ticketsDone: number;
}

/** Returns null if the work is finished or another process is doing it. */
export function lockWork(tx: Tx, workId: number): Promise<Work | null> {
	return maybeOne<Work>(tx, {
		text: `select work_id as "workId", case_id as "caseId", work.ranking_id as "rankingId", reason, deed,
				fan_id as "fanId", asked_by as "askedBy", through_fan_id as "throughFanId", through_key as "throughKey", votes_done as "votesDone", tickets_done as "ticketsDone"
			from vote_case_work work join vote_case using (case_id)
			where work_id = $1 and finished_at is null for no key update of work skip locked`,
		values: [workId],
	});
}

/** The position of a vote in the order in which wallets are locked. */
export interface VoteKey extends FanKey {
	key: string;
}

export async function updateProgress(
	tx: Tx,
	workId: number,
	last: VoteKey,
	settled: readonly Settled[],
): Promise<void> {
	await tx.query({
		text: `update vote_case_work set through_fan_id = $2, through_key = $3, votes_done = votes_done + $4,
			tickets_done = tickets_done + $5 where work_id = $1`,
		values: [workId, last.fanId, last.key, settled.length, settled.reduce((sum, { tickets }) => sum + tickets, 0)],
	});
}

export async function finishWork(tx: Tx, workId: number): Promise<void> {
	await tx.query({
		text: 'update vote_case_work set finished_at = lightstick_now() where work_id = $1',
		values: [workId],
	});
}
