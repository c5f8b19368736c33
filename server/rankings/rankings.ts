/** Lists of rankings. Single charts come from the boards. */
import type { EndedRanking, RankingType, getRankings } from '#contract/rankings.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { Db } from '#server/kernel/database.ts';
import { mediaUrl } from '#server/media/names.ts';
import type { Boards } from './charts/boards.ts';
import { COVER_WIDTH, presentListedArtist } from './presenters.ts';
import { stageAt, statusAt } from './rules.ts';
import * as sql from './sql.ts';

export interface ListRequest {
	page: number;
	limit: number;
	ranking_type?: RankingType | undefined;
}

type RankingList = ReplyOf<typeof getRankings>;

export async function listRankings(db: Db, { page, limit, ranking_type }: ListRequest): Promise<RankingList> {
	const type = ranking_type ?? null;
	const [rows, total] = await Promise.all([
		sql.selectRankings(db, { offset: (page - 1) * limit, limit, type }),
		sql.countRankings(db, type),
	]);
	const list = rows.map((row) => ({
		...presentListed(row),
		status: statusAt(row, row.now),
		cover_image_url: mediaUrl(row.coverMediaId, COVER_WIDTH),
		total_tickets: row.totalTickets,
	}));
	return { list, total };
}

const presentListed = (row: sql.EndedRow) => ({
	ranking_key: row.rankingKey,
	ranking_type: row.rankingType,
	title: row.title,
	start_time: Math.floor(row.startsAt / 1000),
	end_time: Math.floor(row.endsAt / 1000),
	stage: stageAt(row, row.now),
	artist_count: row.artistCount,
});

/** Maximum number of ended rankings on one page: more than thirty years of rankings. */
const ENDED_MAX = 10_000;

export async function readEndedRankings(db: Db, type: RankingType | null): Promise<Omit<EndedRanking, 'lang'>[]> {
	const rows = await sql.selectEndedRankings(db, { type, most: ENDED_MAX });
	const ids = rows.map(({ rankingId }) => rankingId);
	const tops = Map.groupBy(ids.length > 0 ? await sql.selectTopThree(db, ids) : [], ({ rankingId }) => rankingId);
	return rows.map((row) => ({
		...presentListed(row),
		cover_link_url: row.coverLinkUrl,
		top_artists: (tops.get(row.rankingId) ?? []).map(presentListedArtist),
	}));
}

export const readCurrentMonthlyKey = sql.selectCurrentMonthlyKey;

export async function readCurrentMonthly(db: Db, boards: Boards) {
	const key = await sql.selectCurrentMonthlyKey(db);
	return key === null ? null : boards.read(key);
}
