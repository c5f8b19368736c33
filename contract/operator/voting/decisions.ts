/** Decisions on a case: its votes are voided or restored. */
import * as z from 'zod/mini';
import { endpoint } from '../../endpoint.ts';
import { bigId, idText } from '../../values/shapes.ts';
import { why } from '../shapes.ts';
import { voteCase } from './cases.ts';

const byCase = z.object({ case_id: idText });

const begun = z.object({
	/** `begun`: a job does it now. `waiting`: above the bound of the day, for a second operator. */
	status: z.enum(['begun', 'waiting']),
	approval_id: z.nullable(z.string()),
	case: voteCase,
});

export const voidCase = endpoint({
	name: 'voidCase',
	methods: ['POST'],
	path: '/console/cases/:case_id/void',
	summary:
		'Voids every vote of the case, and gives gems back as its reason says. Above the bound of the day a second operator approves',
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
		'Makes voided votes count again: all of the case, or one fan’s. Gems that went back are taken again where they are still there',
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
