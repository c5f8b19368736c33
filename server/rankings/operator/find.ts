/** A ranking as operators work on it, and whether a period is still to come. */
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

/** The ranking, alone: no batch of votes and no other operator is at work on it until the transaction ends. */
export async function findAlone(tx: Tx, rankingKey: string): Promise<sql.ConsoleRow> {
	const { rankingId } = await find(tx, rankingKey);
	await lockRankingAlone(tx, rankingId);
	return find(tx, rankingKey);
}

/** @throws {Problem} period_invalid */
export async function expectPeriod(tx: Tx, rules: Pick<sql.Rules, 'startsLocal' | 'endsLocal'>): Promise<void> {
	const { startsAt, endsAt, now } = await sql.selectPeriod(tx, rules);
	if (startsAt <= now || endsAt <= startsAt) throw new Problem('period_invalid');
}
