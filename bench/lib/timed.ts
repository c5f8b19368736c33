/** Returns what the work gave, and how many seconds it took. */
export async function timed<Value>(work: () => Promise<Value>): Promise<[Value, number]> {
	const startedAt = performance.now();
	return [await work(), (performance.now() - startedAt) / 1000];
}
