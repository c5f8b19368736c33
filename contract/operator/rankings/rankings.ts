import * as z from 'zod/mini';
import { endpoint } from '../../endpoint.ts';
import { rankingStage, rankingStatus, rankingType } from '../../rankings.ts';
import { count, epochSeconds, id, rankingKey, textOf } from '../../values/shapes.ts';
import {
	alt,
	cursor,
	link,
	listQuery,
	localTime,
	mediaId,
	picture,
	title,
	version,
	waitsAs,
	why,
	read,
} from '../shapes.ts';

/** Fields that are frozen when a ranking opens. */
const rules = {
	/** In the site's time zone. */
	starts_local: localTime,
	/** In the site's time zone. Exclusive: the first minute that takes no vote. */
	ends_local: localTime,
	gems_per_vote: z.int().check(z.gte(1), z.lte(1_000_000)),
	/** Maximum number of votes per fan. Null means no limit. */
	votes_per_fan_max: z.nullable(id),
	review_hours: z.int().check(z.gte(0), z.lte(720)),
};

/** Fields that may be changed at any time. */
const looks = { title, cover_media_id: z.nullable(mediaId), cover_alt: alt, cover_link_url: link };

export const rankingCreation = z.object({
	ranking_key: rankingKey,
	ranking_type: rankingType,
	/** True to create a draft, which only operators see until it is published. */
	draft: z.optional(z.boolean()),
	...rules,
	gems_per_vote: z.optional(rules.gems_per_vote),
	...looks,
});
export const rankingEdit = z.object({ version, ...rules, ...looks });

export const consoleRanking = z.object({
	ranking_key: rankingKey,
	ranking_type: rankingType,
	title: z.string(),
	status: rankingStatus,
	stage: rankingStage,
	/** True if only operators can see the ranking, regardless of its times, until it is published. */
	draft: z.boolean(),
	start_time: epochSeconds,
	end_time: epochSeconds,
	starts_local: z.string(),
	ends_local: z.string(),
	timezone: z.string(),
	gems_per_vote: count,
	votes_per_fan_max: z.nullable(count),
	review_hours: count,
	/** When the review of the result ends. Null until voting is closed. */
	review_end_time: z.nullable(epochSeconds),
	cover: picture,
	cover_alt: z.string(),
	cover_link_url: z.nullable(z.string()),
	artist_count: count,
	total_tickets: count,
	/** True from the opening on: rules and entries cannot be changed any more. */
	frozen: z.boolean(),
	/** True if the ranking can still be unpublished: it has not ended and fans have not voted in it. */
	can_unpublish: z.boolean(),
	/** The current pause. Null if the ranking is not paused. */
	pause: z.nullable(z.object({ reason: z.string(), since: epochSeconds })),
	version,
});
export type ConsoleRanking = z.output<typeof consoleRanking>;

const byKey = z.object({ ranking_key: rankingKey });
const one = z.object({ ranking: consoleRanking });
/** A step of a ranking, with its reason. */
const step = { methods: ['POST'], stepUp: true, params: byKey, body: z.object({ why }), reply: one } as const;

export const listRankings = read({
	path: '/console/rankings',
	summary: 'All rankings, latest first',
	query: z.object({
		...listQuery,
		ranking_type: z.optional(rankingType),
		sort: z.optional(z.enum(['start', 'title'])),
	}),
	reply: z.object({ list: z.array(consoleRanking), cursor }),
});

export const readRanking = read({
	path: '/console/rankings/:ranking_key',
	summary: 'One ranking',
	params: byKey,
	reply: one,
	problems: ['ranking_not_found'],
});

export const createRanking = endpoint({
	path: '/console/rankings',
	summary:
		'Creates a ranking that starts in the future. gems_per_vote defaults to the site’s price. Another price needs the role finance and a passkey, and a price that differs greatly needs a second operator',
	access: 'operator:editor',
	body: rankingCreation,
	/** Null while the ranking waits for approval. */
	reply: z.object({ ranking: z.nullable(consoleRanking), approval_id: waitsAs }),
	problems: ['ranking_exists', 'period_invalid', 'media_unknown', 'step_up_required', 'passkey_missing'],
	idempotent: true,
});

export const cloneLastMonth = endpoint({
	methods: ['POST'],
	path: '/console/rankings/clone-last-month',
	summary: 'Creates a draft of the month after the latest monthly ranking, with the same entries, cover and rules',
	access: 'operator:editor',
	reply: one,
	problems: ['ranking_exists', 'ranking_not_found'],
	idempotent: true,
});

