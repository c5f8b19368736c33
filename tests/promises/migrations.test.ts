/**
 * Migrations and functions leave processes of the release before alone, as PostgreSQL's own parser reads them: see
 * docs/operating/upgrades.md. A file that does not says why it may, in its head: `-- contracts: <release> …` or
 * `-- locks: <table> …`.
 */
import { basename } from 'node:path';
import { parse } from 'libpg-query';
import { expect, it } from 'vitest';
import { trackedFiles } from './tracked-files.ts';

/** The baseline: it makes an empty database, which no process uses. */
const LAST_OF_THE_BASELINE = '0011_favorites_and_push.sql';

/** What ends something that an older process may still use, or changes rows of a table of any size. */
const FAULTS: Record<string, [kind: keyof typeof REASONS, what: string]> = {
	RenameStmt: ['contracts', 'renames something'],
	TruncateStmt: ['contracts', 'empties a table'],
	DoStmt: ['contracts', 'runs a block that this check cannot read'],
	DropStmt: ['contracts', 'drops something'],
	GrantStmt: ['contracts', 'revokes a right'],
	UpdateStmt: ['locks', 'updates rows'],
	DeleteStmt: ['locks', 'deletes rows'],
	LockStmt: ['locks', 'locks a table'],
	ReindexStmt: ['locks', 'builds an index again'],
	IndexStmt: ['locks', 'builds an index while nobody can write'],
	AT_DropColumn: ['contracts', 'drops a column'],
	AT_AlterColumnType: ['contracts', 'changes the type of a column'],
	AT_SetNotNull: ['contracts', 'forbids null in a column'],
	AT_AddConstraint: ['contracts', 'adds a constraint that rows of an older process may not meet'],
	NOT_NULL: ['contracts', 'adds a column that older inserts leave out'],
	CONSTRAINT: ['contracts', 'adds a column with a constraint'],
	COMPUTED: ['locks', 'writes every row again'],
};

const REASONS = { contracts: /^-- contracts: \d+\.\d+\.\d+ \S+ \S+/m, locks: /^-- locks: \w+ \S+/m };

interface Node {
	relation?: { relname: string };
	removeType?: string;
	is_grant?: boolean;
	cmds?: { AlterTableCmd: { subtype: string; def?: { ColumnDef?: { constraints?: Constraint[] } } } }[];
}
interface Constraint {
	Constraint: { contype: string; raw_expr?: object };
}

/** Returns the faults for which the file's head gives no reason. */
async function faultsOf(sql: string) {
	const { stmts = [] } = (await parse(sql)) as { stmts?: { stmt: Record<string, Node> }[] };
	const created = new Set<string>();
	const found = stmts.flatMap(({ stmt }) =>
		Object.entries(stmt).flatMap(([kind, node]) => {
			const table = node.relation?.relname ?? '';
			// A table that this file creates is empty, and no process knows it.
			if (kind === 'CreateStmt') created.add(table);
			const isAllowed = node.removeType === 'OBJECT_INDEX' || node.is_grant || created.has(table);
			return isAllowed ? [] : [kind, ...(node.cmds ?? []).flatMap(changesOf)];
		}),
	);
	const faults = found.flatMap((name) => (FAULTS[name] ? [FAULTS[name]] : []));
	return faults.filter(([kind]) => !REASONS[kind].test(sql));
}

function changesOf({ AlterTableCmd: { subtype, def } }: NonNullable<Node['cmds']>[number]): string[] {
	if (subtype !== 'AT_AddColumn') return [subtype];
	const constraints = (def?.ColumnDef?.constraints ?? []).map(({ Constraint: one }) => one);
	const standard = constraints.find(({ contype }) => contype === 'CONSTR_DEFAULT');
	const has = (...kinds: string[]) =>
		constraints.some(({ contype }) => kinds.includes(contype.slice('CONSTR_'.length)));
	const isComputed = JSON.stringify(standard?.raw_expr ?? '').includes('"FuncCall"');
	return [
		...(has('NOTNULL') && !standard ? ['NOT_NULL'] : []),
		...(has('UNIQUE', 'PRIMARY', 'CHECK', 'FOREIGN') ? ['CONSTRAINT'] : []),
		...(isComputed || has('GENERATED', 'IDENTITY') ? ['COMPUTED'] : []),
	];
}

it('no new migration and no function breaks a process of the release before', async () => {
	const migrations = await trackedFiles(/^db\/migrations\/.*\.sql$/);
	const functions = await trackedFiles(/^db\/functions\/.*\.sql$/);
	expect(functions.length).toBeGreaterThan(0);
	const bound = migrations.filter(({ name }) => basename(name) > LAST_OF_THE_BASELINE);
	for (const { name, text } of [...bound, ...functions]) {
		expect(await faultsOf(text), `${name}: say why with "-- contracts: …" or "-- locks: …"`).toEqual([]);
	}
});

it.each([
	['alter table vote drop column note', 'contracts'],
	['alter table vote rename column note to remark', 'contracts'],
	['alter table vote alter column note type bigint using 1', 'contracts'],
	['alter table vote alter column note set not null', 'contracts'],
	['alter table vote add column note text not null', 'contracts'],
	['alter table vote add column note text unique', 'contracts'],
	['alter table vote add constraint noted check (note is not null)', 'contracts'],
	['drop table vote', 'contracts'],
	['drop function if exists cast_votes(text)', 'contracts'],
	['revoke insert on vote from lightstick_app', 'contracts'],
	['do $$ begin drop table vote; end $$', 'contracts'],
	['create index on vote (note)', 'locks'],
	[`update vote set note = ''`, 'locks'],
	['alter table vote add column noted_at timestamptz default lightstick_now()', 'locks'],
])('refuses "%s", unless the file says why', async (sql, kind) => {
	expect((await faultsOf(`${sql};`)).map(([of]) => of)).toEqual([kind]);
	const reason = kind === 'contracts' ? '-- contracts: 0.4.0 stopped using note' : '-- locks: vote has few rows';
	expect(await faultsOf(`${reason}\n${sql};`)).toEqual([]);
	expect(await faultsOf(`-- ${kind}: because\n${sql};`)).toHaveLength(1);
});
