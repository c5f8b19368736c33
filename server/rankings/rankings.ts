/** Lists of rankings. Single charts come from the boards. */
import type { EndedRanking, RankingType, getRankings } from '#contract/rankings.ts';
import type { CheckedInputOf, ReplyOf } from '#contract/endpoint.ts';
import type { Db } from '#server/kernel/database.ts';
import type { Boards } from './charts/boards.ts';
import { headOf, presentListedArtist, presentRankingConfig } from './presenters.ts';
import * as sql from './sql.ts';

export async function listRankings(
	db: Db,
	{ page, limit, ranking_type }: CheckedInputOf<typeof getRankings>['query'],
): Promise<ReplyOf<typeof getRankings>> {
	const type = ranking_type ?? null;
	const [rows, total] = await Promise.all([
		sql.selectRankings(db, { offset: (page - 1) * limit, limit, type }),
		sql.countRankings(db, type),
	]);
	const list = rows.map((row) => {
		const { end_countdown: _, ...config } = presentRankingConfig(row, row.now);
		return { ...config, artist_count: row.artist_count, total_tickets: row.total_tickets };
	});
	return { list, total };
}

/** Maximum number of ended rankings on one page: more than thirty years of rankings. */
const ENDED_MAX = 10_000;

export async function readEndedRankings(db: Db, type: RankingType | null): Promise<Omit<EndedRanking, 'lang'>[]> {
	const rows = await sql.selectEndedRankings(db, { type, most: ENDED_MAX });
	const ids = rows.map(({ rankingId }) => rankingId);
	const tops = Map.groupBy(ids.length > 0 ? await sql.selectTopThree(db, ids) : [], ({ rankingId }) => rankingId);
	return rows.map((row) => ({
		...headOf(row, row.now),
		artist_count: row.artist_count,
		top_artists: (tops.get(row.rankingId) ?? []).map(presentListedArtist),
	}));
}

export const readCurrentMonthlyKey = sql.selectCurrentMonthlyKey;
export const readStandings = sql.selectStandings;

export async function readCurrentMonthly(db: Db, boards: Boards) {
	const key = await sql.selectCurrentMonthlyKey(db);
	return key === null ? null : boards.read(key);
}
