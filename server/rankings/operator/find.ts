/** Finds and locks a ranking for operators, and checks that a period is in the future. */
import type { Tx } from '#server/kernel/database.ts';
import { Problem } from '#server/kernel/problem.ts';
import { lockRankingAlone } from '../closing/lock.ts';
import * as sql from './sql.ts';

/** @throws {Problem} ranking_not_found */
export async function find(db: Pick<Tx, 'query'>, rankingKey: string): Promise<sql.ConsoleRow> {
	const row = await sql.selectRow(db, rankingKey);
	if (!row) throw new Problem('ranking_not_found');
	return row;
}

/**
 * Returns the ranking, locked until the transaction ends: no batch of votes and no other operator can change it.
 * @throws {Problem} ranking_not_found
 */
export async function findAlone(tx: Tx, rankingKey: string): Promise<sql.ConsoleRow> {
	const { rankingId } = await find(tx, rankingKey);
	// One that was deleted while this call waited for it is not found, also if another ranking has its key now.
	if (!(await lockRankingAlone(tx, rankingId))) throw new Problem('ranking_not_found');
	return find(tx, rankingKey);
}

/** @throws {Problem} period_invalid */
export async function expectPeriod(tx: Tx, rules: Pick<sql.Rules, 'startsLocal' | 'endsLocal'>): Promise<void> {
	const { startsAt, endsAt, now } = await sql.selectPeriod(tx, rules);
	if (startsAt <= now || endsAt <= startsAt) throw new Problem('period_invalid');
}
