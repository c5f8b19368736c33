/** The operations that pictures need from an object store. An object is read and written whole or not at all. */
export interface ObjectStore {
	/** Lists the keys with this prefix. */
	list(prefix: string): Promise<string[]>;
	/** Returns null if the object does not exist. */
	read(key: string): Promise<Buffer | null>;
	write(key: string, bytes: Uint8Array, type: string): Promise<void>;
	/** Does nothing if the object does not exist. */
	remove(key: string): Promise<void>;
}
