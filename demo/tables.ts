/** Many rows in one statement. */
import type { Tx } from '#server/kernel/database.ts';

const CHUNK = 5_000;

/** Stores rows by column. All have the columns of the first; what another lacks is null. */
export async function insertAll(tx: Tx, table: string, rows: readonly Record<string, unknown>[]): Promise<void> {
	const columns = Object.keys(rows[0] ?? {}).join(', ');
	for (let start = 0; start < rows.length; start += CHUNK) {
		await tx.query({
			text: `insert into ${table} (${columns})
				select ${columns} from json_populate_recordset(null::${table}, $1)`,
			values: [JSON.stringify(rows.slice(start, start + CHUNK))],
		});
	}
}

/** What is stored, by its key. */
export type Ids<Key = string> = ReadonlyMap<Key, number>;

export function idOf<Key>(ids: Ids<Key>, key: Key): number {
	const id = ids.get(key);
	if (id === undefined) throw new Error(`nothing is stored under ${JSON.stringify(key)}`);
	return id;
}
