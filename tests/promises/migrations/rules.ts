/**
 * What a migration may not do while processes of the release before still run, by PostgreSQL's own parser. A file that does
 * it all the same says why it may, in its head: `-- contracts: <release> …` or `-- locks: <table> …`.
 */
import { parse } from 'libpg-query';

export interface Fault {
	kind: 'contracts' | 'locks';
	what: string;
}

type Node = Record<string, never> & { [name: string]: unknown };
interface Relation {
	relname: string;
}

/** Returns the faults for which the file's head gives no reason. */
export async function faultsOf(sql: string): Promise<Fault[]> {
	const { stmts = [] } = (await parse(sql)) as { stmts?: { stmt: Node }[] };
	const created = new Set<string>();
	const faults: Fault[] = [];
	for (const [kind, node] of stmts.flatMap(({ stmt }) => Object.entries(stmt) as [string, Node][])) {
		const table = (node['relation'] as unknown as Relation | undefined)?.relname;
		// A table that this file creates is empty, and no process knows it.
		if (kind === 'CreateStmt' && table !== undefined) created.add(table);
		if (table === undefined || !created.has(table)) faults.push(...judge(kind, node));
	}
	const head = sql.split('\n').filter((line) => line.startsWith('--'));
	const excused = (kind: Fault['kind']) => head.some((line) => REASONS[kind].test(line));
	return faults.filter(({ kind }) => !excused(kind));
}

const REASONS = {
	contracts: /^-- contracts: \d+\.\d+\.\d+ \S+ \S+/,
	locks: /^-- locks: \w+ \S+/,
};

/** Statements that end what an older process may still use, or that change rows of a table of any size. */
const ALWAYS: Record<string, Fault> = {
	RenameStmt: { kind: 'contracts', what: 'renames something' },
	TruncateStmt: { kind: 'contracts', what: 'empties a table' },
	DoStmt: { kind: 'contracts', what: 'runs a block that this check cannot read' },
	UpdateStmt: { kind: 'locks', what: 'updates rows' },
	DeleteStmt: { kind: 'locks', what: 'deletes rows' },
	LockStmt: { kind: 'locks', what: 'locks a table' },
	ReindexStmt: { kind: 'locks', what: 'builds an index again' },
	IndexStmt: { kind: 'locks', what: 'builds an index while nobody can write' },
};

function* judge(kind: string, node: Node): Iterable<Fault> {
	if (ALWAYS[kind]) yield ALWAYS[kind];
	if (kind === 'DropStmt' && node['removeType'] !== 'OBJECT_INDEX')
		yield { kind: 'contracts', what: 'drops something' };
	if (kind === 'GrantStmt' && node['is_grant'] !== true) yield { kind: 'contracts', what: 'revokes a right' };
	if (kind !== 'AlterTableStmt') return;
	for (const { AlterTableCmd: command } of node['cmds'] as unknown as { AlterTableCmd: Command }[])
		yield* judgeCommand(command);
}

interface Command {
	subtype: string;
	def?: { ColumnDef?: { constraints?: { Constraint: { contype: string; raw_expr?: object } }[] } };
}

const CONTRACTING: Record<string, string> = {
	AT_DropColumn: 'drops a column',
	AT_AlterColumnType: 'changes the type of a column',
	AT_SetNotNull: 'forbids null in a column',
	AT_AddConstraint: 'adds a constraint that rows of an older process may not meet',
};

function* judgeCommand({ subtype, def }: Command): Iterable<Fault> {
	const contracting = CONTRACTING[subtype];
	if (contracting) yield { kind: 'contracts', what: contracting };
	if (subtype !== 'AT_AddColumn') return;
	const constraints = (def?.ColumnDef?.constraints ?? []).map(({ Constraint }) => Constraint);
	const standard = constraints.find(({ contype }) => contype === 'CONSTR_DEFAULT');
	const has = (...kinds: string[]) => constraints.some(({ contype }) => kinds.includes(contype));
	if (has('CONSTR_NOTNULL') && !standard)
		yield { kind: 'contracts', what: 'adds a column that older inserts leave out' };
	if (has('CONSTR_UNIQUE', 'CONSTR_PRIMARY', 'CONSTR_CHECK', 'CONSTR_FOREIGN')) {
		yield { kind: 'contracts', what: 'adds a column with a constraint' };
	}
	const isComputed = standard?.raw_expr !== undefined && JSON.stringify(standard.raw_expr).includes('"FuncCall"');
	if (isComputed || has('CONSTR_GENERATED', 'CONSTR_IDENTITY')) yield { kind: 'locks', what: 'writes every row again' };
}
