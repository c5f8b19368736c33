/** The permanent audit trail: every write in the console and every read of personal data. */
import * as z from 'zod/mini';
import { bigId, epochSeconds, id, idFilter, limit, search, text, textOf } from '../values/shapes.ts';
import { cursor, day, listOrder, placeInList, read } from './shapes.ts';

export const auditEntry = z.object({
	audit_id: bigId,
	time: epochSeconds,
	/** Null if the site itself acted, through its configuration. */
	operator: z.nullable(z.object({ operator_id: id, email: z.string(), name: z.nullable(z.string()) })),
	/** Format `noun.verb`, for example `ranking.pause`. */
	action: z.string(),
	/** The object of the action, for example `ranking:monthly-2026-11`. */
	target: z.string(),
	/** Present name of the target. Null if it has none, and for fans if the operator may not read personal data. */
	target_name: z.nullable(z.string()),
	/** JSON. Null if nothing existed before, or nothing exists after. */
	before: z.unknown(),
	after: z.unknown(),
	why: z.nullable(z.string()),
});

export const trailFilter = {
	/**
	 * A part of the action, the target, the reason, or of the name or address of the operator, or the beginning of the name or
	 * address of a fan.
	 */
	search: z.optional(search(200)),
	/** The exact target, for example `fan:12345`. */
	target: z.optional(text(200)),
	/** The first part of the action, for example `ranking`. */
	noun: z.optional(textOf(30, /^[a-z_]*$/)),
	/** `changes` by default. `reads`: reads of fans' personal data, each item recorded once an hour. */
	what: z.optional(z.enum(['changes', 'reads'])),
	/** First and last day. */
	from: day,
	until: day,
};

export const getAuditTrail = read({
	path: '/console/audit',
	summary: 'The audit trail, latest first',
	query: z.object({ ...trailFilter, operator_id: idFilter, order: listOrder, cursor: placeInList, limit: limit(50) }),
	reply: z.object({ list: z.array(auditEntry), cursor }),
});
