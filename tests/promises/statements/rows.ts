/** Where the rows of a query are: in their shards, or made anew. */
import { isAllPinned } from './keys.ts';
import type { Level, Place, Rows } from './levels.ts';
import { as, list, names, text, walk } from './nodes.ts';

/** The rows that a query gives to the one around it. */
export function rowsOf(level: Level, name: string): Rows {
	const place = placeOf(level);
	const [arm] = armsOf(level);
	if (arm) return { ...rowsOf(arm, name), place };
	const targets = list(level.statement['targetList']).map((target) => as('ResTarget', target));
	const columns = targets.flatMap((target) => {
		const path = names(as('ColumnRef', target?.['val'])?.['fields']);
		return text(target?.['name']) || path.at(-1) || [];
	});
	const isAll = targets.some((target) =>
		list(as('ColumnRef', target?.['val'])?.['fields']).some((part) => as('A_Star', part)),
	);
	const own = isAll ? level.rows.flatMap((rows) => [...(rows.columns ?? [])]) : columns;
	const key = place === 'shards' ? keyOf(level) : null;
	return { name, place, columns: new Set([...own, ...columns]), key, isPinned: isAllPinned(level) };
}

export const keyOf = (level: Level) => level.rows.find(({ place }) => place === 'shards')?.key ?? null;

/** The two queries of a union. */
const armsOf = ({ inner, statement }: Level) =>
	inner.filter((level) => level.statement === statement['larg'] || level.statement === statement['rarg']);

/** Rows stay in their shards unless the query counts or groups them over shards, or takes the first ones. */
export function placeOf(level: Level): Place {
	const { rows, statement } = level;
	const arms = armsOf(level);
	if (arms.length > 0) return arms.every((arm) => placeOf(arm) === 'shards') ? 'shards' : 'none';
	if (!rows.some(({ place }) => place === 'shards'))
		return rows.some(({ place }) => place === 'plain') ? 'plain' : 'none';
	if (statement['limitCount'] || statement['limitOffset']) return 'none';
	const grouped = [...list(statement['groupClause']), ...list(statement['distinctClause'])];
	const isDistinct =
		statement['distinctClause'] !== undefined &&
		list(statement['distinctClause']).every((item) => Object.keys(item as object).length === 0);
	const groups = isDistinct ? list(statement['targetList']) : grouped;
	if (groups.length === 0 && hasAggregate(statement['targetList'])) return 'none';
	if (groups.length > 0) return JSON.stringify(groups).match(/"sval":"(?:bucket|shard)"/) ? 'shards' : 'none';
	return 'shards';
}

const AGGREGATES = new Set([
	'count',
	'sum',
	'min',
	'max',
	'array_agg',
	'json_agg',
	'string_agg',
	'bool_or',
	'any_value',
]);

function hasAggregate(targets: unknown): boolean {
	let found = false;
	walk(targets, (kind, fields) => {
		if (kind === 'FuncCall' && AGGREGATES.has(names(fields['funcname']).at(-1) ?? '') && !fields['over']) found = true;
		return kind === 'SelectStmt';
	});
	return found;
}
