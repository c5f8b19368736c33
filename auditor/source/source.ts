/** Where a log is read from: an address, or a folder with the same layout. */

export interface LogSource {
	/**
	 * Reads the first `limit` bytes of a path below the log, or all if there are fewer. Null if there is no such path.
	 * @throws {Unreachable} if the source cannot be read now
	 */
	read(path: string, limit: number): Promise<Uint8Array | null>;
}
