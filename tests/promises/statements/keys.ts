/** How the rows of a query are tied to each other, and to one shard, by the key of the shard. */
import type { Level, Rows } from './levels.ts';
import { as, names, walk } from './nodes.ts';

export const inShards = ({ place }: Rows): boolean => place === 'shards';

/** True if it reads rows of one shard, which a value names. */
export function isAllPinned(level: Level): boolean {
	const groups = groupsOf(level);
	return groups.length > 0 && groups.every((group) => isPinned(level, group));
}

/** Rows of shards that are tied to each other by the key. */
export function groupsOf({ rows, conditions, using }: Level): Set<Rows>[] {
	const groups = rows.filter(inShards).map((one) => new Set([one]));
	const byName = new Map(rows.map((one) => [one.name, one]));
	const tie = (some: readonly (Rows | undefined)[]) => {
		const tied = groups.filter((group) => some.some((one) => one && group.has(one)));
		const [first, ...others] = tied;
		for (const other of others) {
			for (const one of other) first?.add(one);
			groups.splice(groups.indexOf(other), 1);
		}
	};
	for (const { names: joined, columns } of using) {
		const tied = joined.map((name) => byName.get(name));
		if (columns.includes('bucket') || columns.includes('shard')) tie(tied);
	}
	const closed: [Rows, Rows][] = [];
	for (const condition of conditions) {
		const sides = equalKeys(condition, byName);
		if (sides) closed.push(sides);
	}
	// Rows that lie nowhere may tie two that do: a.bucket = asked.bucket and b.bucket = asked.bucket.
	for (const [one, other] of closed) {
		const also = closed.filter((pair) => pair.includes(one) || pair.includes(other)).flat();
		tie(also);
	}
	return groups;
}

function equalKeys(condition: unknown, byName: ReadonlyMap<string, Rows>): [Rows, Rows] | null {
	const equal = as('A_Expr', condition);
	if (equal?.['kind'] !== 'AEXPR_OP' || names(equal['name'])[0] !== '=') return null;
	const [one, other] = [equal['lexpr'], equal['rexpr']].map((side) => keyColumn(side));
	const sides = [one, other].map((path) => path && byName.get(path[0] ?? ''));
	return sides[0] && sides[1] ? [sides[0], sides[1]] : null;
}

/** Returns the path if the expression is a column of that name. */
function keyColumn(expression: unknown): string[] | null {
	const path = names(as('ColumnRef', expression)?.['fields']);
	return ['bucket', 'shard'].includes(path.at(-1) ?? '') ? path : null;
}

/** True if the statement names the shard: a condition gives the key as a value. */
function isPinned({ conditions }: Level, group: ReadonlySet<Rows>): boolean {
	if ([...group].some((rows) => rows.isPinned)) return true;
	return conditions.some((condition) => {
		const compared = as('A_Expr', condition);
		if (!compared || names(compared['name'])[0] !== '=') return false;
		const path = keyColumn(compared['lexpr']);
		if (!path || !isValue(compared['rexpr'])) return false;
		return [...group].some(({ name, columns }) => (path.length > 1 ? name === path[0] : columns?.has(path[0] ?? '')));
	});
}

/** True if the expression names no column. */
function isValue(expression: unknown): boolean {
	let columns = 0;
	walk([expression], (kind) => {
		if (kind === 'ColumnRef' || kind === 'SelectStmt') columns += 1;
		return false;
	});
	return columns === 0;
}

/** True if a condition says that a key of its rows is that of a row outside. */
export function isTiedToOuter({ rows, conditions }: Level): boolean {
	const isOwn = ([first = '', column]: readonly string[]) =>
		rows.some(({ name, columns }) => (column === undefined ? columns?.has(first) : name === first));
	return conditions.some((condition) => {
		const equal = as('A_Expr', condition);
		const [one, other] = [equal?.['lexpr'], equal?.['rexpr']].map((side) => keyColumn(side));
		return one && other && isOwn(one) !== isOwn(other);
	});
}
