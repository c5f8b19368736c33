/** The fields of a form: their values, and what is wrong with those that were left or saved. */
import { type RefObject, useRef, useState } from 'react';
import type * as z from 'zod/mini';
import { useFieldMessages } from './field-messages.ts';
import { fieldProblem } from './field-problem.ts';

export interface Field {
	name: string;
	value: string;
	error: string | null;
	onChange: (event: { target: { value: string } }) => void;
	onBlur: () => void;
}

export interface Fields<Name extends string> {
	form: RefObject<HTMLFormElement | null>;
	values: Record<Name, string>;
	/** For `<TextField {...field('email')} />`. */
	field: (name: Name) => Field;
	/** Checks every field, brings the first wrong one into focus, and says whether all are fine. */
	check: () => boolean;
}

/** A message stays up to date while its field is corrected, and never appears before the field was left or saved. */
export function useFields<Name extends string>(rules: Record<Name, z.ZodMiniType>, initial: Record<Name, string>) {
	const form = useRef<HTMLFormElement>(null);
	const [values, setValues] = useState(initial);
	const [checked, setChecked] = useState<readonly Name[]>([]);
	const translate = useFieldMessages();
	const names = Object.keys(rules) as Name[];
	const errorOf = (name: Name) => {
		const problem = checked.includes(name) ? fieldProblem(rules[name], values[name]) : null;
		return problem && translate(problem);
	};
	const fields: Fields<Name> = {
		form,
		values,
		field: (name) => ({
			name,
			value: values[name],
			error: errorOf(name),
			onChange: ({ target }) => setValues((present) => ({ ...present, [name]: target.value })),
			onBlur: () => setChecked((present) => (present.includes(name) ? present : [...present, name])),
		}),
		check: () => {
			setChecked(names);
			const wrong = names.find((name) => fieldProblem(rules[name], values[name]) !== null);
			if (wrong === undefined) return true;
			const control = form.current?.elements.namedItem(wrong);
			if (control instanceof HTMLElement) control.focus();
			return false;
		},
	};
	return fields;
}
