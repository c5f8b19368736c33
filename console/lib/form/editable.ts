/** Combines a draft with checking, saving, discarding and reloading, which all editors share. */
import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import type { Endpoint } from '#contract/endpoint.ts';
import { useToast } from '#ui/primitives/toast.tsx';
import { useMay } from '../session/operator.tsx';
import { type ErrorOf, type FieldIssue, useFieldErrors } from './field-errors.ts';

export interface Editable<Values> {
	draft: Draft<Values>;
	/** For `<EditorForm>`. */
	form: {
		changed: boolean;
		busy: boolean;
		/** True if the operator may not save. */
		readOnly: boolean;
		/** True for an item that is not stored yet. It can be saved without changes. */
		fresh: boolean;
		/** Error of the last save. */
		error: unknown;
		/** Number of saves that were refused. Each moves the focus to the first field with an error. */
		refusals: number;
		/** Number of fields that show an error. */
		wrong: number;
		onSave: () => void;
		onDiscard: () => void;
		/** Loads the values that another operator has stored. Offered after a save was refused as stale. */
		onReload: () => void;
	};
	/** Marks the fields that are wrong. Returns true if there are none. */
	checkFields: () => boolean;
	/** Saves the edits together with these values. Returns true if they are stored or wait for approval. */
	saveWith: (part: Partial<Values>) => Promise<boolean>;
}

/** Result of `save` if a second operator has to approve the change first. */
export const WAITS = Symbol('waits for approval');

interface Ways<Stored, Values> {
	stored: Stored;
	/** Reads it as it is stored now. */
	reload?: () => Promise<Stored | undefined>;
	/** Gets what was saved, undefined if it waits for approval. */
	onSaved?: (saved: Stored | undefined) => void;
	/** Set if the editor closes on discard instead of showing the stored values. */
	onDiscarded?: () => void;
	/** The call that saves. Who may not make it may only read. */
	access: Pick<Endpoint, 'access'>;
	/** Returns what is edited of it, or the values of a new item. */
	valuesOf: (stored: Stored) => Values;
	/** Saves the values, which were edited from `base`. */
	save: (values: Values, base: Values) => Promise<Stored | typeof WAITS>;
	/** Checks the values as the server would, by the contract. */
	check?: (values: Values) => FieldIssue[];
}

/** The part of them that an editor gets from its page. `stored` is undefined for a new item. */
export type EditorOf<Item> = Pick<Ways<Item | undefined, unknown>, 'stored' | 'reload' | 'onSaved' | 'onDiscarded'>;

const calm = { busy: false, error: null as unknown, checked: false };

export function useEditable<Stored, Values extends object>(ways: Ways<Stored, Values>): Editable<Values> {
	const { access, stored, valuesOf, save, check, reload, onSaved, onDiscarded } = ways;
	const may = useMay();
	const toastSaved = useSavedToast();
	const draft = useDraft(valuesOf(stored));
	const [state, setState] = useState(calm);
	const [refusals, setRefusals] = useState(0);
	// Once checked, the errors follow the typing: one that is mended disappears.
	const issues = state.checked ? (check?.(draft.values) ?? []) : [];
	const { errorOf, count } = useFieldErrors(issues, state.error);
	function refuse(error: unknown): false {
		setState({ busy: false, error, checked: true });
		setRefusals((before) => before + 1);
		return false;
	}
	const checkFields = (values = draft.values) => ((check?.(values) ?? []).length === 0 ? true : refuse(null));
	async function send(part: Partial<Values> = {}): Promise<boolean> {
		const values = { ...draft.values, ...part };
		if (!checkFields(values)) return false;
		setState({ ...calm, busy: true });
		try {
			const saved = await save(values, draft.base);
			draft.restart(saved === WAITS ? draft.base : valuesOf(saved));
			setState(calm);
			toastSaved(saved === WAITS);
			onSaved?.(saved === WAITS ? undefined : saved);
			return true;
		} catch (error) {
			return refuse(error);
		}
	}
	async function take() {
		const now = await reload?.();
		setState(calm);
		if (now !== undefined) draft.restart(valuesOf(now));
	}
	function discard() {
		// Flush now, so that the leave guard does not ask about the edits just discarded.
		flushSync(() => {
			setState(calm);
			draft.discard();
		});
		onDiscarded?.();
	}
	return {
		draft: { ...draft, errorOf, ...inputsOf(draft.values, draft.set, errorOf) },
		form: {
			changed: draft.changed,
			busy: state.busy,
			readOnly: !may(access),
			fresh: stored === undefined,
			error: state.error,
			refusals,
			wrong: count,
			onSave: () => void send(),
			onDiscard: discard,
			onReload: () => void take(),
		},
		checkFields: () => checkFields(),
		saveWith: send,
	};
}

function useSavedToast(): (waits: boolean) => void {
	const { t } = useLingui();
	const toast = useToast();
	return (waits) =>
		toast(waits ? t`Waiting for another operator’s approval. Nothing has changed yet.` : t`Saved`, 'success');
}

interface DraftState<Values> {
	values: Values;
	/** The stored values at the time the edits began. A save is compared with them. */
	base: Values;
	changed: boolean;
	set: (part: Partial<Values>) => void;
	discard: () => void;
	/** Restarts from the values just saved, or from those that another operator has stored meanwhile. */
	restart: (stored: Values) => void;
}

/** Follows the stored values until the first edit. From then on nothing overwrites the edits. */
function useDraft<Values extends object>(stored: Values): DraftState<Values> {
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

type NamesOf<Values, Value> = { [Name in keyof Values]: Values[Name] extends Value ? Name : never }[keyof Values];

/** Props of inputs, by the name of what they edit. */
interface Inputs<Values> {
	/** Of a `<TextField>` or `<TextAreaField>`. */
	text: (name: NamesOf<Values, string>) => {
		value: string;
		error: string | null;
		onChange: (event: { target: { value: string } }) => void;
	};
	/** Of a `<CheckboxField>`. */
	flag: (name: NamesOf<Values, boolean>) => {
		checked: boolean;
		onChange: (event: { target: { checked: boolean } }) => void;
	};
	/** Of the console's own fields. */
	field: <Name extends keyof Values>(
		name: Name,
	) => { value: Values[Name]; error: string | null; onChange: (value: Values[Name]) => void };
}

export interface Draft<Values> extends DraftState<Values>, Inputs<Values> {
	/** Error of a field, by its name in the request. */
	errorOf: ErrorOf;
}

export function inputsOf<Values extends object>(
	values: Values,
	set: (part: Partial<Values>) => void,
	errorOf: ErrorOf,
): Inputs<Values> {
	const put = (name: keyof Values, value: unknown) => set({ [name]: value } as Partial<Values>);
	return {
		text: (name) => ({
			value: values[name] as string,
			error: errorOf(String(name)),
			onChange: ({ target }) => put(name, target.value),
		}),
		flag: (name) => ({
			checked: values[name] as boolean,
			onChange: ({ target }) => put(name, target.checked),
		}),
		field: (name) => ({
			value: values[name],
			error: errorOf(String(name)),
			onChange: (value) => put(name, value),
		}),
	};
}
