/** The calls of what operators edit, from its description. */
import type * as z from 'zod/mini';
import type { Endpoint, ReplyOf } from '#contract/endpoint.ts';
import { serveChange, serveCreation, serveOperator, type ConsoleDeps } from '#server/http/console/serve.ts';
import { sql, type Sql } from '#server/kernel/database.ts';
import { createRow, editRow, removeRow, rowsOf, type Table, withPictures } from './table.ts';

type Body = { version: number };

export interface Listed<List extends Endpoint> extends Table<object, Body> {
	order: Sql;
	list: List;
	create: Endpoint;
	edit: Endpoint;
	remove: Endpoint | undefined;
	/** @throws {Problem} If something else needs it. */
	expectUnused?(row: Body): void;
}

const idIn = (params: unknown) => Object.values(params as Record<string, string | number>)[0] ?? '';

export function serveRemoval(deps: ConsoleDeps, call: Endpoint, stored: Table<never, Body>): void {
	serveChange(deps, call, async (tx, { operator, params }) => {
		await removeRow(tx, operator, stored, idIn(params));
		return null;
	});
}

export function serveListed<List extends Endpoint>(deps: ConsoleDeps, listed: Listed<List>): void {
	const { db } = deps;
	const [many = ''] = Object.keys((listed.list.reply as unknown as z.ZodMiniObject).shape);
	const list = async () => {
		const rows = await sql`${rowsOf(listed)} order by ${listed.order}`.all(db);
		return { [many]: rows.map(withPictures) } as ReplyOf<List>;
	};
	serveOperator(deps, listed.list, list);
	serveCreation(deps, listed.create, (tx, { operator, body }) => createRow(tx, operator, listed, body as object), list);
	serveOperator(deps, listed.edit, async ({ operator, params, body }) => {
		await db.transaction((tx) => editRow(tx, operator, listed, idIn(params), body as Body));
		return list();
	});
	if (listed.remove)
		serveOperator(deps, listed.remove, async ({ operator, params }) => {
			await db.transaction((tx) => removeRow(tx, operator, listed, idIn(params)));
			return list();
		});
}
