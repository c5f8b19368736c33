/** If storage is blocked or full, a text lives as long as the page, and the one before is gone: none may find it later. */
export interface Stored {
	get: () => string | null;
	set: (text: string | null) => void;
	subscribe: (listener: () => void) => () => void;
}

export function stored(name: string, storage: () => Storage = () => localStorage): Stored {
	let refused: string | null | undefined;
	const listeners = new Set<() => void>();
	return {
		get() {
			if (refused !== undefined) return refused;
			try {
				return storage().getItem(name);
			} catch {
				return null;
			}
		},
		set(text) {
			const write = () => (text === null ? storage().removeItem(name) : storage().setItem(name, text));
			try {
				try {
					write();
				} catch {
					// Makes room. If the new text finds none even so, no older one is left.
					storage().removeItem(name);
					write();
				}
				refused = undefined;
			} catch {
				refused = text;
			}
			for (const listener of listeners) listener();
		},
		subscribe(listener) {
			listeners.add(listener);
			return () => void listeners.delete(listener);
		},
	};
}

export interface StoredValue<Value> extends Pick<Stored, 'subscribe'> {
	/** Null if there is none, or another text than this release writes. */
	get: () => Value | null;
	set: (value: Value | null) => void;
}

/** @param read returns the value of what was found, or null if it is none. It may throw. */
export function storedValue<Value>(
	name: string,
	read: (found: unknown) => Value | null,
	storage?: () => Storage,
): StoredValue<Value> {
	const text = stored(name, storage);
	return {
		get() {
			try {
				return read(JSON.parse(text.get() ?? 'null'));
			} catch {
				return null;
			}
		},
		set: (value) => text.set(value === null ? null : JSON.stringify(value)),
		subscribe: text.subscribe,
	};
}
