/** Statements on decisions to void and to restore, and on the progress of carrying them out. */
import type { CaseReason } from '#contract/voting.ts';
import type { Db, Tx } from '#server/kernel/database.ts';
import { sql } from '#server/kernel/sql.ts';
import { NOT_RESTORED } from '../../own-votes.ts';
import type { FanKey } from '#server/kernel/caller.ts';
import type { Settled } from './rules.ts';

export type Deed = 'void' | 'restore';

/** Returns the tickets that an operator voided and restored in the last 24 hours without approval. */
export function selectDecided(tx: Tx, operatorIds: readonly number[]): Promise<number> {
	return sql`select coalesce(sum(tickets), 0) as tickets from vote_case_work
		where asked_by = any(${operatorIds}) and approval_id is null
			and asked_at > lightstick_now() - interval '24 hours'`.value(tx);
}

/** Sums the tickets of one fan in a case that are voided now. */
export function selectRestorable(tx: Tx, caseId: number, fanId: number): Promise<number> {
	return sql`select coalesce(sum(gone.tickets), 0)::bigint as tickets from vote_void gone
		where case_id = ${caseId} and fan_id = ${fanId} and ${NOT_RESTORED}`.value(tx);
}

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

export function insertWork(tx: Tx, made: NewWork): Promise<number> {
	const { caseId, deed, fanId, askedBy, approvalId, why, tickets } = made;
	return sql`insert into vote_case_work (case_id, ranking_id, deed, fan_id, asked_by, approval_id, why, tickets)
		select case_id, ranking_id, ${deed}, ${fanId}, ${askedBy}, ${approvalId}, ${why}, ${tickets} from vote_case
			where case_id = ${caseId}
		returning work_id`.value(tx);
}

/** Returns decisions that have not been fully carried out, oldest first. */
export function selectOpenWork(db: Db): Promise<number[]> {
	return sql`select work_id as "workId" from vote_case_work where finished_at is null order by work_id
		limit 100`.column(db);
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
	return sql`select work_id as "workId", case_id as "caseId", work.ranking_id as "rankingId", reason, deed,
			fan_id as "fanId", asked_by as "askedBy", through_fan_id as "throughFanId", through_key as "throughKey",
				votes_done as "votesDone", tickets_done as "ticketsDone"
		from vote_case_work work join vote_case using (case_id)
		where work_id = ${workId} and finished_at is null for no key update of work skip locked`.maybeOne(tx);
}

/** The position of a vote in the order in which wallets are locked. */
export interface VoteKey extends FanKey {
	key: string;
}

export function updateProgress(tx: Tx, workId: number, last: VoteKey, settled: readonly Settled[]): Promise<void> {
	return sql`update vote_case_work set through_fan_id = ${last.fanId}, through_key = ${last.key},
		votes_done = votes_done + ${settled.length},
		tickets_done = tickets_done + ${settled.reduce((sum, { tickets }) => sum + tickets, 0)}
			where work_id = ${workId}`.run(tx);
}

export function finishWork(tx: Tx, workId: number): Promise<void> {
	return sql`update vote_case_work set finished_at = lightstick_now() where work_id = ${workId}`.run(tx);
}
