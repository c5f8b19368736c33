/**
 * The levels of a statement: a query with the rows that it selects from, and the queries inside it. Says of each where its rows
 * are on a distributed database, and of which other rows it speaks.
 */
import { DISTRIBUTED } from '#server/db/distribute/tables.ts';
import { as, conjuncts, isFields, list, names, text, walk, type Fields } from './nodes.ts';
import { keyOf, placeOf, rowsOf } from './rows.ts';

/** `shards`: in the shards of a distributed table. `plain`: on the coordinator. `none`: made by the statement itself. */
export type Place = 'shards' | 'plain' | 'none';

export interface Rows {
	name: string;
	place: Place;
	/** Null where the statement does not tell them. */
	columns: ReadonlySet<string> | null;
	/** The column by which they are placed. */
	key: 'bucket' | 'shard' | null;
	/** Made by a query that names its shard by a value. */
	isPinned?: boolean;
}

export interface Level {
	rows: Rows[];
	statement: Fields;
	parent: Level | null;
	/** Places of the rows of outer levels that it names. */
	outer: Set<Place>;
	/** Queries in its conditions and its list of columns, and lateral ones. */
	inner: Level[];
	/** True of a query in `from`. */
	isSource: boolean;
	/** Conditions on rows, those of joins included. */
	conditions: unknown[];
	/** Pairs of rows that are joined by the columns of a `using`. */
	using: { names: readonly string[]; columns: readonly string[] }[];
}

export type Tables = ReadonlyMap<string, ReadonlySet<string>>;

const KEYS = new Map(DISTRIBUTED.map(({ table, by }) => [table, by]));

/** Reads a query. `visible` are the queries of `with` that it may name. */
export function readLevel(
	statement: Fields,
	parent: Level | null,
	context: { tables: Tables; visible: ReadonlyMap<string, Rows> },
): Level {
	const level: Level = {
		rows: [],
		statement,
		parent,
		outer: new Set(),
		inner: [],
		conditions: [],
		using: [],
		isSource: false,
	};
	const visible = new Map(context.visible);
	const here = { tables: context.tables, visible };
	for (const node of list(as('With', { With: statement['withClause'] })?.['ctes'])) {
		const cte = as('CommonTableExpr', node);
		const query = cte && selectOf(cte['ctequery']);
		const name = text(cte?.['ctename']);
		if (!query) {
			const [change] = Object.values(cte && isFields(cte['ctequery']) ? cte['ctequery'] : {});
			if (isFields(change)) level.inner.push(readLevel(change, null, here));
			visible.set(name, { name, place: 'none', columns: null, key: null });
			continue;
		}
		const read = readLevel(query, null, here);
		level.inner.push(read);
		const place = cte['ctematerialized'] === 'CTEMaterializeAlways' ? 'none' : placeOf(read);
		visible.set(name, { ...rowsOf(read, name), place, key: place === 'shards' ? keyOf(read) : null });
	}
	for (const side of ['larg', 'rarg']) {
		const arm = as('Arm', { Arm: statement[side] });
		if (arm) level.inner.push(readLevel(arm, level, here));
	}
	// Rows that an insert adds are not read.
	const isInsert = statement['selectStmt'] !== undefined;
	const target = isInsert ? null : as('Target', { Target: statement['relation'] });
	for (const item of [
		...(target ? [{ RangeVar: target }] : []),
		...list(statement['fromClause']),
		...list(statement['usingClause']),
	]) {
		readFrom(item, level, here);
	}
	level.conditions.push(...conjuncts(statement['whereClause']));
	const { withClause: _, fromClause: __, larg: ___, rarg: ____, relation: _____, ...expressions } = statement;
	readExpressions([expressions, level.conditions], level, here);
	return level;
}

type Context = { tables: Tables; visible: ReadonlyMap<string, Rows> };

export const selectOf = (node: unknown): Fields | null => as('SelectStmt', node);

function readFrom(item: unknown, level: Level, context: Context): void {
	const join = as('JoinExpr', item);
	if (join) {
		const before = level.rows.length;
		readFrom(join['larg'], level, context);
		readFrom(join['rarg'], level, context);
		const joined = level.rows.slice(before).map(({ name }) => name);
		if (join['usingClause']) level.using.push({ names: joined, columns: names(join['usingClause']) });
		level.conditions.push(...conjuncts(join['quals']));
		return;
	}
	const table = as('RangeVar', item);
	const alias = text(
		as('Alias', { Alias: (table ?? as('RangeSubselect', item) ?? as('RangeFunction', item))?.['alias'] })?.[
			'aliasname'
		],
	);
	if (table) {
		const relation = text(table['relname']);
		const known = table['schemaname'] ? undefined : context.visible.get(relation);
		const key = KEYS.get(relation) ?? null;
		const place = key === null ? 'plain' : 'shards';
		const columns = context.tables.get(relation) ?? null;
		level.rows.push({ ...(known ?? { place, columns, key }), name: alias || relation });
		return;
	}
	const query = selectOf(as('RangeSubselect', item)?.['subquery']);
	if (query) {
		const isLateral = as('RangeSubselect', item)?.['lateral'] === true;
		const read = { ...readLevel(query, isLateral ? level : level.parent, context), isSource: true };
		level.inner.push(read);
		level.rows.push(rowsOf(read, alias));
		return;
	}
	const made = as('RangeFunction', item);
	const columns = names(as('Alias', { Alias: made?.['alias'] })?.['colnames']);
	level.rows.push({ name: alias, place: 'none', columns: new Set(columns.length > 0 ? columns : [alias]), key: null });
	readExpressions(made, level, context);
}

/** Notes of which rows the expressions speak, and reads the queries in them. */
function readExpressions(expressions: unknown, level: Level, context: Context): void {
	walk(expressions, (kind, fields) => {
		if (kind === 'SelectStmt') {
			level.inner.push(readLevel(fields, level, context));
			return true;
		}
		if (kind === 'ColumnRef') note(names(fields['fields']), level);
		return false;
	});
}

function note(path: readonly string[], level: Level): void {
	const [first = '', column] = path;
	for (let at: Level | null = level, passed: Level[] = []; at; passed = [...passed, at], at = at.parent) {
		const rows = at.rows.find((one) => (column === undefined ? one.columns?.has(first) : one.name === first));
		if (!rows) continue;
		for (const inner of passed) inner.outer.add(rows.place);
		return;
	}
}
