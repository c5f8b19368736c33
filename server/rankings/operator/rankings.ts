/** Finding, cloning, pausing and certifying rankings. Each change is one transaction with its audit row. */
import type { ConsoleRanking } from '#contract/operator/rankings/rankings.ts';
import type { RankingType } from '#contract/rankings.ts';
import type { Database } from '#server/kernel/database.ts';
import { Problem } from '#server/kernel/problem.ts';
import { record } from '#server/audit-trail/audit-trail.ts';
import type { Actor } from '#server/kernel/operator.ts';
import { encodeCursor, pageOf, readCursor } from '#server/kernel/paging.ts';
import { certifyIn, pauseIn, resumeIn } from '../closing/closing.ts';
import { cloneLatestMonth } from '../months.ts';
import { changeAlone } from './change.ts';
import { find } from './find.ts';
import { presentRanking, stageOf, statusOf } from './present.ts';
import * as sql from './sql.ts';

export interface ListRequest {
	search?: string | undefined;
	ranking_type?: RankingType | undefined;
	sort?: 'start' | 'title' | undefined;
	order?: 'asc' | 'desc' | undefined;
	cursor?: string | undefined;
	limit: number;
}

export async function listRankings(
	db: Database,
	{ search = '', ranking_type, sort = 'start', order, cursor, limit }: ListRequest,
) {
	const after = readCursor(cursor, [sort === 'title' ? 'text' : 'bigint', 'integer']);
	const rows = await sql.selectRows(db, {
		search,
		sort,
		order: order ?? (sort === 'title' ? 'asc' : 'desc'),
		limit: limit + 1,
		type: ranking_type ?? null,
		after: after && [after[0] ?? '', Number(after[1])],
	});
	const { list, last } = pageOf(rows, limit);
	const next = last && encodeCursor([sort === 'title' ? last.titleKey : last.startKey, last.rankingId]);
	return { list: list.map(presentRanking), cursor: next };
}

export async function readRanking(db: Database, rankingKey: string): Promise<ConsoleRanking> {
	return presentRanking(await find(db, rankingKey));
}

const A_CENTURY_DAYS = 36_500;

export function cloneLastMonth(db: Database, actor: Actor): Promise<ConsoleRanking> {
	return db.transaction(async (tx) => {
		const rankingKey = await cloneLatestMonth(tx, A_CENTURY_DAYS, { draft: true });
		if (rankingKey === null) {
			const any = await sql.selectRows(tx, {
				search: '',
				type: 'monthly',
				sort: 'start',
				order: 'desc',
				after: null,
				limit: 1,
			});
			throw new Problem(any.length > 0 ? 'ranking_exists' : 'ranking_not_found');
		}
		const after = presentRanking(await find(tx, rankingKey));
		await record(tx, actor, { action: 'ranking.clone', target: `ranking:${rankingKey}`, after });
		return after;
	});
}

/** Pauses or resumes voting, and writes the audit row. */
export function pauseRanking(db: Database, actor: Actor, key: string, why: string): Promise<ConsoleRanking> {
	return changeAlone(db, actor, { key, why, action: 'ranking.pause' }, async (tx, row) => {
		if (row.draft || row.paused || statusOf(row) === 'ended') throw new Problem('ranking_state');
		await pauseIn(tx, row.rankingId, why);
	});
}

export function resumeRanking(db: Database, actor: Actor, key: string, why: string): Promise<ConsoleRanking> {
	return changeAlone(db, actor, { key, why, action: 'ranking.resume' }, async (tx, row) => {
		if (!row.paused) throw new Problem('ranking_state');
		await resumeIn(tx, row.rankingId);
	});
}

/** Ends the review early. */
export function certifyRanking(db: Database, actor: Actor, key: string, why: string): Promise<ConsoleRanking> {
	return changeAlone(db, actor, { key, why, action: 'ranking.certify' }, async (tx, row) => {
		if (!row.closed || stageOf(row) === 'certified') throw new Problem('ranking_state');
		await certifyIn(tx, row.rankingId);
	});
}
