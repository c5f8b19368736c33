import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { VOTE_VERSION_LENGTH_MAX, VOTE_VERSION_PATTERN } from './values/chart-version.ts';
import { count, epochSeconds, fanColor, id, inLanguage, limit, page, rankingKey, textOf } from './values/shapes.ts';

export const rankingType = z.enum(['monthly', 'birthday', 'theme']);
export type RankingType = z.output<typeof rankingType>;

/** Status of a ranking, set by its times and by operators. Only `ongoing` takes votes. All others are break stages. */
export const rankingStatus = z.enum(['upcoming', 'ongoing', 'paused', 'ended']);
export type RankingStatus = z.output<typeof rankingStatus>;

/** Stage of the result of an ended ranking: `closed` is provisional, `certified` is final. */
export const rankingStage = z.enum(['open', 'closed', 'certified']);
export type RankingStage = z.output<typeof rankingStage>;

export const artistKind = z.enum(['solo', 'group', 'song']);

export const listedArtist = z.object({
	/** 1, 2, 3 … without ties: ordered by tickets, then by the time of reaching that number, then by artist_id. */
	rank: count,
	artist_id: id,
	kind: artistKind,
	en_name: z.string(),
	native_name: z.nullable(z.string()),
	/** BCP 47 language of `native_name`. */
	native_lang: z.nullable(z.string()),
	sub_title: z.nullable(z.string()),
	avatar_url: z.nullable(z.string()),
	fan_color: fanColor,
	/** `YYYY-MM-DD`, in birthday rankings that are not ended. */
	birthday: z.optional(z.string()),
	/** True for an artist without a page: operators have hidden it since. Past results keep their lists. */
	hidden: z.optional(z.boolean()),
	tickets: count,
});
export type ListedArtist = z.output<typeof listedArtist>;

export const rankingConfig = z.object({
	ranking_key: rankingKey,
	ranking_type: rankingType,
	title: z.string(),
	status: rankingStatus,
	stage: rankingStage,
	start_time: epochSeconds,
	/** Exclusive: the first second that takes no vote. */
	end_time: epochSeconds,
	/** Seconds until `end_time` by the database's clock. 0 after it. */
	end_countdown: count,
	cover_image_url: z.nullable(z.string()),
	cover_link_url: z.nullable(z.string()),
	cover_alt: z.string(),
	/** Gems a vote costs in this ranking. */
	ticket2gem_ratio: count,
});
export type RankingConfig = z.output<typeof rankingConfig>;

export const chart = z.object({
	artist_list: z.array(listedArtist),
	ranking_config: rankingConfig,
	total_tickets: count,
	votes_per_minute: count,
	/** Names the votes that are counted: see contract/values/chart-version.ts. */
	chart_version: z.string(),
	/** Entries of the public log at the count, which may be a second ahead of them. Null: the log has none yet. */
	log_size: z.nullable(count),
	/** Set only while votes cannot be counted: the time of the last count. */
	as_of: z.optional(epochSeconds),
});
export type Chart = z.output<typeof chart>;

export const getChart = endpoint({
	path: '/rankings/detail',
	summary: 'One chart: its artists in rank order, and its rules',
	access: 'anyone',
	query: z.object({
		ranking_key: rankingKey,
		/** `chart_version` of a vote just cast: waits up to 400 ms for a chart that includes it. */
		after: z.optional(textOf(VOTE_VERSION_LENGTH_MAX, VOTE_VERSION_PATTERN)),
	}),
	reply: chart,
	problems: ['ranking_not_found'],
});

/** Changes since the previous event. Everything else is unchanged. See contract/values/live-chart.ts. */
export const chartChange = z.object({
	/** Artists with a new rank or new tickets: artist_id, rank, tickets. */
	moved: z.array(z.tuple([id, count, count])),
	total_tickets: count,
	votes_per_minute: count,
	chart_version: z.string(),
	log_size: z.nullable(count),
	end_countdown: count,
});
export type ChartChange = z.output<typeof chartChange>;

export const getLiveChart = endpoint({
	path: '/rankings/live',
	summary: 'Live changes of one chart: server-sent events, resumable by Last-Event-ID',
	access: 'anyone',
	query: z.object({ ranking_key: rankingKey }),
	reply: z.null(),
	/** Sends the whole `chart` first, unless the server can continue from the state that Last-Event-ID names. */
	events: { chart, change: chartChange },
	problems: ['ranking_not_found'],
});

export const endedRanking = z.object({
	ranking_key: rankingKey,
	ranking_type: rankingType,
	title: z.string(),
	/** Language of the title: the one that was asked for, if it is translated. */
	lang: z.string(),
	start_time: epochSeconds,
	end_time: epochSeconds,
	stage: rankingStage,
	cover_link_url: z.nullable(z.string()),
	top_artists: z.array(listedArtist),
	artist_count: count,
});
export type EndedRanking = z.output<typeof endedRanking>;

export const getEndedRankings = endpoint({
	path: '/rankings/ended-rankings-profile',
	summary: 'Ended rankings of one type, latest first, each with its top three',
	access: 'anyone',
	query: z.object({ page, limit: limit(10_000, 10_000), ranking_type: z.optional(rankingType), ...inLanguage }),
	reply: z.object({ list: z.array(endedRanking), total: count }),
});

export const rankingSummary = z.object({
	ranking_key: rankingKey,
	ranking_type: rankingType,
	title: z.string(),
	status: rankingStatus,
	stage: rankingStage,
	start_time: epochSeconds,
	end_time: epochSeconds,
	cover_image_url: z.nullable(z.string()),
	artist_count: count,
	total_tickets: count,
});

export const getRankings = endpoint({
	path: '/rankings/list',
	summary: 'All rankings, latest first',
	access: 'anyone',
	query: z.object({ page, limit: limit(20), ranking_type: z.optional(rankingType) }),
	reply: z.object({ list: z.array(rankingSummary), total: count }),
});

const specialRanking = z.object({ artist_list: z.array(listedArtist) });

export const getAllTimeRanking = endpoint({
	path: '/rankings/all-time-ranking',
	summary: 'Artists by the sum of their tickets over all monthly rankings',
	access: 'anyone',
	query: z.object({ page, limit: limit(100) }),
	reply: specialRanking,
});

export const getHotMusicRanking = endpoint({
	path: '/rankings/hot-music-ranking',
	summary: 'The current music ranking, sorted by tickets of the last 24 hours',
	access: 'anyone',
	query: z.object({ page, limit: limit(100) }),
	reply: specialRanking,
});

export const getNewMusicRanking = endpoint({
	path: '/rankings/new-music-ranking',
	summary: 'Music entries, most recently added first',
	access: 'anyone',
	query: z.object({ page, limit: limit(100) }),
	reply: specialRanking,
});
