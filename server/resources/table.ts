/** What operators edit, as a table stores it: statements and changes that follow from the fields of the contract. */
import pg from 'pg';
import type * as z from 'zod/mini';
import type { CheckedInputOf } from '#contract/endpoint.ts';
import type { BulkResult, setNewsHidden } from '#contract/operator/lists/bulk.ts';
import type { ProblemSlug } from '#contract/problems.ts';
import { pictureName, type PictureName } from '#contract/values/pictures.ts';
import { record, changeEach, changeThing, expectLatest } from '#server/audit-trail/audit-trail.ts';
import { sanitizeHtml } from '#server/content/html.ts';
import type { Database, Db, Tx, Sql } from '#server/kernel/database.ts';
import { joined, localTime, nowIf, raw, row, set, sql } from '#server/kernel/database.ts';
import type { Actor } from '#server/kernel/caller.ts';
import { orRefuse, Problem } from '#server/kernel/problem.ts';
import { readSiteTimes } from '#server/kernel/site-times.ts';
import { deleteTranslations } from '#server/languages/content.ts';
import { expectMedia, presentPicture } from '#server/media/operator/uploads.ts';

type Id = string | number;

type Versioned = { version: number };

/** Its description by the contract, and how it is stored. */
export interface Stored {
	noun: string;
	fields: Readonly<Record<string, z.ZodMiniType>>;
	missing: ProblemSlug;
	table: string;
	/** Refusal of a row whose key another has. */
	taken?: ProblemSlug;
	shown?: Sql;
	/** Joins to other tables. `site_setting` is there. */
	join?: Sql;
	/** Columns of local times that are not called like them. */
	instants?: Readonly<Record<string, string>>;
	/** Fields that are not read from a column of their name, and columns that are not written from such a field. */
	read?: Readonly<Record<string, Sql>>;
	write?(fields: object): Readonly<Record<string, unknown>>;
}

/** `Row` is what operators see, without the pictures. */
export interface Table<Fields extends object, Row extends Versioned> extends Stored {
	/** Refuses fields that the shapes allow. @throws {Problem} */
	check?(tx: Tx, fields: Fields, before: Row | null): Promise<void>;
	/** Holds the type of a row, and nothing. */
	row?: Row;
}

/** The column of a local time's instant: `starts_at` of `starts_local`. Undefined for other fields. */
const instantOf = ({ instants = {} }: Stored, field: string): string | undefined =>
	field.endsWith('_local') ? (instants[field] ?? field.replace(/_local$/, '_at')) : undefined;
/** Booleans that are stored as the time of their change. */
const isMark = (field: string) => field === 'hidden' || field === 'withdrawn';
const htmlOf = (field: string) => field.replace(/_raw$/, '_html');

const keyOf = ({ noun }: { noun: string }): Sql => raw(`${noun}_id`);

/** Rows of the table, as operators see them. Needs a condition or an order behind it. */
export function rowsOf(stored: Stored): Sql {
	const { noun, table, fields, shown, join, read = {} } = stored;
	const columns = Object.keys(fields).map((name) => {
		const [instant, own] = [instantOf(stored, name), read[name]];
		if (own) return sql`${own} as ${raw(name)}`;
		if (isMark(name)) return raw(`${table}.${name}_at is not null as ${name}`);
		if (instant) return sql`${localTime(`${table}.${instant}`)} as ${raw(name)}`;
		return raw(name.endsWith('_raw') ? `${table}.${name}, ${table}.${htmlOf(name)}` : `${table}.${name}`);
	});
	const all = [raw(`${table}.${noun}_id, ${table}.version`), ...columns, ...(shown ? [shown] : [])];
	return sql`select ${joined(all, ', ')} from ${raw(table)} cross join site_setting ${join ?? sql``}`;
}

export const selectRow = <Row extends Versioned>(db: Db, stored: Table<never, Row>, id: Id): Promise<Row | null> =>
	sql`${rowsOf(stored)} where ${raw(stored.table)}.${keyOf(stored)} = ${id}`.maybeOne(db);

export const readRow = async <Row extends Versioned>(db: Db, stored: Table<never, Row>, id: Id) =>
	withPictures(orRefuse(await selectRow(db, stored, id), stored.missing));

/** What is counted beside the row is counted once it is locked: a statement that waits would count those from before. */
export async function lockRow<Row extends Versioned>(tx: Tx, stored: Table<never, Row>, id: Id): Promise<Row | null> {
	await sql`select from ${raw(stored.table)} where ${keyOf(stored)} = ${id} for update`.run(tx);
	return selectRow(tx, stored, id);
}

export async function insertRow(tx: Tx, stored: Stored, fields: object): Promise<Id> {
	const columns = await columnsOf(tx, stored, fields);
	return written(stored, sql`insert into ${raw(stored.table)} ${row(columns)} returning ${keyOf(stored)}`.value(tx));
}

/** Sets the given fields. A time whose text is that of the row before keeps its instant. */
export async function updateRow(tx: Tx, stored: Stored, id: Id, fields: object, before?: object): Promise<void> {
	const columns = await columnsOf(tx, stored, fields, before);
	const changed = sql`update ${raw(stored.table)} set ${set(columns)}, version = version + 1
		where ${keyOf(stored)} = ${id}`;
	await written(stored, changed.run(tx));
}

export async function deleteRow(tx: Tx, stored: Stored, id: Id): Promise<void> {
	await written(stored, sql`delete from ${raw(stored.table)} where ${keyOf(stored)} = ${id}`.run(tx));
	await deleteTranslations(tx, stored.noun, id);
}

