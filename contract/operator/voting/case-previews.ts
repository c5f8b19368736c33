/** What a case would hold, and what voiding its votes would do. Nothing here changes anything. */
import * as z from 'zod/mini';
import { endpoint } from '../../endpoint.ts';
import { count, epochSeconds, id, idText, rankingKey } from '../../values/shapes.ts';
import { caseFilter } from './cases.ts';

/** Change of an artist's place if the votes were voided now. */
export const rankMove = z.object({
	artist_id: id,
	en_name: z.string(),
	rank: count,
	rank_after: count,
	tickets: count,
	tickets_after: count,
});
export type RankMove = z.output<typeof rankMove>;

/** Artists who would lose votes or change places, in order of rank; at most twenty. */
const rankMoves = z.array(rankMove);

export const casePreview = z.object({
	/** Number of matching votes that no other case holds. */
	votes: count,
	tickets: count,
	fans: count,
	/** At most ten, largest number of tickets first. */
	artists: z.array(z.object({ artist_id: id, en_name: z.string(), votes: count, tickets: count })),
	rank_moves: rankMoves,
	/** Time at which the review of the result ends. Objections end no later than that. */
	review_ends_time: epochSeconds,
});
export type CasePreview = z.output<typeof casePreview>;

export const previewCase = endpoint({
	name: 'previewCase',
	methods: ['POST'],
	path: '/console/votes/:ranking_key/preview-case',
	summary: 'Counts the votes that a case would hold now. Changes nothing',
	access: 'operator:editor',
	params: z.object({ ranking_key: rankingKey }),
	body: z.object({ filter: caseFilter }),
	reply: casePreview,
	problems: ['ranking_not_found', 'artist_not_found'],
});

export const previewVoid = endpoint({
	name: 'previewVoid',
	methods: ['GET'],
	path: '/console/cases/:case_id/rank-moves',
	summary: 'What voiding the votes of a case would do to the ranking now. Changes nothing',
	access: 'operator',
	params: z.object({ case_id: idText }),
	reply: z.object({ rank_moves: rankMoves }),
	problems: ['case_not_found'],
});
