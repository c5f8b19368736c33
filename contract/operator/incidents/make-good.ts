/** Gems for fans whose votes a fault refused. docs/operating/make-good.md has the rule. */
import * as z from 'zod/mini';
import { endpoint } from '../../endpoint.ts';
import { bigId, count, idText, INTEGER_MAX } from '../../values/shapes.ts';
import { waitsAs, why } from '../shapes.ts';

const GEMS_PER_FAN_MAX = 100_000;
const gemsPerFan = z.int().check(z.gte(1), z.lte(GEMS_PER_FAN_MAX));

/** Sums of a preview, which come back. */
const previewed = z.int().check(z.nonnegative(), z.lte(INTEGER_MAX));

const problems = ['incident_not_found', 'incident_open'] as const;

export const makeGood = z.object({
	/** Of fans who get gems. */
	fans: count,
	/** Failed votes of these fans that count. */
	votes: count,
	gems: count,
	/** The fans who get most, at most 100. */
	list: z.array(z.object({ fan_id: bigId, votes: count, price: count, gems: count })),
});
export type MakeGood = z.output<typeof makeGood>;

export const previewMakeGood = endpoint({
	name: 'previewMakeGood',
	methods: ['POST'],
	path: '/console/incidents/:incident_id/make-good/preview',
	summary: 'Preview: who would get how many gems for votes that failed during a resolved incident. Nothing is stored',
	access: 'operator:finance',
	params: z.object({ incident_id: idText }),
	body: z.object({ gems_per_fan_max: gemsPerFan }),
	reply: z.object({ make_good: makeGood }),
	problems,
});

export const makeGoodFor = endpoint({
	name: 'makeGoodFor',
	methods: ['POST'],
	path: '/console/incidents/:incident_id/make-good',
	summary:
		'Asks a second operator to approve the gems of the preview. Without anybody else who could approve, they are given at once. A fan gets gems once per incident',
	access: 'operator:finance',
	stepUp: true,
	params: z.object({ incident_id: idText }),
	/** `fans` and `gems` as previewed. If there are more now, the call answers `stale_edit`. */
	body: z.object({ gems_per_fan_max: gemsPerFan, fans: previewed, gems: previewed, why }),
	reply: z.object({ status: z.enum(['begun', 'waiting']), approval_id: waitsAs }),
	problems: [...problems, 'make_good_empty', 'stale_edit', 'invalid_idempotency_key', 'idempotency_key_reused'],
	idempotent: true,
	moves: true,
});
