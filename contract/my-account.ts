/** Calls on the fan's own account: sign out on every device, export the data, delete the account. */
import * as z from 'zod/mini';
import { ACCOUNT_DELETION_DAYS, FRESH_SIGN_IN_MINUTES } from './values/constants.ts';
import { user } from './accounts.ts';
import { endpoint } from './endpoint.ts';
import { favorite } from './favorites.ts';
import { gemLog } from './gems.ts';
import { count, epochSeconds, limit, numberCursor, rankingKey, textOf } from './values/shapes.ts';
import { order } from './orders.ts';
import { listedArtist } from './rankings.ts';
import { reminders } from './push.ts';
import { IDEMPOTENCY_KEY_PATTERN, voided } from './voting.ts';

export const logOutEverywhere = endpoint({
	methods: ['POST'],
	path: '/user/logout-everywhere',
	summary: 'Ends every session of this fan, including this one',
	access: 'signed-in',
	reply: z.object({ ended: count }),
});

export const ownSession = z.object({
	session_id: z.string(),
	provider: z.string(),
	country: z.nullable(z.string()),
	created_time: epochSeconds,
	/** Rounded to the hour. */
	used_time: epochSeconds,
	current: z.boolean(),
});
export type OwnSession = z.output<typeof ownSession>;

export const getMySessions = endpoint({
	path: '/user/me/sessions',
	summary: 'The fan’s open sessions, latest sign-in first',
	access: 'signed-in',
	reply: z.object({ sessions: z.array(ownSession) }),
});

export const endMySession = endpoint({
	methods: ['POST'],
	path: '/user/me/sessions/:session_id/end',
	summary: 'Ends one session of this fan',
	access: 'signed-in',
	params: z.object({ session_id: textOf(24, /^[0-9a-f]{24}$/) }),
	reply: z.object({ ended: z.literal(true) }),
	problems: ['session_not_found'],
});

export const ownVote = z.object({
	ranking_key: z.string(),
	ranking_title: z.string(),
	artist_id: count,
	artist_name: z.string(),
	ticket_number: count,
	gem_cost: count,
	cast_time: epochSeconds,
	voided,
	/** Set if the vote was voided and counts again: the case that is no longer held against it. */
	restored: voided,
	/** Names the vote in the ranking's public log: its Idempotency-Key. */
	tag: z.string(),
});

export const getMyVotes = endpoint({
	path: '/user/me/votes',
	summary: 'Every vote of this fan, latest first',
	access: 'registered',
	query: z.object({ cursor: numberCursor, limit: limit(50, 100) }),
	reply: z.object({ votes: z.array(ownVote), cursor: z.nullable(z.string()) }),
});

/** The proof that witnesses hold a vote: its path to a tree that the anchor tells of, and that leaf's own proof. */
const witnessedVote = z.object({
	leaf: z.string(),
	/** Base64, from the vote's sibling up to that root. */
	path: z.array(z.string()),
	/** A C2SP tlog-proof of the leaf. Its checkpoint has the cosignatures. */
	proof: z.string(),
	vkey: z.string(),
	/** By C2SP tlog-policy: keys of the witnesses, and how many are enough. */
	policy: z.string(),
});

/** What one fan gave to one artist, over all rankings or in one. 0 if none of these votes counts. */
export const ownTotal = z.omit(listedArtist, { rank: true, sub_title: true });
export type OwnTotal = z.output<typeof ownTotal>;

export const getMyTotals = endpoint({
	path: '/user/me/votes/totals',
	summary: 'The votes that this fan gave to each artist, the most first',
	access: 'registered',
	query: z.object({ ranking_key: z.optional(rankingKey) }),
	reply: z.object({ totals: z.array(ownTotal) }),
	problems: ['ranking_not_found'],
});

export const getVoteProof = endpoint({
	path: '/user/me/votes/:tag/proof',
	summary: "The leaf of one of this fan's votes in the public log, with the proof that the log holds it",
	access: 'registered',
	/** The vote's Idempotency-Key is its tag in the log. */
	params: z.object({ tag: textOf(36, IDEMPOTENCY_KEY_PATTERN) }),
	reply: z.object({
		ranking_key: rankingKey,
		log: z.string(),
		/** Key that signs the log, as C2SP signed-note writes it. */
		vkey: z.string(),
		leaf: z.string(),
		/** A C2SP tlog-proof. Null: the vote is counted, and will be in the log within seconds. */
		proof: z.nullable(z.string()),
		/** Outsiders that the site has asked to watch the log. */
		witnesses: count,
		/** Null: too few of them have cosigned a checkpoint that holds the vote, or there are none. */
		witnessed: z.nullable(witnessedVote),
	}),
	problems: ['vote_not_found'],
});

export const myData = z.object({
	exported_time: epochSeconds,
	account: user,
	created_time: epochSeconds,
	sign_ins: z.array(z.object({ provider: z.string(), login_email: z.nullable(z.string()), linked_time: epochSeconds })),
	sessions: z.array(
		z.object({
			provider: z.string(),
			created_time: epochSeconds,
			expires_time: epochSeconds,
			country: z.nullable(z.string()),
		}),
	),
	gem_logs: z.array(gemLog),
	votes: z.array(ownVote),
	check_ins: z.array(z.object({ day: z.string(), sequence: count, gem_number: count })),
	orders: z.array(order),
	favorites: z.array(favorite),
	reminders: z.nullable(reminders),
	/** Devices that take reminders: the push service, never the address, which would grant sending to it. */
	push_devices: z.array(z.object({ service: z.string(), created_time: epochSeconds })),
});
export type MyData = z.output<typeof myData>;

export const getMyData = endpoint({
	path: '/user/me/data',
	summary: 'Everything that the site stores about this fan',
	access: 'signed-in',
	reply: myData,
});

export const deleteAccount = endpoint({
	path: '/user/me/delete',
	summary: `Ends all sessions and has the account erased after ${ACCOUNT_DELETION_DAYS} days, unless the fan signs in again before then. The session must have begun within the last ${FRESH_SIGN_IN_MINUTES} minutes`,
	access: 'signed-in',
	/** Confirmation by the fan that all remaining gems are given up, so that no stray request deletes an account. */
	body: z.object({ gems_are_given_up: z.literal(true) }),
	reply: z.object({ erase_time: epochSeconds, gem_balance: z.int() }),
	problems: ['sign_in_not_recent'],
});