async function columnsOf(tx: Tx, stored: Stored, fields: object, before?: object): Promise<Record<string, unknown>> {
	const given = Object.entries(fields) as [string, unknown][];
	await expectMedia(tx, ...given.flatMap(([name, value]) => (name.endsWith('media_id') ? [value as string] : [])));
	const old = new Map<string, unknown>(Object.entries(before ?? {}));
	const columns: Record<string, unknown> = {};
	for (const [name, value] of given) {
		const instant = instantOf(stored, name);
		if (isMark(name)) columns[`${name}_at`] = nowIf(value === true);
		else if (!instant) columns[name] = value;
		else if (value !== old.get(name))
			columns[instant] = (await readSiteTimes(tx)).instantOf(name, value as string | null);
		if (name.endsWith('_raw')) {
			const { html, policy } = sanitizeHtml(String(value));
			Object.assign(columns, { [htmlOf(name)]: html, [name.replace(/_raw$/, '_policy')]: policy });
		}
	}
	return { ...columns, ...stored.write?.(fields) };
}

/** To look before would miss what somebody else is about to commit. @throws {Problem} The transaction can then only be rolled back. */
async function written<Result>({ taken = 'key_taken', fields }: Stored, change: Promise<Result>): Promise<Result> {
	try {
		return await change;
	} catch (error) {
		const code = error instanceof pg.DatabaseError ? error.code : undefined;
		if (code === UNIQUE_VIOLATION) throw new Problem(taken);
		if (code === FOREIGN_KEY_VIOLATION) throw new Problem('still_needed');
		throw code === CHECK_VIOLATION && 'ends_local' in fields ? new Problem('period_invalid') : error;
	}
}

const [UNIQUE_VIOLATION, CHECK_VIOLATION, FOREIGN_KEY_VIOLATION] = ['23505', '23514', '23503'];

export async function createRow<Fields extends object, Row extends Versioned>(
	tx: Tx,
	actor: Actor,
	stored: Table<Fields, Row>,
	fields: Fields,
): Promise<{ id: Id }> {
	await stored.check?.(tx, fields, null);
	const id = await insertRow(tx, stored, fields);
	const after = await selectRow(tx, stored, id);
	if (!after) throw new Error(`${stored.noun} ${id} is gone, just made`);
	await record(tx, actor, { action: `${stored.noun}.create`, target: `${stored.noun}:${id}`, after });
	return { id };
}

export async function editRow<Fields extends object, Row extends Versioned>(
	tx: Tx,
	actor: Actor,
	stored: Table<Fields, Row>,
	id: Id,
	{ version, ...fields }: Fields & Versioned,
) {
	const { noun, missing } = stored;
	const edit = { action: `${noun}.edit`, target: `${noun}:${id}`, version, missing };
	const after = await changeThing(tx, actor, edit, {
		read: () => lockRow(tx, stored, id),
		async write(before) {
			await stored.check?.(tx, fields as unknown as Fields, before);
			await updateRow(tx, stored, id, fields, before);
		},
	});
	return withPictures(after);
}

export async function removeRow<Row extends Versioned>(
	tx: Tx,
	actor: Actor,
	stored: Table<never, Row> & { expectUnused?(row: Row): void },
	id: Id,
): Promise<void> {
	const before = orRefuse(await lockRow(tx, stored, id), stored.missing);
	stored.expectUnused?.(before);
	const { hidden, withdrawn = hidden } = before as { hidden?: boolean; withdrawn?: boolean };
	if (withdrawn === false) throw new Problem('still_needed');
	await deleteRow(tx, stored, id);
	await record(tx, actor, { action: `${stored.noun}.remove`, target: `${stored.noun}:${id}`, before });
}

export function setHidden<Row extends Versioned & { hidden: boolean }>(
	db: Database,
	actor: Actor,
	{ items, hidden, dry_run: isDryRun }: CheckedInputOf<typeof setNewsHidden>['body'],
	how: {
		stored: Table<never, Row>;
		/** Verbs of the audit trail. */
		verbs: { hide: string; show: string };
		/** Throws if the thing must stay visible. */
		mayHide?: (tx: Tx, id: number) => Promise<void>;
	},
): Promise<{ results: BulkResult[] }> {
	const { stored, verbs, mayHide } = how;
	const { noun, missing } = stored;
	return changeEach(db, items, async (tx, { id, version }) => {
		const before = await lockRow(tx, stored, id);
		if (before?.hidden === hidden) return { outcome: 'unchanged', version: before.version };
		expectLatest<Versioned>(before, { version, missing });
		if (hidden) await mayHide?.(tx, id);
		if (isDryRun) return { outcome: 'changed', version };
		await updateRow(tx, stored, id, { hidden });
		await record(tx, actor, {
			action: `${noun}.${hidden ? verbs.hide : verbs.show}`,
			target: `${noun}:${id}`,
			before: { hidden: !hidden, version },
			after: { hidden, version: version + 1 },
		});
		return { outcome: 'changed', version: version + 1 };
	});
}

type Pictures<Row> = { [Name in keyof Row as PictureName<Name>]: ReturnType<typeof presentPicture> };

/** Replies hold a picture beside its id. */
export function withPictures<Row extends object>(shown: Row): Row & Pictures<Row> {
	const pictures = Object.entries(shown).flatMap(([name, id]) =>
		name.endsWith('media_id') ? [[pictureName(name), presentPicture(id as string | null)]] : [],
	);
	return { ...shown, ...(Object.fromEntries(pictures) as Pictures<Row>) };
}
