/** Decides to void or restore: one row with its audit row; a job does it. Above a limit, another operator approves. */
import * as z from 'zod/mini';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { voidCase as voidCall } from '#contract/operator/voting/cases.ts';
import { type Database, type Tx, sql as statement } from '#server/kernel/database.ts';
import { Problem } from '#server/kernel/problem.ts';
import { enqueue } from '#server/jobs/jobs.ts';
import { askApproval, selectBoundSharers, type Approved } from '#server/approvals/approvals.ts';
import { record } from '#server/audit-trail/audit-trail.ts';
import type { Actor } from '#server/kernel/caller.ts';
import { onceByOperator } from '#server/kernel/idempotency.ts';
import { shareRanking } from '#server/rankings/closing/closing.ts';
import { findCase, readCase } from './cases.ts';
import { stateOf } from './rules.ts';
import { lockCases, type CaseRow } from './sql.ts';
import * as sql from './batch-sql.ts';

export interface Asked {
	caseId: number;
	/** The fan whose votes are concerned. Null means all votes of the case. */
	fanId: number | null;
	deed: sql.Deed;
	why: string;
}

type Begun = ReplyOf<typeof voidCall>;

/** `bound`: tickets that one operator may void and restore in a day without approval. @throws {Problem} */
export function decideVotes(db: Database, actor: Actor, asked: Asked, key: string, bound: number): Promise<Begun> {
	const { caseId, fanId, deed, why } = asked;
	const operation = deed === 'void' ? 'void_case' : 'restore_case';
	return db.transaction((tx) =>
		onceByOperator(tx, { operatorId: actor.operatorId, operation, key, request: asked }, async (): Promise<Begun> => {
			const tickets = await expectPossible(tx, asked);
			const before = await sql.selectDecided(tx, await selectBoundSharers(tx, actor.operatorId));
			if (before + tickets <= bound) {
				await begin(tx, actor, { ...asked, tickets, approvalId: null });
				return { status: 'begun', approval_id: null, case: await readCase(tx, caseId) };
			}
			const payload = { case_id: caseId, fan_id: fanId, tickets };
			const kind = deed === 'void' ? 'vote_void' : 'vote_restore';
			const approvalId = await askApproval(tx, actor, { kind, payload, why, target: `case:${caseId}` });
			return { status: 'waiting', approval_id: approvalId, case: await readCase(tx, caseId) };
		}),
	);
}

const payloadShape = z.object({ case_id: z.int(), fan_id: z.nullable(z.int()), tickets: z.int() });

export function performDeed(deed: sql.Deed): (tx: Tx, approved: Approved) => Promise<void> {
	return async (tx, { payload, why, askedBy, approvalId }) => {
		const { case_id: caseId, fan_id: fanId } = z.parse(payloadShape, payload);
		const tickets = await expectPossible(tx, { caseId, fanId, deed });
		await begin(tx, askedBy, { caseId, fanId, deed, why, tickets, approvalId });
	};
}

/** Locks the ranking's cases until the transaction ends. Returns the tickets to void or to restore. @throws {Problem} */
async function expectPossible(tx: Tx, { caseId, fanId, deed }: Pick<Asked, 'caseId' | 'fanId' | 'deed'>) {
	const { ranking_id: rankingId } = await findCase(tx, caseId);
	await lockCases(tx, rankingId);
	// The lock prevents certifying between this check and the insert of the decision, which certifying checks for.
	await shareRanking(tx, rankingId);
	const row = await findCase(tx, caseId);
	if (row.certified) throw new Problem('ranking_certified');
	return deed === 'void' ? expectVoidable(row) : expectRestorable(tx, row, fanId);
}

function expectVoidable(row: CaseRow): number {
	const state = stateOf(row);
	if (state === 'objections') throw new Problem('objections_open');
	if (state !== 'ready') throw new Problem('case_state');
	return row.tickets;
}

async function expectRestorable(tx: Tx, row: CaseRow, fanId: number | null): Promise<number> {
	if (stateOf(row) === 'restored') throw new Problem('nothing_to_restore');
	if (stateOf(row) !== 'voided') throw new Problem('case_state');
	if (fanId === null) return row.voided_tickets - row.restored_tickets;
	const tickets = await sql.selectRestorable(tx, row.case_id, fanId);
	if (tickets === 0) throw new Problem('nothing_to_restore');
	return tickets;
}

interface Decided extends Asked {
	tickets: number;
	approvalId: string | null;
}

async function begin(tx: Tx, actor: Actor, { caseId, deed, why, fanId, tickets, approvalId }: Decided) {
	const workId =
		await statement`insert into vote_case_work (case_id, ranking_id, deed, fan_id, asked_by, approval_id, why, tickets)
		select case_id, ranking_id, ${deed}, ${fanId}, ${actor.operatorId}, ${approvalId}, ${why}, ${tickets} from vote_case
		where case_id = ${caseId} returning work_id`.value<number>(tx);
	await enqueue(tx, 'work_on_cases', {}, { key: 'work_on_cases' });
	await record(tx, actor, {
		action: `case.${deed}`,
		target: `case:${caseId}`,
		after: { work_id: workId, fan_id: fanId, tickets, approval_id: approvalId },
		why,
	});
}
