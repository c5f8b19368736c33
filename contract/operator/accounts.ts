/** Fans as operators see them, and closing a cheater's account. */
import * as z from 'zod/mini';
import { ACCOUNT_DELETION_DAYS } from '../values/constants.ts';
import { myData } from '../my-account.ts';
import { endpoint } from '../endpoint.ts';
import { bigId, bigIdText, count, epochSeconds, id, limit, rankingKey, ssoType } from '../values/shapes.ts';
import { voided } from '../voting.ts';
import { listedOrder } from './orders.ts';
import { cursor, listQuery, placeInList, waitsAs, why, read } from './shapes.ts';

/** The most serious thing that holds for a fan, in this order. */
export const fanStatus = z.enum(['deleted', 'leaving', 'suspended', 'locked', 'in_debt', 'not_registered', 'active']);

/** Lists can be filtered by what operators have to find again. */
export const fanFilter = z.enum(['leaving', 'suspended', 'locked']);

export const listedFan = z.object({
	fan_id: bigId,
	name: z.nullable(z.string()),
	email: z.nullable(z.string()),
	country: z.nullable(z.string()),
	register_platform: ssoType,
	joined_time: epochSeconds,
	status: fanStatus,
	registered: z.boolean(),
	suspended: z.boolean(),
	earned: z.int(),
	purchased: z.int(),
});

export const fanDetail = z.object({
	...listedFan.shape,
	/** The case that has locked the fan's gems. */
	locked_by: z.nullable(id),
	/** Sign-in identities. The addresses were verified by the provider. */
	identities: z.array(z.object({ provider: ssoType, login_email: z.nullable(z.string()), linked_time: epochSeconds })),
	avatar_url: z.nullable(z.string()),
	active_sessions: count,
	/** Time at which the account will be erased. Null if no deletion was requested. */
	erase_time: z.nullable(epochSeconds),
	/** True if identity and contact data have been erased. */
	erased: z.boolean(),
});

const byId = z.object({ fan_id: bigIdText });
const one = z.object({ fan: fanDetail });

/** What every list of one fan has in common. */
const ofFan = {
	params: byId,
	query: z.object({ cursor: placeInList, limit: limit(50) }),
	problems: ['fan_not_found'],
} as const;
const page = <Row extends z.ZodMiniType>(row: Row) => z.object({ list: z.array(row), cursor });

export const listFans = read({
	path: '/console/fans',
	summary:
		'Fans, latest first, or in the order of their joining. Search by id, or by the beginning of a name or an address. Viewers see masked names and addresses, and must search by a complete one',
	query: z.object({ ...listQuery, status: z.optional(fanFilter) }),
	reply: page(listedFan),
});

export const readFan = read({
	path: '/console/fans/:fan_id',
	summary: 'One fan',
	params: byId,
	reply: one,
	problems: ['fan_not_found'],
});

export const readFanVotes = read({
	path: '/console/fans/:fan_id/votes',
	summary: 'Every vote of the fan, latest first',
	...ofFan,
	reply: page(
		z.object({
			ranking_key: rankingKey,
			artist_id: id,
			en_name: z.string(),
			tickets: count,
			cost_earned: count,
			cost_purchased: count,
			time: epochSeconds,
			voided,
		}),
	),
});

export const readFanOrders = read({
	path: '/console/fans/:fan_id/orders',
	summary: 'Every order of the fan, latest first',
	...ofFan,
	reply: page(z.omit(listedOrder, { fan_id: true, fan_name: true, fan_email: true })),
});

export const readFanSessions = read({
	path: '/console/fans/:fan_id/sessions',
	summary: 'Sessions of the fan, latest first, at most 100',
	params: byId,
	reply: z.object({
		list: z.array(
			z.object({
				provider: ssoType,
				country: z.nullable(z.string()),
				started_time: epochSeconds,
				expires_time: epochSeconds,
				active: z.boolean(),
			}),
		),
	}),
	problems: ['fan_not_found'],
});

