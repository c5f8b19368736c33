/** Statements of the audit trail: it can be written to and read, nothing else. */
import { epochSeconds, sql } from '#server/kernel/sql.ts';
import type * as z from 'zod/mini';
import type { auditEntry } from '#contract/operator/audit-trail.ts';
import type { Db, Tx } from '#server/kernel/database.ts';

export interface Action {
	/** `noun.verb`. */
	action: string;
	/** `noun:id`. */
	target: string;
	before?: unknown;
	after?: unknown;
	why?: string | null;
}

export async function insertEntry(tx: Tx, operatorId: number | null, done: Action): Promise<void> {
	const { action, target, before = null, after = null, why = null } = done;
	await sql`insert into audit_entry (operator_id, action, target, before, after, why)
		values (${operatorId}, ${action}, ${target}, ${json(before)}, ${json(after)}, ${why})`.run(tx);
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
export async function insertRead(
	db: Db,
	operatorId: number,
	{ action, target, after }: { action: ReadAction; target: string; after: object },
): Promise<void> {
	await db.query({
		text: `insert into audit_entry (operator_id, action, target, after) select $1::integer, $2::text, $3::text, $4::jsonb
			where not exists (select from audit_entry where operator_id = $1 and target = $3 and ${IS_READ} and action = $2
				and after = $4 and at > lightstick_now() - interval '1 hour')`,
		values: [operatorId, action, target, JSON.stringify(after)],
	});
}

// A JavaScript null is nothing, not JSON's null.
const json = (value: unknown) => (value === null ? null : JSON.stringify(value));

/**
 * Returns the states of targets a day ago, by target: `before` of the first change since then, null if it was created
 * since. Leaves out targets that have not changed.
 */
export async function selectDayAgo(
	tx: Tx,
	targets: readonly string[],
	actions: readonly string[],
): Promise<Map<string, unknown>> {
	const rows = await tx.query<{
		target: string;
		before: unknown;
	}>(sql`select distinct on (target) target, before from audit_entry
			where target = any(${targets}) and action = any(${actions}) and at > lightstick_now() - interval '24 hours'
			order by target, audit_id`);
	return new Map(rows.map(({ target, before }) => [target, before]));
}

export interface TrailFilter {
	/** A part of action, target or reason, in any case; empty: all. */
	search: string;
	operatorId: number | null;
	target: string | null;
	/** Targets whose entries belong to the search too, whatever their text. */
	targets?: string[];
	noun?: string | null;
	/** Reads of personal data, or everything else, as where nothing is said. */
	what?: 'changes' | 'reads';
	from?: Date | undefined;
	/** Exclusive. */
	to?: Date | undefined;
	/** The latest first, unless `asc`. */
	order?: 'asc' | 'desc' | undefined;
}

/** An entry without the name of its target, which other domains know. */
export type AuditEntry = Omit<z.output<typeof auditEntry>, 'target_name'>;

export function selectTrail(
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
