/** If storage is blocked or full, a text lives as long as the page, and the one before is gone: none may find it later. */
export function stored(name: string, storage: () => Storage = () => localStorage) {
	let refused: string | null | undefined;
	const listeners = new Set<() => void>();
	return {
		get(): string | null {
			if (refused !== undefined) return refused;
			try {
				return storage().getItem(name);
			} catch {
				return null;
			}
		},
		set(text: string | null) {
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
		subscribe(listener: () => void) {
			listeners.add(listener);
			return () => void listeners.delete(listener);
		},
	};
}

/** @param read returns the value of what was found, or null if it is none. It may throw. */
export function storedValue<Value>(name: string, read: (found: unknown) => Value | null, storage?: () => Storage) {
	const text = stored(name, storage);
	return {
		/** Null if there is none, or another text than this release writes. */
		get(): Value | null {
			try {
				return read(JSON.parse(text.get() ?? 'null'));
			} catch {
				return null;
			}
		},
		set: (value: Value | null) => text.set(value === null ? null : JSON.stringify(value)),
		subscribe: text.subscribe,
	};
}
