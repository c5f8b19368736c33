/** The race of a ranking: its standings by the hour, and how ranks moved today. */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { count, epochSeconds, fanColor, id, idText, rankingKey } from './values/shapes.ts';

export const raceLine = z.object({
	artist_id: id,
	en_name: z.string(),
	native_name: z.nullable(z.string()),
	native_lang: z.nullable(z.string()),
	fan_color: fanColor,
	/** One value per time of the race. 0 before the first vote. */
	tickets: z.array(count),
	/** One value per time of the race. Null before the first vote. */
	ranks: z.array(z.nullable(count)),
});
export type RaceLine = z.output<typeof raceLine>;

export const race = z.object({
	ranking_key: rankingKey,
	start_time: epochSeconds,
	end_time: epochSeconds,
	/** Ascending. An hour without votes is left out. Empty if nothing was recorded. */
	times: z.array(epochSeconds),
	/** The leaders of today, and everybody who was among the first three, in rank order. */
	lines: z.array(raceLine),
});
export type Race = z.output<typeof race>;

export const getRace = endpoint({
	path: '/rankings/race',
	summary: 'The race of one chart: ranks and tickets of its leaders, or of one artist and those around, by the hour',
	access: 'anyone',
	query: z.object({
		ranking_key: rankingKey,
		/** Returns the line of this artist, between those of the two ranks above and of the two below. */
		artist_id: z.optional(idText),
	}),
	reply: race,
	problems: ['ranking_not_found'],
});

export const movement = z.object({
	/** Time of the standing to compare with: the last one of yesterday. Null if there is nothing to compare with. */
	since: z.nullable(epochSeconds),
	/** artist_id and rank at that time, of artists with votes. An artist who is missing is new. */
	ranks: z.array(z.tuple([id, count])),
});
export type Movement = z.output<typeof movement>;

export const getMovement = endpoint({
	path: '/rankings/movement',
	summary: 'The ranks of one chart when today began in the site time zone, to compare with the ranks of now',
	access: 'anyone',
	query: z.object({ ranking_key: rankingKey }),
	reply: movement,
	problems: ['ranking_not_found'],
});
