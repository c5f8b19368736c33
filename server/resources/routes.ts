/** The calls of what operators edit, from its description. */
import type * as z from 'zod/mini';
import type { Endpoint } from '#contract/endpoint.ts';
import { serveOperator, type ConsoleDeps } from '#server/http/console/serve.ts';
import { sql, type Sql } from '#server/kernel/sql.ts';
import { createRow, editRow, rowsOf, type Table, withPictures } from './table.ts';

type Body = { version: number };

interface Listed extends Table<object, Body> {
	order: Sql;
	list: Endpoint;
	create: Endpoint;
	edit: Endpoint;
}

/** Serves what is read whole: the list is the reply of every call. */
export function serveListed(deps: ConsoleDeps, listed: Listed): void {
	const { db } = deps;
	const [many = ''] = Object.keys((listed.list.reply as z.ZodMiniObject).shape);
	const list = async () => {
		const rows = await sql`${rowsOf(listed)} order by ${listed.order}`.all(db);
		return { [many]: rows.map(withPictures) };
	};
	serveOperator(deps, listed.list, list);
	serveOperator(deps, listed.create, async ({ operator, body }) => {
		await db.transaction((tx) => createRow(tx, operator, listed, body as object));
		return list();
	});
	serveOperator(deps, listed.edit, async ({ operator, params, body }) => {
		const [id = ''] = Object.values(params as Record<string, string | number>);
		await db.transaction((tx) => editRow(tx, operator, listed, id, body as Body));
		return list();
	});
}
