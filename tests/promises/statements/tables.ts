/** The columns of all tables, as db/schema.sql lists them. */
import { readFile } from 'node:fs/promises';
import type { Tables } from './levels.ts';

export async function readTables(): Promise<Tables> {
	const schema = await readFile(new URL('../../../db/schema.sql', import.meta.url), 'utf8');
	const tables = [...schema.matchAll(/^create table (\w+) \(\n(.*?)\n\);$/gms)];
	return new Map(
		tables.map(([, name = '', body = '']) => [
			name,
			new Set([...body.matchAll(/^\t"?([a-z_0-9]+)"? /gm)].map(([, column = '']) => column)),
		]),
	);
}
