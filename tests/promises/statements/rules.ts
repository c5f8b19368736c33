/**
 * What a distributed database refuses, by PostgreSQL's own parser: one statement that needs rows of several servers together.
 * Found by replaying the statements of the suite on Citus 14; see docs/decisions/0054.
 */
import { parse } from 'libpg-query';
import { DISTRIBUTED } from '#server/db/distribute/tables.ts';
import { groupsOf, inShards, isAllPinned, isTiedToOuter } from './keys.ts';
import { readLevel, type Level, type Rows, type Tables } from './levels.ts';
import { as, isFields, list, text, walk, type Fields } from './nodes.ts';

/** Returns a sentence for each reason for which the statement would be refused. */
export async function refusalsOf(sql: string, tables: Tables): Promise<string[]> {
	const { stmts = [] } = (await parse(sql)) as { stmts?: { stmt: Fields }[] };
	const found = new Set<string>();
	for (const { stmt } of stmts) {
		for (const kind of ['SelectStmt', 'InsertStmt', 'UpdateStmt', 'DeleteStmt']) {
			const statement = as(kind, stmt);
			if (statement) judge(kind, statement, tables, (refusal) => found.add(refusal));
		}
	}
	return [...found];
}

type Refuse = (refusal: string) => void;

function judge(kind: string, statement: Fields, tables: Tables, refuse: Refuse): void {
	const level = readLevel(statement, null, { tables, visible: new Map() });
	const levels = [...allOf(level)];
	if (!levels.some((one) => changesShards(one.statement) || one.rows.some(inShards))) return;
	for (const one of levels) judgeLevel(one, refuse);
	judgeWith(kind, level, refuse);
	if (kind === 'UpdateStmt' && changesShards(statement)) judgeClock(statement, refuse);
}

function* allOf(level: Level): Iterable<Level> {
	yield level;
	for (const inner of level.inner) yield* allOf(inner);
}

function judgeLevel(level: Level, refuse: Refuse): void {
	const groups = groupsOf(level);
	const pinned = isAllPinned(level);
	if (groups.length > 1 && !pinned) refuse('It joins rows of shards by something else than the key of the shard.');
	if (level.statement['lockingClause'] && groups.length > 0 && !pinned) refuse('It locks rows of several shards.');
	if (level.outer.size > 0) judgeCorrelated(level, refuse);
	else if (level.parent && !level.statement['targetList'] && level.statement['fromClause']) {
		refuse('It asks whether rows exist without a column: write "select 1".');
	}
}

/** A query that is asked once for each row of the query around it. */
function judgeCorrelated(level: Level, refuse: Refuse): void {
	const { rows, outer, parent, statement } = level;
	const around = parent?.rows ?? [];
	const isPlain = (one: Rows) => one.place === 'plain';
	if (rows.some(inShards)) {
		const isFree = isAllPinned(level) && !around.some(isPlain);
		if (!isFree && !outer.has('shards')) {
			refuse('For each of some rows it asks for rows of shards, and nothing ties the former to a shard.');
		} else if (!isFree && !isTiedToOuter(level)) {
			refuse('It asks for rows of shards by something else than the key of the shard.');
		}
	} else if (rows.some(isPlain) && (outer.has('shards') || (level.isSource && around.some(inShards)))) {
		refuse('Beside rows of shards it asks, for each row, for rows of a table that is not distributed.');
	}
	const readsClock =
		!statement['fromClause'] && JSON.stringify(statement['targetList'] ?? '').includes('"lightstick_now"');
	if (readsClock && outer.has('shards')) refuse('A query without rows reads the clock for each row of shards.');
}

/** Changes in a `with`, beside rows of shards. */
function judgeWith(kind: string, level: Level, refuse: Refuse): void {
	const ctes = list(as('With', { With: level.statement['withClause'] })?.['ctes']);
	const changes = ctes.flatMap((node) => {
		const [query] = Object.entries(as('CommonTableExpr', node)?.['ctequery'] ?? {});
		return query && query[0] !== 'SelectStmt' && isFields(query[1]) ? [query[1]] : [];
	});
	if (changes.length === 0) return;
	const reading = [...allOf(level)].filter(({ rows }) => rows.some(inShards));
	if (reading.length > 0 && reading.every(isAllPinned)) return;
	if (changes.some(changesShards)) refuse('It changes rows of shards in a "with".');
	if (kind === 'SelectStmt' && level.rows.some(inShards))
		refuse('It reads rows of shards beside a change in a "with".');
}

function changesShards(statement: Fields): boolean {
	const table = text(as('Target', { Target: statement['relation'] })?.['relname']);
	return DISTRIBUTED.some((one) => one.table === table);
}

/** Shards evaluate a clock in a `case` each for itself, which Citus refuses. */
function judgeClock(statement: Fields, refuse: Refuse): void {
	walk(statement['targetList'], (kind, fields) => {
		if ((kind === 'CaseExpr' || kind === 'CoalesceExpr') && JSON.stringify(fields).includes('"lightstick_now"')) {
			refuse('It reads the clock in a "case" or "coalesce" of an update in shards.');
		}
		return false;
	});
}
