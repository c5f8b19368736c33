/** The audit trail. An entry is written in the transaction of what it tells of: neither exists without the other. */
import * as z from 'zod/mini';
import { type Db, type Tx, type Database, epochSeconds, raw, sql } from '#server/kernel/database.ts';
import type { Actor } from '#server/kernel/caller.ts';
import { type Page, type PageRequest, readNumbered } from '#server/kernel/paging.ts';
import type { ProblemSlug } from '#contract/problems.ts';
import { Problem } from '#server/kernel/problem.ts';
import type { BulkResult } from '#contract/operator/lists/bulk.ts';
import { isDatabaseLost, isDatabaseUnable } from '#server/db/lost.ts';
import { publishFault } from '#server/kernel/signals/signals.ts';
import type { auditEntry } from '#contract/operator/audit-trail.ts';

/** `actor` null: the site itself, by configuration. */
export async function record(tx: Tx, actor: Actor | null, done: Action): Promise<void> {
	const { action, target, before = null, after = null, why = null } = done;
	await sql`insert into audit_entry (operator_id, action, target, before, after, why)
		values (${actor?.operatorId ?? null}, ${action}, ${target}, ${json(before)}, ${json(after)}, ${why})`.run(tx);
}

interface Things<Thing> {
	actions: readonly string[];
	shape: z.ZodMiniType<Thing>;
}

export async function readDayAgo<Thing>(tx: Tx, { target, ...things }: Things<Thing> & { target: string }, now: Thing) {
	const [then] = await readAllDayAgo(tx, things, [[target, now]]);
	return then ?? null;
}

export async function readAllDayAgo<Thing>(
	tx: Tx,
	{ actions, shape }: Things<Thing>,
	nows: readonly (readonly [target: string, now: Thing])[],
): Promise<(Thing | null)[]> {
	const rows = await sql`select distinct on (target) target, before from audit_entry
			where target = any(${nows.map(([target]) => target)}) and action = any(${actions})
				and at > lightstick_now() - interval '24 hours'
			order by target, audit_id`.all<{ target: string; before: unknown }>(tx);
	const befores = new Map(rows.map(({ target, before }) => [target, before]));
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

/** Why something is changed, and by which approval, for its row of the audit trail. */
export interface Grounds {
	why?: string;
	approvalId?: string;
}

interface Edit extends Grounds {
	action: string;
	target: string;
	version: number;
	missing: ProblemSlug;
}

/** Changes what `read` locks, and returns its new state. @throws {Problem} stale_edit if somebody else changed it since */
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

export const approvedAs = (after: object, approvalId: string | undefined): object =>
	approvalId === undefined ? after : { ...after, approval_id: approvalId };

type Change = Pick<BulkResult, 'outcome' | 'version'>;

/** An error that is no refusal costs its item too. @throws what the database says, if it is lost at the first item */
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

interface Action {
	/** `noun.verb`. */
	action: string;
	/** `noun:id`. */
	target: string;
	before?: unknown;
	after?: unknown;
	why?: string | null;
}

/** Reads of personal data, kept in the trail besides the changes. */
const READ_ACTIONS = ['fan.read', 'fan.list', 'order.read', 'order.list', 'case.read_votes', 'audit.export'] as const;
export type ReadAction = (typeof READ_ACTIONS)[number];

const isOneOf = (actions: readonly string[]) => `action in (${actions.map((action) => `'${action}'`).join(', ')})`;
// Spelled out as in the index audit_entry_reads: the planner has to see that it covers the question.
const IS_READ = isOneOf(READ_ACTIONS);

/** Beginning and end of an export of personal data. Each is on record, however soon it follows another. */
const EXPORTS = ['fan.export', 'fan.exported', 'order.export', 'order.exported', 'case.export_votes'];
// As in the indexes audit_entry_read_or_export and audit_entry_change.
const IS_READ_OR_EXPORT = isOneOf([...READ_ACTIONS, ...EXPORTS, 'case.exported_votes', 'audit.exported']);

/** Inserts an entry for a read, unless there is one for the same read within the hour. */
export const insertRead = (
	db: Db,
	operatorId: number,
	{ action, target, after }: { action: ReadAction; target: string; after: object },
): Promise<void> =>
	sql`insert into audit_entry (operator_id, action, target, after)
		select ${operatorId}::integer, ${action}::text, ${target}::text, ${JSON.stringify(after)}::jsonb
		where not exists (select from audit_entry where operator_id = ${operatorId} and target = ${target} and ${raw(IS_READ)}
			and action = ${action} and after = ${JSON.stringify(after)} and at > lightstick_now() - interval '1 hour')`.run(
		db,
	);

// A JavaScript null is nothing, not JSON's null.
const json = (value: unknown) => (value === null ? null : JSON.stringify(value));

export interface TrailFilter {
	search: string;
	operatorId: number | null;
	target: string | null;
	/** Targets whose entries belong to the search too, whatever their text. */
	targets?: string[];
	noun?: string | null;
	/** Reads of personal data, or everything else, as where nothing is said. */
	what?: 'changes' | 'reads';
	from?: Date | undefined;
	to?: Date | undefined;
	order?: 'asc' | 'desc' | undefined;
}

/** An entry without the name of its target, which other domains know. */
export type AuditEntry = Omit<z.output<typeof auditEntry>, 'target_name'>;

function selectTrail(
	db: Db,
	{ search, targets = [], operatorId, target, noun = null, what = 'changes', from, to, order = 'desc' }: TrailFilter,
	{ beyond, limit }: { beyond: number; limit: number },
): Promise<AuditEntry[]> {
	return db.query<AuditEntry>({
		text: `select audit_id, ${epochSeconds('at').text} as time, case when operator_id is not null then json_build_object(
					'operator_id', operator_id, 'email', operator.email, 'name', operator.name) end as operator, action, target, before, after, why
			from audit_entry entry left join operator using (operator_id)
			where audit_id ${order === 'asc' ? '>' : '<'} $1 and ($2::integer is null or operator_id = $2) and ($3::text is null or target = $3)
				and ${what === 'reads' ? IS_READ_OR_EXPORT : `not (${IS_READ_OR_EXPORT})`}
				and ($4 = '' or position(folded($4) in folded(action || ' ' || target || ' ' || coalesce(why, ''))) > 0
					or target = any($6)
					or position(folded($4) in folded(coalesce(operator.name || ' ' || operator.email, operator.email, 'The site itself'))) > 0)
				and ($8::timestamptz is null or at >= $8) and ($9::timestamptz is null or at < $9)
				and ($7::text is null or split_part(action, '.', 1) = $7)
			order by audit_id ${order} limit $5`,
		values: [beyond, operatorId, target, search, limit, targets, noun, from ?? null, to ?? null],
	});
}
