/** Removes what was stored first. A full cache would make the browser drop all of them. */
export async function trim(cache: Cache, entriesMax: number): Promise<void> {
	const keys = await cache.keys();
	await Promise.all(
		keys.slice(0, Math.max(0, keys.length - entriesMax)).map((key) => cache.delete(key, { ignoreVary: true })),
	);
}
