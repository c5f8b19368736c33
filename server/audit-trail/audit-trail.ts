/** The audit trail. An entry is written in the transaction of what it tells of: neither exists without the other. */
import * as z from 'zod/mini';
import type { Db, Tx, Database } from '#server/kernel/database.ts';
import { insertEntry, selectDayAgo, selectTrail, type Action, type AuditEntry, type TrailFilter } from './sql.ts';
import type { Actor } from '#server/kernel/operator.ts';
import { type Page, type PageRequest, readNumbered } from '#server/kernel/paging.ts';
import type { ProblemSlug } from '#contract/problems.ts';
import { Problem } from '#server/kernel/problem.ts';
import type { BulkResult } from '#contract/operator/lists/bulk.ts';
import { isDatabaseLost, isDatabaseUnable } from '#server/db/lost.ts';
import { publishFault } from '#server/kernel/signals/signals.ts';

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

interface Edit {
	action: string;
	target: string;
	version: number;
	why?: string;
	approvalId?: string;
	missing: ProblemSlug;
}

/**
 * Changes a thing and returns its new state. `read` locks the row; `write` raises the version.
 * @throws {Problem} stale_edit if somebody else has changed it since
 */
export async function changeThing<Thing extends { version: number }>(
	tx: Tx,
	actor: Actor,
	{ action, target, version, why, approvalId, missing }: Edit,
	{ read, write }: { read: () => Promise<Thing | null>; write: (before: Thing) => Promise<void> },
): Promise<Thing> {
	const before = await read();
	if (before && before.version !== version) throw await staleEdit(tx, target);
	expectLatest(before, { version, missing });
	await write(before);
	const after = await read();
	if (!after) throw new Error(`${target} is gone by its own change`);
	await record(tx, actor, { action, target, before, after: approvedAs(after, approvalId), why });
	return after;
}

/** Names who has changed it last. */
async function staleEdit(tx: Tx, target: string): Promise<Problem> {
	const { list } = await readTrail(tx, { search: '', operatorId: null, target }, { limit: 1 });
	const { operator } = list[0] ?? {};
	const who = operator?.name ?? operator?.email;
	return new Problem('stale_edit', who === undefined ? {} : { message: `${who} has changed this meanwhile` });
}

export function expectLatest<Thing extends { version: number }>(
	thing: Thing | null,
	{ version, missing }: Pick<Edit, 'version' | 'missing'>,
): asserts thing is Thing {
	if (!thing) throw new Problem(missing);
	if (thing.version !== version) throw new Problem('stale_edit');
}

/** Adds the approval, if the change needed one, to the state that the audit trail records. */
export function approvedAs(after: object, approvalId: string | undefined): object {
	return approvalId === undefined ? after : { ...after, approval_id: approvalId };
}

type Change = Pick<BulkResult, 'outcome' | 'version'>;

/**
 * `work` changes the item, or tells what it would do. An error that is no refusal costs its item too. Once the database is
 * lost, the items that are left are refused without a try. @throws what the database says if it is lost at the first item
 */
export async function changeEach<Item extends { id: number }>(
	db: Database,
	items: readonly Item[],
	work: (tx: Tx, item: Item) => Promise<Change>,
): Promise<{ results: BulkResult[] }> {
	const results: BulkResult[] = [];
	let isLost = false;
	for (const item of items) {
		const change = (tx: Tx) => work(tx, item);
		const told: Change | Problem = isLost
			? new Problem('busy')
			: await db.transaction(change).catch((error: unknown) => {
					if (error instanceof Problem) return error;
					isLost = isDatabaseLost(error);
					if (isLost && results.length === 0) throw error;
					publishFault(error);
					return new Problem(isDatabaseUnable(error) ? 'busy' : 'internal');
				});
		const refused = { outcome: 'refused', version: null } as const;
		results.push(
			told instanceof Problem
				? { id: item.id, ...refused, problem: told.slug, message: told.message }
				: { id: item.id, ...told, problem: null, message: null },
		);
	}
	return { results };
}
