/** Decisions to void or to restore the votes of a case. */
import * as z from 'zod/mini';
import { endpoint } from '../../endpoint.ts';
import { bigId, idText } from '../../values/shapes.ts';
import { why } from '../shapes.ts';
import { voteCase } from './cases.ts';

const byCase = z.object({ case_id: idText });

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
	name: 'voidCase',
	methods: ['POST'],
	path: '/console/cases/:case_id/void',
	summary:
		'Voids every vote of the case, and returns gems as its reason requires. Above the operator’s daily limit, a second operator has to approve',
	access: 'operator:finance',
	stepUp: true,
	params: byCase,
	body: z.object({ why }),
	reply: begun,
	problems: [
		'case_not_found',
		'case_state',
		'objections_open',
		'ranking_certified',
		'invalid_idempotency_key',
		'idempotency_key_reused',
	],
	idempotent: true,
	moves: true,
});

export const restoreCase = endpoint({
	name: 'restoreCase',
	methods: ['POST'],
	path: '/console/cases/:case_id/restore',
	summary:
		'Makes voided votes count again: all votes of the case, or one fan’s. Returned gems are taken back if the fan still has them',
	access: 'operator:finance',
	stepUp: true,
	params: byCase,
	body: z.object({ fan_id: z.nullable(bigId), why }),
	reply: begun,
	problems: [
		'case_not_found',
		'case_state',
		'nothing_to_restore',
		'ranking_certified',
		'invalid_idempotency_key',
		'idempotency_key_reused',
	],
	idempotent: true,
	moves: true,
});