export const editRanking = endpoint({
	methods: ['PUT'],
	path: '/console/rankings/:ranking_key',
	summary:
		'Changes a ranking; after its opening, only title and cover. A price other than the site’s needs the role finance and a passkey, and a price that differs greatly needs a second operator',
	access: 'operator:editor',
	params: byKey,
	body: rankingEdit,
	/** Current state. Unchanged while the change waits for approval. */
	reply: z.object({ ...one.shape, approval_id: waitsAs }),
	problems: [
		'ranking_not_found',
		'stale_edit',
		'ranking_frozen',
		'period_invalid',
		'media_unknown',
		'step_up_required',
		'passkey_missing',
	],
});

export const rankings = {
	noun: 'ranking',
	fields: { ...rules, ...looks },
	rules,
	missing: 'ranking_not_found',
	create: createRanking,
	edit: editRanking,
} as const;

export const pauseRanking = endpoint({
	...step,
	path: '/console/rankings/:ranking_key/pause',
	summary: 'Pauses voting',
	access: 'operator:editor',
	problems: ['ranking_not_found', 'ranking_state'],
});

export const resumeRanking = endpoint({
	...step,
	path: '/console/rankings/:ranking_key/resume',
	summary: 'Resumes voting',
	access: 'operator:editor',
	/** The reason of the pause is on record. */
	body: z.object({ why: z.optional(why) }),
	problems: ['ranking_not_found', 'ranking_state'],
});

export const certifyRanking = endpoint({
	...step,
	path: '/console/rankings/:ranking_key/certify',
	summary:
		'Makes the result final. Before the review is over, a second operator has to approve it. `takes_card_down` removes the home card of a ranking that is not monthly at the same moment',
	access: 'operator:owner',
	body: z.object({ why, takes_card_down: z.optional(z.boolean()) }),
	reply: z.object({ ...one.shape, approval_id: waitsAs }),
	problems: ['ranking_not_found', 'ranking_state', 'case_open'],
});

export const publishRanking = endpoint({
	path: '/console/rankings/:ranking_key/publish',
	summary:
		'Publishes a draft that lists artists, as the operator saw it. The ranking opens at its start, which must be in the future',
	access: 'operator:editor',
	stepUp: true,
	params: byKey,
	body: z.object({ version }),
	reply: one,
	problems: ['ranking_not_found', 'ranking_state', 'stale_edit', 'ranking_incomplete', 'period_invalid'],
});

export const unpublishRanking = endpoint({
	...step,
	path: '/console/rankings/:ranking_key/unpublish',
	summary: 'Makes a ranking a draft again, before its first vote',
	access: 'operator:editor',
	problems: ['ranking_not_found', 'ranking_state', 'ranking_has_votes'],
});

export const deleteRanking = endpoint({
	methods: ['DELETE'],
	path: '/console/rankings/:ranking_key',
	summary: 'Deletes a draft that has never opened, with its entries',
	access: 'operator:editor',
	params: byKey,
	reply: z.object({ ranking_key: rankingKey }),
	problems: ['ranking_not_found', 'ranking_state', 'ranking_in_use'],
});

const month = textOf(7, /^20\d\d-(?:0[1-9]|1[0-2])$/);

const proposal = z.object({
	/** Month of the birthdays, for example `2026-12`. */
	month,
	ranking_key: rankingKey,
	title: z.string(),
	/** The month before that month, or the rest of it. */
	starts_local: z.string(),
	ends_local: z.string(),
	/** Sorted by birthday. */
	artists: z.array(z.object({ artist_id: id, en_name: z.string(), birthday: z.string() })),
	/** True if the chart has been created already. */
	made: z.boolean(),
});
export type BirthdayProposal = z.output<typeof proposal>;

export const listBirthdayProposals = read({
	path: '/console/birthday-proposals',
	summary: 'Proposed charts of artists with birthdays in the next two months, each running in the month before',
	reply: z.object({ proposals: z.array(proposal) }),
});

export const makeBirthdayRanking = endpoint({
	methods: ['POST'],
	path: '/console/birthday-proposals/:month',
	summary: 'Creates a proposed chart with its entries, as a draft',
	access: 'operator:editor',
	params: z.object({ month }),
	reply: z.object({ ranking: consoleRanking }),
	problems: ['ranking_not_found', 'ranking_exists'],
	idempotent: true,
});