/** A step that only needs a reason. */
const step = { methods: ['POST'], params: byId, body: z.object({ why }), problems: ['fan_not_found'] } as const;

/** The fan stays as they are while the change waits for approval. */
const waitable = z.object({ ...one.shape, approval_id: waitsAs });

/** A step that a second operator approves beyond ten a day. */
const suspension = {
	...step,
	access: 'operator:editor',
	stepUp: true,
	reply: waitable,
	problems: ['fan_not_found', 'fan_erased'],
} as const;

export const suspendFan = endpoint({
	...suspension,
	path: '/console/fans/:fan_id/suspend',
	summary:
		'Suspends the fan, who can still log in, but cannot vote, check in or buy. Beyond ten a day, a second operator approves',
});

export const restoreFan = endpoint({
	...suspension,
	path: '/console/fans/:fan_id/restore',
	summary: 'Ends a suspension. Beyond ten a day, a second operator approves',
});

export const logFanOut = endpoint({
	...step,
	path: '/console/fans/:fan_id/log-out',
	summary: 'Ends all sessions of the fan',
	access: 'operator:editor',
	reply: z.object({ ended: count }),
});

export const deleteFan = endpoint({
	path: '/console/fans/:fan_id/delete',
	summary: `Ends all sessions and has the account erased after ${ACCOUNT_DELETION_DAYS} days, unless the fan signs in again before then`,
	access: 'operator:owner',
	stepUp: true,
	params: byId,
	/** Confirmation by the operator that all remaining gems are given up. */
	body: z.object({ gems_are_given_up: z.literal(true), why }),
	reply: z.object({ fan: fanDetail, ended: count }),
	problems: ['fan_not_found', 'fan_erased'],
});

export const keepFan = endpoint({
	...step,
	path: '/console/fans/:fan_id/keep',
	summary: 'Cancels a deletion that has not been carried out, whoever asked for it',
	access: 'operator:owner',
	reply: one,
	problems: ['fan_not_found', 'fan_erased'],
});

export const exportFanData = endpoint({
	path: '/console/fans/:fan_id/data',
	summary: 'Everything that the site stores about a fan, who has asked for it',
	access: 'operator:owner',
	stepUp: true,
	params: byId,
	body: z.object({ why }),
	reply: myData,
	problems: ['fan_not_found', 'fan_erased'],
});

export const readLedger = read({
	path: '/console/fans/:fan_id/ledger',
	summary: 'The whole ledger of the wallet, latest first',
	...ofFan,
	reply: page(
		z.object({
			seq: count,
			kind: z.string(),
			earned: z.int(),
			purchased: z.int(),
			earned_after: z.int(),
			purchased_after: z.int(),
			cause: z.string(),
			time: epochSeconds,
			/** Set if the entry paid for a vote. */
			vote: z.nullable(
				z.object({ ranking_key: rankingKey, ranking_title: z.string(), artist_id: id, en_name: z.string() }),
			),
		}),
	),
});

const gems = z.int().check(z.gte(-100_000_000), z.lte(100_000_000));

export const adjustGems = endpoint({
	path: '/console/fans/:fan_id/adjustments',
	summary:
		'Adds or removes gems by a ledger entry. Above the operator’s daily limit, a second operator has to approve: the reply has `approval_id` instead of `balance`',
	access: 'operator:finance',
	stepUp: true,
	params: byId,
	body: z.object({ earned: gems, purchased: gems, why }),
	reply: z.object({
		status: z.enum(['done', 'waiting']),
		approval_id: z.nullable(z.string()),
		balance: z.nullable(z.object({ earned: z.int(), purchased: z.int() })),
	}),
	problems: ['fan_not_found', 'fan_erased', 'nothing_to_adjust', 'not_enough_gems'],
	idempotent: true,
	moves: true,
});
