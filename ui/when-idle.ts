/** Safari has no idle callbacks. */
const WITHOUT_MS = 50;

/** Returns a function that calls it off. @param waitMs after this time it is done all the same */
export function whenIdle(work: () => void, waitMs: number): () => void {
	if (!('requestIdleCallback' in window)) {
		const timer = setTimeout(work, WITHOUT_MS);
		return () => clearTimeout(timer);
	}
	const asked = requestIdleCallback(work, { timeout: waitMs });
	return () => cancelIdleCallback(asked);
}
