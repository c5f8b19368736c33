/** What the public log says of a case: the case itself, then each vote that it voids or restores. */
import { hash } from 'node:crypto';
import type { Leaf } from '#contract/proof/leaf.ts';
import { one, type Db, type Tx } from '#server/kernel/database.ts';
import { epochSeconds } from '#server/kernel/epoch.ts';
import { appendToLog } from '#server/vote-log/append.ts';
import type { CaseRow } from './sql.ts';
import type { Settled } from './rules.ts';
import type { Work } from './work-sql.ts';

type LoggedCase = Pick<
	CaseRow,
	'caseId' | 'rankingId' | 'rankingKey' | 'reason' | 'votes' | 'tickets' | 'opened' | 'statement'
>;

export async function logCase(tx: Tx, opened: LoggedCase): Promise<void> {
	const { caseId, rankingId, rankingKey: ranking, reason, votes, tickets, opened: at } = opened;
	const statement = hash('sha256', opened.statement);
	await appendToLog(tx, rankingId, [{ type: 'case', ranking, caseId, reason, votes, tickets, at, statement }]);
}

/** A settled vote and its leaf. */
export interface LoggedVote extends Settled {
	batchId: number;
	place: number;
}

/** @throws {Error} if a vote has no index in the log yet: its leaf could not be named */
export async function logSettled(tx: Tx, work: Work, settled: readonly Settled[]): Promise<LoggedVote[]> {
	const { caseId, rankingId, deed } = work;
	const { ranking, at } = await selectHead(tx, rankingId);
	const indexes = await selectIndexes(tx, work, settled);
	const leaves = settled.map(({ tickets, fanId, key }): Leaf => {
		const index = indexes.get(`${fanId} ${key}`);
		if (index === undefined) throw new Error(`A vote of case ${caseId} is not in the log yet`);
		return deed === 'void'
			? { type: 'void', ranking, caseId, voteIndex: index, tickets, at }
			: { type: 'restore', ranking, caseId, voidIndex: index, tickets, at };
	});
	const batchId = await appendToLog(tx, rankingId, leaves);
	return settled.map((vote, place) => ({ ...vote, batchId, place }));
}

/** `at` is the database's clock, in epoch seconds. */
function selectHead(db: Db, rankingId: number): Promise<{ ranking: string; at: number }> {
	return one(db, {
		text: `select ranking_key as ranking, ${epochSeconds('lightstick_now()')} as at from ranking where ranking_id = $1`,
		values: [rankingId],
	});
}

/** Where the leaves lie to which a void or a restore points: the vote's, or the void's. Leaves out those without an index. */
async function selectIndexes(
	db: Db,
	{ caseId, deed }: Work,
	settled: readonly Settled[],
): Promise<Map<string, number>> {
	const [table, condition] = deed === 'void' ? ['vote', '$1::integer is not null'] : ['vote_void', 'case_id = $1'];
	const places = await db.query<{ fanId: number; key: string; batchId: number; place: number }>({
		text: `select fan_id as "fanId", idempotency_key as key, batch_id as "batchId", place
			from unnest($2::smallint[], $3::bigint[], $4::text[]) as asked (bucket, fan_id, idempotency_key)
			join ${table} using (bucket, fan_id, idempotency_key)
			where ${condition}`,
		values: [
			caseId,
			settled.map(({ bucket }) => bucket),
			settled.map(({ fanId }) => fanId),
			settled.map(({ key }) => key),
		],
	});
	// Batches of the log live apart from fans: a statement of their own.
	const batches = await db.query<{ batchId: number; first: number }>({
		text: `select batch_id as "batchId", first_index as first from log_batch
			where batch_id = any ($1) and first_index is not null`,
		values: [[...new Set(places.map(({ batchId }) => batchId))]],
	});
	const firsts = new Map(batches.map(({ batchId, first }) => [batchId, first]));
	return new Map(
		places.flatMap(({ fanId, key, batchId, place }) => {
			const first = firsts.get(batchId);
			return first === undefined ? [] : [[`${fanId} ${key}`, first + place] as const];
		}),
	);
}
