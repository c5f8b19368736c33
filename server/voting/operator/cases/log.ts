/** What the public log says of a case: the case itself, then each vote that it voids or restores. */
import { hash } from 'node:crypto';
import type { Leaf } from '#public-log/format/leaf.ts';
import { type Db, type Tx, epochSeconds, sql } from '#server/kernel/database.ts';
import { appendToLog, expectSoon } from '#public-log/server/public-log.ts';
import type { CaseRow } from './sql.ts';
import type { LoggedVote, Settled } from './rules.ts';
import type { Work } from './batch-sql.ts';

export async function logCase(tx: Tx, opened: CaseRow): Promise<void> {
	const { case_id: caseId, ranking_key: ranking, reason, votes, tickets, opened_time: at } = opened;
	const statement = hash('sha256', opened.statement);
	await appendToLog(tx, opened.ranking_id, [{ type: 'case', ranking, caseId, reason, votes, tickets, at, statement }]);
}

/** @throws {Error} if a vote has no index in the log yet: its leaf could not be named */
export async function logSettled(tx: Tx, work: Work, settled: readonly Settled[]): Promise<LoggedVote[]> {
	const { caseId, rankingId, deed } = work;
	await expectSoon(tx);
	const indexes = await selectIndexes(tx, work, settled);
	const leaves = settled.map(({ tickets, fanId, key }): Leaf => {
		const { index, at, ranking } = indexes.get(`${fanId} ${key}`) ?? { index: null, at: 0, ranking: '' };
		if (index === null) throw new Error(`A vote of case ${caseId} is not in the log yet`);
		return deed === 'void'
			? { type: 'void', ranking, caseId, voteIndex: index, tickets, at }
			: { type: 'restore', ranking, caseId, voidIndex: index, tickets, at };
	});
	const batchId = await appendToLog(tx, rankingId, leaves);
	return settled.map((vote, place) => ({ ...vote, batchId, place }));
}

/** Where the leaves lie to which a void or a restore points: the vote's, or the void's. */
async function selectIndexes(db: Db, { caseId, rankingId, deed }: Work, settled: readonly Settled[]) {
	const [table, condition] = deed === 'void' ? [sql`vote`, sql`true`] : [sql`vote_void`, sql`case_id = ${caseId}`];
	const rows = await sql`select fan_id as "fanId", idempotency_key as key, first_index + place as index,
			ranking_key as ranking, ${epochSeconds('lightstick_now()')} as at
		from unnest(${settled.map(({ fanId }) => fanId)}::bigint[], ${settled.map(({ key }) => key)}::text[])
			as asked (fan_id, idempotency_key)
		join ${table} using (fan_id, idempotency_key)
		join ranking on ranking.ranking_id = ${rankingId}
		left join log_batch using (batch_id)
		where ${condition}`.all<{ fanId: number; key: string; index: number | null; ranking: string; at: number }>(db);
	return new Map(rows.map((row) => [`${row.fanId} ${row.key}`, row]));
}
