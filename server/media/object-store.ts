/** What pictures need of an object store: things by their key, whole or not at all. */
export interface ObjectStore {
	/** The keys that begin so. */
	list(prefix: string): Promise<string[]>;
	/** Null where there is none. */
	read(key: string): Promise<Buffer | null>;
	write(key: string, bytes: Uint8Array, type: string): Promise<void>;
	/** Nothing happens where there is none. */
	remove(key: string): Promise<void>;
}
