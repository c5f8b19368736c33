import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { useLingui } from '@lingui/react/macro';
import { storedValue } from '#ui/stored.ts';
import { useWayBack } from '../../../lib/session/session.tsx';
import { fieldProblem, parseFields, type FieldRules } from './field-problem.ts';

/** A visible message is updated while typing. None appears before the field was left or saved. */
export function useFields<Rules extends FieldRules>(rules: Rules, initial: Record<keyof Rules, string>, fan: string) {
	const form = useRef<HTMLFormElement>(null);
	const translate = useFieldMessages();
	const { pathname, search } = useLocation();
	const [values, setValues] = useState(() => ({ ...initial, ...typedBy(fan, pathname) }));
	useEffect(() => typed.set(null), []);
	useWayBack(() => {
		typed.set({ fan, pathname, values });
		return { from: pathname + search };
	});
	const [left, setLeft] = useState<readonly (keyof Rules)[]>([]);
	const errorOf = (name: keyof Rules) => {
		const problem = left.includes(name) ? fieldProblem(rules, name, values[name]) : null;
		return problem && translate(problem);
	};
	return {
		form,
		field: (name: string & keyof Rules) => ({
			name,
			value: values[name],
			error: errorOf(name),
			onChange: ({ target }: { target: { value: string } }) =>
				setValues((present) => ({ ...present, [name]: target.value })),
			onBlur: () => afterPress(() => setLeft((present) => (present.includes(name) ? present : [...present, name]))),
		}),
		check: () => {
			const names = Object.keys(rules);
			setLeft(names);
			const wrong = names.find((name) => fieldProblem(rules, name, values[name]) !== null);
			if (wrong === undefined) return parseFields(rules, values);
			const control = form.current?.elements.namedItem(wrong);
			if (control instanceof HTMLElement) control.focus();
			return null;
		},
	};
}

/** What a fan had typed when the session ended under the form. Of this tab. */
const typed = storedValue(
	'typed',
	(found) => found as { fan: string; pathname: string; values: Record<string, unknown> },
	() => sessionStorage,
);

function typedBy(fan: string, pathname: string): Record<string, string> {
	const found = typed.get();
	if (found?.fan !== fan || found.pathname !== pathname) return {};
	return Object.fromEntries(Object.entries(Object(found.values)).map(([name, value]) => [name, String(value)]));
}

/** Delays the message: an immediate one would move the button away from under the click that left the field. */
function afterPress(work: () => void): void {
	if (document.querySelector('button:active') === null) work();
	else window.addEventListener('pointerup', () => void setTimeout(work), { once: true });
}

function useFieldMessages(): (message: string) => string {
	const { t } = useLingui();
	return (message) => {
		const known: Record<string, string> = {
			'Please enter your email': t`Please enter your email`,
			'Please enter a valid email address': t`Please enter a valid email address`,
			'Please enter your nickname': t`Please enter your nickname`,
			'Please use at most 30 characters': t`Please use at most 30 characters`,
			'Please use visible characters only': t`Please use visible characters only`,
			'Please select your country': t`Please select your country`,
		};
		return known[message] ?? message;
	};
}
