/** Many rows in one statement: a column is sent as one array. */
import type { Tx } from '#server/kernel/database.ts';

type Value = string | number | boolean | null;

export interface Column<Item> {
	/** PostgreSQL type of one value. */
	type: string;
	of: (item: Item) => Value;
}

const CHUNK = 5_000;

/** `columns` by name. Nothing happens for no items. */
export async function insertAll<Item>(
	tx: Tx,
	table: string,
	items: readonly Item[],
	columns: Record<string, Column<Item>>,
): Promise<void> {
	const names = Object.keys(columns);
	const arrays = Object.values(columns).map(({ type }, index) => `$${index + 1}::${type}[]`);
	for (let start = 0; start < items.length; start += CHUNK) {
		const chunk = items.slice(start, start + CHUNK);
		await tx.query({
			text: `insert into ${table} (${names.join(', ')}) select * from unnest(${arrays.join(', ')})`,
			values: Object.values(columns).map(({ of }) => chunk.map(of)),
		});
	}
}

export const text = <Item>(of: (item: Item) => string | null): Column<Item> => ({ type: 'text', of });
export const whole = <Item>(of: (item: Item) => number | null): Column<Item> => ({ type: 'bigint', of });
export const yes = <Item>(of: (item: Item) => boolean): Column<Item> => ({ type: 'boolean', of });
export const day = <Item>(of: (item: Item) => string | null): Column<Item> => ({ type: 'date', of });

/** From epoch milliseconds. */
export const time = <Item>(of: (item: Item) => number | null): Column<Item> => ({
	type: 'timestamptz',
	of: (item) => {
		const at = of(item);
		return at === null ? null : new Date(at).toISOString();
	},
});
