export interface Part<Item> {
	items: readonly Item[];
	next: string | null;
}

/** @throws {Error} if a cursor repeats, which would never end */
export async function followCursor<Item>(read: (cursor: string | undefined) => Promise<Part<Item>>): Promise<Item[]> {
	const all: Item[] = [];
	const seen = new Set<string>();
	let cursor: string | undefined;
	for (;;) {
		const { items, next } = await read(cursor);
		all.push(...items);
		if (next === null) return all;
		if (seen.has(next)) throw new Error(`The list came back to its cursor ${next}`);
		seen.add(next);
		cursor = next;
	}
}
