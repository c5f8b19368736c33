/**
 * Row types are written by hand beside their statements. Here PostgreSQL describes each statement that an exported function
 * sends, and its columns are compared with the type that the code expects. Statements are collected by calling the functions
 * with a database that only listens; types are read from the source, and shapes of the contract by their JSON Schema.
 */
import { globSync, readFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import pg from 'pg';
import { parseSync } from 'vite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { Statement } from '#server/kernel/database.ts';
import { ownDatabase } from '../../tests/fixtures/database/database.ts';

const ROOT = resolve(import.meta.dirname, '../..');
/** Beside the kernel: statements that are made of the description of a table, or of an operator's filter; and a loop that nothing ends here. */
const NO_STATEMENTS = [
	'server/resources/table.ts',
	'server/voting/operator/cases/collect-sql.ts',
	'server/db/leader.ts',
];
const FILES = globSync('{server,public-log/server}/**/*.ts', { cwd: ROOT, exclude: [...NO_STATEMENTS, '**/*.test.ts'] })
	.filter(
		(file) =>
			isSql(file) || (!file.startsWith('server/kernel/') && readFileSync(resolve(ROOT, file), 'utf8').includes('sql`')),
	)
	.toSorted();

const database = ownDatabase();
let client: pg.Client;
beforeAll(async () => {
	client = new pg.Client(database.url);
	await client.connect();
});
afterAll(() => client.end());

it.each(FILES)('PostgreSQL understands the statements of %s, and the rows are what their types say', async (file) => {
	const { calls } = read(resolve(ROOT, file));
	const misunderstood = new Set<number>();
	const understood = new Map<number, Column[]>();
	for (const argument of ARGUMENTS) {
		for (const { text, line } of await statementsOf(file, argument)) {
			const columns = understood.has(line) ? null : await columnsOf(text);
			if (columns) understood.set(line, columns);
			else if (!WITHOUT_COLUMNS.test(text)) misunderstood.add(line);
		}
	}
	const faults = [...misunderstood]
		.filter((line) => !understood.has(line))
		.map((line) => `line ${line} is no statement`);
	for (const { from, to, row } of calls) {
		const [line, columns] = [...understood].find(([at]) => from <= at && at <= to) ?? [from, null];
		if (columns) faults.push(...differences(row, columns).map((fault) => `line ${line}: ${fault}`));
		else if (isSql(file)) faults.push(`line ${from}: nothing was asked`);
	}
	expect(faults).toEqual([]);
});

/** A file of statements and nothing else: each of them must be reached. */
function isSql(file: string): boolean {
	return /(?:^|[/-])sql\.ts$/.test(file);
}

/** What an argument is where it becomes a part of a statement's text: nothing, a number, a noun, a table, a column. */
const ARGUMENTS = ['', '1', 'news', 'refund', 'vote_counting', 'closed_at'];

/** Sets the columns that are given, and here none is. */
const WITHOUT_COLUMNS = /\bset\s*(?:,|where\b|$)/;

/** What the functions of `file` ask a database that answers every question with one row of anything. */
async function statementsOf(file: string, argument: string): Promise<{ text: string; line: number }[]> {
	const asked: { text: string; line: number }[] = [];
	const db = anything(argument, {
		query({ text }: Statement) {
			const line = new RegExp(`${file}:(\\d+)`).exec(new Error('where').stack ?? '')?.[1];
			asked.push({ text, line: Number(line) });
			return Promise.resolve([anything(argument)]);
		},
	});
	for (const work of Object.values((await import(resolve(ROOT, file))) as object)) {
		if (typeof work !== 'function') continue;
		const some = Array.from({ length: 5 }, () => anything(argument));
		// A function that cannot take such values has asked before it throws, or its call is missed and said.
		await Promise.resolve()
			.then(() => work(db, ...some))
			.catch(() => undefined);
	}
	return asked;
}

/** Has every property, can be called, and is a list: of one for `map`, else empty. */
function anything(asText: string, known: object = {}): unknown {
	return new Proxy(() => anything(asText), {
		get(_, key) {
			if (key in known) return known[key as keyof typeof known];
			if (key === 'then') return undefined;
			if (key === Symbol.toPrimitive) return () => asText;
			if (key === Symbol.iterator) return [].values.bind([]);
			if (key === 'map') return (work: (item: unknown, index: number) => unknown) => [work(anything(asText), 0)];
			return anything(asText);
		},
	});
}

interface Column {
	name: string;
	type: number;
}

/** PostgreSQL's description of a statement, which is not executed. Null: it is none with such an argument. */
function columnsOf(text: string): Promise<Column[] | null> {
	return new Promise((resolveColumns) => {
		let columns: Column[] = [];
		client.query({
			submit(connection: pg.Connection) {
				connection.parse({ name: '', text, types: [] }, true);
				connection.describe({ type: 'S', name: '' }, true);
				connection.sync();
			},
			handleRowDescription(message: { fields: { name: string; dataTypeID: number }[] }) {
				columns = message.fields.map(({ name, dataTypeID }) => ({ name, type: dataTypeID }));
			},
			handleError() {
				resolveColumns(null);
			},
			handleReadyForQuery() {
				resolveColumns(columns);
			},
		} as never);
	});
}

const { builtins } = pg.types;
/** What `server/db/pool.ts` makes of PostgreSQL's types; everything else arrives as text. */
const { INT2, INT4, INT8, NUMERIC, FLOAT4, FLOAT8 } = builtins;
const KINDS = new Map<number, Kind>([
	...[INT2, INT4, INT8, NUMERIC, FLOAT4, FLOAT8].map((type) => [type, 'number'] as const),
	[builtins.BOOL, 'boolean'],
	[builtins.BYTEA, 'Buffer'],
	[builtins.TIMESTAMPTZ, 'Date'],
	[builtins.JSON, 'any'],
	[builtins.JSONB, 'any'],
	// Of int2, int4, int8, text, bytea, jsonb, boolean, timestamptz, float8, uuid, varchar.
	...[1005, 1007, 1016, 1009, 1001, 3807, 1000, 1185, 1022, 2951, 1015].map((type) => [type, 'array'] as const),
]);

type Kind = 'number' | 'string' | 'boolean' | 'Buffer' | 'Date' | 'array' | 'any' | 'absent';
type Row = Map<string, Set<Kind>>;

function differences(row: Row | null, columns: readonly Column[]): string[] {
	if (!row) return [];
	const faults: string[] = [];
	for (const { name, type } of columns) {
		const kinds = row.get(name);
		const kind = KINDS.get(type) ?? 'string';
		if (!kinds) faults.push(`${name} is asked for and not in the type`);
		else if (kind !== 'any' && !kinds.has(kind) && !kinds.has('any')) {
			faults.push(`${name} is ${kind} in the database, ${[...kinds].join(' or ')} in the type`);
		}
	}
	for (const [name, kinds] of row) {
		const isAsked = kinds.has('absent') || columns.some((column) => column.name === name);
		if (!isAsked) faults.push(`${name} is in the type and not asked for`);
	}
	return faults;
}

interface Source {
	/** Lines of each call, and null if its type says nothing of the columns. */
	calls: { from: number; to: number; row: Row | null }[];
	type(name: string): Row | Set<Kind> | null;
}

/** The syntax tree of a file is data of many shapes, as JSON is: only what is asked for here is looked at. */
type Node = ReturnType<typeof JSON.parse>;

const sources = new Map<string, Source>();

/** The calls of a file that say which rows they expect, and the types that it knows. */
function read(path: string): Source {
	const known = sources.get(path);
	if (known) return known;
	const text = readFileSync(path, 'utf8');
	const { program } = parseSync(path, text) as { program: Node };
	const lineOf = (offset: number) => text.slice(0, offset).split('\n').length;
	const declared = new Map<string, Node>();
	const imported = new Map<string, { from: string; name: string }>();
	for (const statement of program.body as Node[]) {
		if (statement.type === 'ImportDeclaration') {
			for (const { local, imported: theirs } of statement.specifiers as Node[]) {
				imported.set(local.name, { from: statement.source.value, name: theirs?.name ?? local.name });
			}
			continue;
		}
		const declaration = statement.declaration ?? statement;
		if (/^TS(?:Interface|TypeAlias)Declaration$/.test(declaration.type)) declared.set(declaration.id.name, declaration);
	}
	const source: Source = { calls: [], type: typeOf };
	sources.set(path, source);
	const expecting = (call: Node, type: Node) =>
		source.calls.push({ from: lineOf(call.start), to: lineOf(call.end), row: rowOf(type) });
	for (const call of nodesOf(program, 'CallExpression')) {
		if (asksFor(call) && call.typeArguments) expecting(call, call.typeArguments.params[0]);
	}
	// Functions inside others may be called with what nobody sees here.
	const functions = (program.body as Node[]).flatMap(({ declaration, ...statement }) => {
		const { type, declarations, ...signature } = declaration ?? statement;
		return type === 'FunctionDeclaration' ? [signature] : (declarations ?? []).map(({ init }: Node) => init);
	});
	for (const { body, returnType } of functions.filter((each) => each?.returnType)) {
		for (const { argument } of [...nodesOf(body, 'ReturnStatement'), { argument: body }]) {
			if (asksFor(argument) && !argument.typeArguments) expecting(argument, promised(returnType.typeAnnotation));
		}
	}
	return source;

	function typeOf(name: string): Row | Set<Kind> | null {
		const here = declared.get(name);
		if (here?.type === 'TSInterfaceDeclaration') return rowOf(here);
		if (here) return rowOf(here.typeAnnotation) ?? kindsOf(here.typeAnnotation);
		const elsewhere = imported.get(name);
		const file = elsewhere && fileOf(elsewhere.from);
		return file ? read(file).type(elsewhere.name) : null;
	}

	function fileOf(specifier: string): string | null {
		if (specifier.startsWith('.')) return resolve(dirname(path), specifier);
		return specifier.startsWith('#') ? resolve(ROOT, specifier.slice(1)) : null;
	}

	/** Of `z.output<typeof shape>`. */
	function ofShape({ typeName, typeArguments }: Node): Row | Set<Kind> | null {
		const name = typeName.right?.name === 'output' && typeArguments.params[0].exprName?.name;
		const elsewhere = imported.get(name);
		const file = elsewhere ? fileOf(elsewhere.from) : path;
		const shape = CONTRACT[relative(import.meta.dirname, file ?? '')]?.[elsewhere?.name ?? name];
		if (!shape) return null;
		const schema = z.toJSONSchema(shape, { unrepresentable: 'any' });
		const { properties } = schema;
		if (!properties) return kindsOfSchema(schema);
		return new Map(Object.entries(properties).map(([key, each]) => [key, kindsOfSchema(each as Schema)]));
	}

	function rowOf(node: Node): Row | null {
		switch (node.type) {
			case 'TSTypeLiteral':
				return membersOf(node.members);
			case 'TSInterfaceDeclaration': {
				const parts = [...(node.extends ?? [])].map(({ expression, typeArguments }: Node) =>
					reference({ typeName: { ...expression, right: expression.property }, typeArguments }),
				);
				return merged([...parts, membersOf(node.body.body)]);
			}
			case 'TSIntersectionType':
				return merged(node.types.map(rowOf));
			case 'TSTypeReference':
				return reference(node);
			default:
				return null;
		}
	}

	function reference(node: Node): Row | null {
		const { name } = node.typeName;
		const [of, keys] = node.typeArguments?.params ?? [];
		if (name === 'Readonly' || name === 'Partial') return rowOf(of);
		if (name === 'Pick' || name === 'Omit') {
			const row = rowOf(of);
			const union = declared.get(keys.typeName?.name)?.typeAnnotation ?? keys;
			const named = new Set((union.types ?? [union]).map((key: Node) => key.literal?.value));
			return row && new Map([...row].filter(([key]) => named.has(key) === (name === 'Pick')));
		}
		const type = name === undefined ? ofShape(node) : typeOf(name);
		return type instanceof Map ? type : null;
	}

	function membersOf(members: Node[]): Row {
		return new Map(
			members.map(({ key, optional, typeAnnotation }) => {
				const kinds = kindsOf(typeAnnotation.typeAnnotation);
				return [key.name ?? key.value, optional ? kinds.add('absent') : kinds];
			}),
		);
	}

	function kindsOf(node: Node): Set<Kind> {
		switch (node.type) {
			case 'TSLiteralType':
				return new Set([typeof node.literal.value as Kind]);
			case 'TSTypeOperator':
				return kindsOf(node.typeAnnotation);
			case 'TSUnionType':
				return new Set(node.types.flatMap((type: Node) => [...kindsOf(type)]));
			case 'TSTypeReference': {
				const { name } = node.typeName;
				if (name === 'Buffer' || name === 'Date') return new Set([name]);
				const type = name === undefined ? ofShape(node) : typeOf(name);
				return type instanceof Set && type.size > 0 ? type : new Set(['any']);
			}
			default:
				return new Set(OF_KEYWORDS[node.type] ?? ['any']);
		}
	}
}

const CONTRACT = import.meta.glob<Record<string, z.core.$ZodType>>(['../../contract/**/*.ts', '!**/*.test.ts'], {
	eager: true,
});

type Schema = z.core.JSONSchema.JSONSchema;
function kindsOfSchema({ type, anyOf }: Schema): Set<Kind> {
	if (anyOf) return new Set(anyOf.flatMap((one) => [...kindsOfSchema(one)]));
	if (type === 'null') return new Set();
	const isKnown = type === 'string' || type === 'boolean' || type === 'array';
	return new Set([type === 'integer' ? 'number' : isKnown || type === 'number' ? type : 'any']);
}

const OF_KEYWORDS: Record<string, Kind[]> = {
	TSNumberKeyword: ['number'],
	TSStringKeyword: ['string'],
	TSTemplateLiteralType: ['string'],
	TSBooleanKeyword: ['boolean'],
	TSNullKeyword: [],
	TSArrayType: ['array'],
	TSTupleType: ['array'],
};

const ASKING = ['query', 'all', 'one', 'maybeOne'];
const asksFor = (node: Node) =>
	node?.type === 'CallExpression' && ASKING.includes(node.callee.name ?? node.callee.property?.name);

/** The row in `Promise<Row | null>` or `Promise<Row[]>`. */
function promised({ typeArguments }: Node): Node {
	const [type] = typeArguments.params;
	if (type.type === 'TSArrayType') return type.elementType;
	return type.types?.find((part: Node) => part.type !== 'TSNullKeyword') ?? type;
}

/** Null where one of the parts is not known: its columns could be any. */
const merged = (parts: readonly (Row | null)[]): Row | null =>
	parts.every((part) => part !== null) ? new Map(parts.flatMap((part) => [...part])) : null;

function nodesOf(node: Node, type: string): Node[] {
	if (typeof node !== 'object' || node === null) return [];
	const inside = Object.values(node).flatMap((value) => nodesOf(value, type));
	return node.type === type ? [node, ...inside] : inside;
}
