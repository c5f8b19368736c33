/** Counts that all processes of the site share. `server/outside/redis/` implements it. */

export interface CountStore {
	/**
	 * Adds requests to the count of a key. The count begins anew `windowMs` after its first request.
	 * @throws {Error} if the store does not answer in time, or not as it should
	 */
	add(key: string, requests: number, windowMs: number): Promise<StoredCount>;
	close(): Promise<void>;
}

export interface StoredCount {
	/** Requests of all processes, these included. */
	count: number;
	/** Time until the count begins anew. */
	restMs: number;
}
