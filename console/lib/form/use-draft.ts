/** Keeps an operator's edits apart from the stored values. */
import { useState } from 'react';
import type { ErrorOf } from './field-errors.ts';

export interface DraftState<Values> {
	values: Values;
	/** The stored values at the time the edits began. A save is compared with them. */
	base: Values;
	changed: boolean;
	set: (part: Partial<Values>) => void;
	discard: () => void;
	/** Restarts from the values just saved, or from those that another operator has stored meanwhile. */
	restart: (stored: Values) => void;
}

export interface Draft<Values> extends DraftState<Values> {
	/** Error of a field, by its name in the request. */
	errorOf: ErrorOf;
}

/** Follows the stored values until the first edit. From then on nothing overwrites the edits. */
export function useDraft<Values extends object>(stored: Values): DraftState<Values> {
	const [base, setBase] = useState(stored);
	const [values, setValues] = useState(stored);
	const changed = !same(values, base);
	function restart(from: Values) {
		setBase(from);
		setValues(from);
	}
	if (!changed && !same(stored, base)) restart(stored);
	return {
		values,
		base,
		changed,
		set: (part) => setValues((present) => ({ ...present, ...part })),
		discard: () => setValues(base),
		restart,
	};
}

/** Compares by JSON text, because the values are plain data. */
function same(one: unknown, other: unknown): boolean {
	return JSON.stringify(one) === JSON.stringify(other);
}
