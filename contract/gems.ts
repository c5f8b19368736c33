import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { count, id, limit, numberCursor } from './values/shapes.ts';

export const gemLog = z.object({
	created_time: z.int(),
	/** Signed: negative if gems were spent. */
	gem_offset: z.int(),
	description: z.string(),
	kind: z.string(),
	balance_after: z.int(),
	/** The incident that the gems make good for. */
	incident_id: z.optional(id),
});

export const getGemLogs = endpoint({
	path: '/user/me/gem-logs',
	summary: 'The gem history of the last 7 days, newest first',
	access: 'registered',
	query: z.object({ cursor: numberCursor, limit: limit(9_999, 10_000) }),
	reply: z.object({ gem_logs: z.array(gemLog), cursor: z.nullable(z.string()), days: count }),
});
