/** Lists of rankings. Single charts come from the boards. */
import type { EndedRanking, RankingType, getRankings } from '#contract/rankings.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { Db } from '#server/kernel/database.ts';
import { mediaUrl } from '#server/media/names.ts';
import type { Boards } from './charts/boards.ts';
import { COVER_WIDTH, presentListedArtist } from './presenters.ts';
import { stageAt, statusAt } from './rules.ts';
import { countRankings, selectCurrentMonthlyKey, selectEndedRankings, selectRankings, selectTopThree } from './sql.ts';

export interface ListRequest {
	page: number;
	limit: number;
	ranking_type?: RankingType | undefined;
}

type RankingList = ReplyOf<typeof getRankings>;

export async function listRankings(db: Db, { page, limit, ranking_type }: ListRequest): Promise<RankingList> {
	const type = ranking_type ?? null;
	const [rows, total] = await Promise.all([
		selectRankings(db, { offset: (page - 1) * limit, limit, type }),
		countRankings(db, type),
	]);
	const list = rows.map((row) => ({
		ranking_key: row.rankingKey,
		ranking_type: row.rankingType,
		title: row.title,
		status: statusAt(row, row.now),
		stage: stageAt(row, row.now),
		start_time: Math.floor(row.startsAt / 1000),
		end_time: Math.floor(row.endsAt / 1000),
		cover_image_url: mediaUrl(row.coverMediaId, COVER_WIDTH),
		artist_count: row.artistCount,
		total_tickets: row.totalTickets,
	}));
	return { list, total };
}

/** Maximum number of ended rankings on one page: more than thirty years of rankings. */
const ENDED_MAX = 10_000;

/** Returns all ended rankings, latest first, each with its first three. */
export async function readEndedRankings(db: Db, type: RankingType | null): Promise<Omit<EndedRanking, 'lang'>[]> {
	const rows = await selectEndedRankings(db, { type, most: ENDED_MAX });
	const ids = rows.map(({ rankingId }) => rankingId);
	const tops = Map.groupBy(ids.length > 0 ? await selectTopThree(db, ids) : [], ({ rankingId }) => rankingId);
	return rows.map((row) => ({
		ranking_key: row.rankingKey,
		ranking_type: row.rankingType,
		title: row.title,
		start_time: Math.floor(row.startsAt / 1000),
		end_time: Math.floor(row.endsAt / 1000),
		stage: stageAt(row, row.now),
		cover_link_url: row.coverLinkUrl,
		top_artists: (tops.get(row.rankingId) ?? []).map(presentListedArtist),
		artist_count: row.artistCount,
	}));
}

/** Returns the key of the current monthly ranking, or null if no month has begun yet. */
export const readCurrentMonthlyKey = selectCurrentMonthlyKey;

/** Returns the chart of the current monthly ranking, or null if no month has begun yet. */
export async function readCurrentMonthly(db: Db, boards: Boards) {
	const key = await selectCurrentMonthlyKey(db);
	return key === null ? null : boards.read(key);
}
