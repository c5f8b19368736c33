/** What an operator is changing, beside what is stored. */
import { useState } from 'react';

export interface Draft<Values> {
	values: Values;
	/** What is stored, as it was when the changes began: what a save is compared with. */
	base: Values;
	changed: boolean;
	set: (part: Partial<Values>) => void;
	discard: () => void;
	/** Begins again from what was just saved, or from what somebody else has stored meanwhile. */
	restart: (stored: Values) => void;
}

/** Follows what is stored until something is changed; from then on nothing overwrites the changes. */
export function useDraft<Values extends object>(stored: Values): Draft<Values> {
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

/** The values are plain data. */
function same(one: unknown, other: unknown): boolean {
	return JSON.stringify(one) === JSON.stringify(other);
}
