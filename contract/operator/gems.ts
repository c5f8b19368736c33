/** A fan's gems as operators see them: the ledger, and adjustments. */
import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { bigIdText, count, epochSeconds, id, limit, rankingKey } from '../values/shapes.ts';
import { cursor, placeInList, why } from './shapes.ts';

const byId = z.object({ fan_id: bigIdText });

export const readLedger = endpoint({
	name: 'readLedger',
	methods: ['GET'],
	path: '/console/fans/:fan_id/ledger',
	summary: 'The whole ledger of the wallet, latest first',
	access: 'operator',
	params: byId,
	query: z.object({ cursor: placeInList, limit: limit(50) }),
	reply: z.object({
		list: z.array(
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
		cursor,
	}),
	problems: ['fan_not_found'],
});

const gems = z.int().check(z.gte(-100_000_000), z.lte(100_000_000));

export const adjustGems = endpoint({
	name: 'adjustGems',
	methods: ['POST'],
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
	problems: [
		'fan_not_found',
		'fan_erased',
		'nothing_to_adjust',
		'not_enough_gems',
		'invalid_idempotency_key',
		'idempotency_key_reused',
	],
	idempotent: true,
	moves: true,
});
