/** The calls of what operators edit, from its description. */
import type * as z from 'zod/mini';
import type { Endpoint, ReplyOf } from '#contract/endpoint.ts';
import { serveOperator, type ConsoleDeps } from '#server/http/console/serve.ts';
import { sql, type Sql } from '#server/kernel/sql.ts';
import { createRow, editRow, rowsOf, type Table, withPictures } from './table.ts';

type Body = { version: number };

export interface Listed<List extends Endpoint> extends Table<object, Body> {
	order: Sql;
	list: List;
	create: Endpoint;
	edit: Endpoint;
}

/** Serves what is read whole: the list is the reply of every call. Returns its read. */
export function serveListed<List extends Endpoint>(deps: ConsoleDeps, listed: Listed<List>) {
	const { db } = deps;
	const [many = ''] = Object.keys((listed.list.reply as unknown as z.ZodMiniObject).shape);
	const list = async () => {
		const rows = await sql`${rowsOf(listed)} order by ${listed.order}`.all(db);
		return { [many]: rows.map(withPictures) } as ReplyOf<List>;
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
	return list;
}
