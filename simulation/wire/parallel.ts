/** Does the work for each item, so many at a time. */
export async function inParallel<T>(
	items: readonly T[],
	atOnce: number,
	work: (item: T) => Promise<unknown>,
): Promise<void> {
	const rest = items.values();
	await Promise.all(
		Array.from({ length: Math.min(atOnce, items.length) }, async () => {
			for (const item of rest) await work(item);
		}),
	);
}
