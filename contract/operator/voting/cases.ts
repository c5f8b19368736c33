/** Cases against votes: the votes, the reason and the status. */
import * as z from 'zod/mini';
import { endpoint } from '../../endpoint.ts';
import {
	bigId,
	bigIdText,
	count,
	epochSeconds,
	id,
	idText,
	limit,
	rankingKey,
	textOf,
	words,
} from '../../values/shapes.ts';
import { caseReason, OBJECTION_HOURS_MIN } from '../../voting.ts';
import { cursor, listOrder, localTime, placeInList, webAddress, why, read } from '../shapes.ts';

const optionalTime = z.optional(localTime);

/**
 * Filter for votes of a ranking. A vote matches if all given conditions hold. At least one is required. End times are
 * exclusive.
 */
export const caseFilter = z
	.object({
		artist_id: z.optional(id),
		fan_ids: z.optional(z.array(bigId).check(z.minLength(1), z.maxLength(1_000))),
		/** Registration time of the account, in the site's time zone. */
		joined_from_local: optionalTime,
		joined_to_local: optionalTime,
		country: z.optional(textOf(2, /^[A-Z]{2}$/)),
		/** Fans who ever signed in from the network. */
		network: z.optional(textOf(64, /^[0-9a-f]{64}$/)),
		/** Time of the vote, in the site's time zone. */
		cast_from_local: optionalTime,
		cast_to_local: optionalTime,
	})
	.check(z.refine((filter) => Object.values(filter).some((part) => part !== undefined), 'choose some votes'));
export type CaseFilter = z.output<typeof caseFilter>;

const operator = z.object({ operator_id: id, email: z.string() });

export const voteCase = z.object({
	case_id: id,
	ranking_key: rankingKey,
	ranking_title: z.string(),
	reason: caseReason,
	/** Public. */
	statement: z.string(),
	incident_url: z.nullable(z.string()),
	filter: caseFilter,
	/** Name of the artist in the filter. Null for any artist. */
	artist: z.nullable(z.string()),
	/** Totals at the time the case was opened. */
	votes: count,
	tickets: count,
	opened_by: operator,
	opened_time: epochSeconds,
	objections_until_time: epochSeconds,
	/**
	 * `objections`: too early to void. `ready`: may be voided. `waiting`: a second operator has to approve. `voiding`
	 * and `restoring`: a job is working. `restored`: every vote of the case counts again. `dropped`: the case ended
	 * without a void.
	 */
	state: z.enum(['objections', 'ready', 'waiting', 'voiding', 'voided', 'restoring', 'restored', 'dropped']),
	/** Number of votes ever voided, and how many of them were restored. */
	voided_votes: count,
	voided_tickets: count,
	restored_votes: count,
	restored_tickets: count,
	/** True if the ranking's result is certified. The case cannot change any more. */
	certified: z.boolean(),
});
export type VoteCase = z.output<typeof voteCase>;

const one = z.object({ case: voteCase });
export const byCase = z.object({ case_id: idText });
const pageQuery = { cursor: placeInList, limit: limit(50) };

export const listCases = read({
	path: '/console/cases',
	summary: 'Cases, latest first',
	query: z.object({ ranking_key: z.optional(rankingKey), order: listOrder, ...pageQuery }),
	reply: z.object({ list: z.array(voteCase), cursor }),
});

export const readCase = read({
	path: '/console/cases/:case_id',
	summary: 'One case',
	params: byCase,
	reply: one,
	problems: ['case_not_found'],
});

export const caseVote = z.object({
	fan_id: bigId,
	name: z.nullable(z.string()),
	country: z.nullable(z.string()),
	artist_id: id,
	en_name: z.string(),
	tickets: count,
	cost_earned: count,
	cost_purchased: count,
	cast_time: epochSeconds,
	voided_time: z.nullable(epochSeconds),
	returned: count,
	restored_time: z.nullable(epochSeconds),
	/** Gems that were taken back when the vote was restored. */
	retaken: count,
});
export type CaseVote = z.output<typeof caseVote>;

export const listCaseVotes = read({
	path: '/console/cases/:case_id/votes',
	summary: 'The votes of a case, by fan',
	params: byCase,
	query: z.object({ fan_id: z.optional(bigIdText), ...pageQuery }),
	reply: z.object({ list: z.array(caseVote), cursor }),
	problems: ['case_not_found'],
});

const said = {
	reason: caseReason,
	/** Public text, which names no person. */
	statement: words(2_000),
	incident_url: z.nullable(webAddress),
	/** Objection period, in hours. */
	objection_hours: z.int().check(z.gte(OBJECTION_HOURS_MIN), z.lte(720)),
};
/** What an operator fills in to open a case. */
export const caseFields = { ...said, ...caseFilter.shape };

export const openCase = endpoint({
	path: '/console/cases',
	summary:
		'Opens a case and fixes its votes: those that match the filter now and that no other case holds. Voids nothing yet',
	access: 'operator:editor',
	body: z.object({ ranking_key: rankingKey, ...said, filter: caseFilter }),
	reply: one,
	problems: ['ranking_not_found', 'ranking_certified', 'incident_missing', 'case_empty', 'case_too_large'],
	idempotent: true,
});

export const dropCase = endpoint({
	path: '/console/cases/:case_id/drop',
	summary: 'Ends a case without a void. Its votes keep counting, and another case may hold them',
	access: 'operator:editor',
	stepUp: true,
	params: byCase,
	body: z.object({ why }),
	reply: one,
	problems: ['case_not_found', 'case_state'],
});

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
	path: '/console/votes/:ranking_key/preview-case',
	summary: 'Counts the votes that a case would hold now. Changes nothing',
	access: 'operator:editor',
	params: z.object({ ranking_key: rankingKey }),
	body: z.object({ filter: caseFilter }),
	reply: casePreview,
	problems: ['ranking_not_found', 'artist_not_found'],
});

export const previewVoid = read({
	path: '/console/cases/:case_id/rank-moves',
	summary: 'What voiding the votes of a case would do to the ranking now. Changes nothing',
	params: byCase,
	reply: z.object({ rank_moves: rankMoves }),
	problems: ['case_not_found'],
});

const begun = z.object({
	/**
	 * `begun`: a job carries it out now. `waiting`: it exceeds the operator's daily limit and waits for a second
	 * operator.
	 */
	status: z.enum(['begun', 'waiting']),
	approval_id: z.nullable(z.string()),
	case: voteCase,
});

export const voidCase = endpoint({
	path: '/console/cases/:case_id/void',
	summary:
		'Voids every vote of the case, and returns gems as its reason requires. Above the operator’s daily limit, a second operator has to approve',
	access: 'operator:finance',
	stepUp: true,
	params: byCase,
	body: z.object({ why }),
	reply: begun,
	problems: ['case_not_found', 'case_state', 'objections_open', 'ranking_certified'],
	idempotent: true,
	moves: true,
});

export const restoreCase = endpoint({
	path: '/console/cases/:case_id/restore',
	summary:
		'Makes voided votes count again: all votes of the case, or one fan’s. Returned gems are taken back; those that were spent since become a debt',
	access: 'operator:finance',
	stepUp: true,
	params: byCase,
	body: z.object({ fan_id: z.nullable(bigId), why }),
	reply: begun,
	problems: ['case_not_found', 'case_state', 'nothing_to_restore', 'ranking_certified'],
	idempotent: true,
	moves: true,
});
