/** The audit trail. An entry is written in the transaction of what it tells of: neither exists without the other. */
import * as z from 'zod/mini';
import type { Db, Tx } from '#server/kernel/database.ts';
import { insertEntry, selectDayAgo, selectTrail, type Action, type AuditEntry, type TrailFilter } from './sql.ts';
import type { Actor } from '#server/kernel/operator.ts';
import { type Page, type PageRequest, readNumbered } from '#server/kernel/paging.ts';

export type { AuditEntry, TrailFilter } from './sql.ts';

/** `actor` null: the site itself, by configuration. */
export async function record(tx: Tx, actor: Actor | null, done: Action): Promise<void> {
	await insertEntry(tx, actor?.operatorId ?? null, done);
}

interface Things<Thing> {
	actions: readonly string[];
	shape: z.ZodMiniType<Thing>;
}

/** Returns the state of a target a day ago: `now` if it has not changed since, null if it was created since. */
export async function readDayAgo<Thing>(
	tx: Tx,
	{ target, ...things }: Things<Thing> & { target: string },
	now: Thing,
): Promise<Thing | null> {
	const [then] = await readAllDayAgo(tx, things, [[target, now]]);
	return then ?? null;
}

export async function readAllDayAgo<Thing>(
	tx: Tx,
	{ actions, shape }: Things<Thing>,
	nows: readonly (readonly [target: string, now: Thing])[],
): Promise<(Thing | null)[]> {
	const targets = nows.map(([target]) => target);
	const befores = await selectDayAgo(tx, targets, actions);
	return nows.map(([target, now]) => (befores.has(target) ? z.parse(z.nullable(shape), befores.get(target)) : now));
}

/** The latest first, unless the filter says otherwise. */
export function readTrail(db: Db, filter: TrailFilter, page: PageRequest): Promise<Page<AuditEntry>> {
	return readNumbered(
		{ ...page, order: filter.order },
		(beyond, limit) => selectTrail(db, filter, { beyond, limit }),
		({ audit_id: id }) => id,
	);
}
