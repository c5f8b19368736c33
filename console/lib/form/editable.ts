/** Combines a draft with checking, saving, discarding and reloading, which all editors share. */
import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useToast } from '#ui/primitives/toast.tsx';
import { type ErrorOf, type FieldIssue, useFieldErrors } from './field-errors.ts';

export interface Editable<Values> {
	draft: Draft<Values>;
	/** For `<EditorForm>`. */
	form: {
		changed: boolean;
		busy: boolean;
		error: unknown;
		/** Number of saves that were refused. Each moves the focus to the first field with an error. */
		refusals: number;
		/** Number of fields that show an error. */
		wrong: number;
		onSave: () => void;
		onDiscard: () => void;
		onReload: () => void;
	};
	/** Marks the fields that are wrong. Returns true if there are none. */
	checkFields: () => boolean;
	/** Saves the edits together with these values. Returns true if they are stored or wait for approval. */
	saveWith: (part: Partial<Values>) => Promise<boolean>;
}

/** Result of `save` if a second operator has to approve the change first. */
export const WAITS = Symbol('waits for approval');

interface Ways<Values> {
	/** The stored values, or empty ones for a new item. */
	stored: Values;
	/** Saves the values, which were edited from `base`, and returns the values stored now. */
	save: (values: Values, base: Values) => Promise<Values | typeof WAITS>;
	/** Checks the values as the server would, by the contract. */
	check?: (values: Values) => FieldIssue[];
	/** Reads the values stored now. */
	reload?: () => Promise<Values | undefined>;
	onSaved?: (values: Values) => void;
	/** Set if the editor closes on discard instead of showing the stored values. */
	onDiscarded?: () => void;
}

const calm = { busy: false, error: null as unknown, checked: false };

export function useEditable<Values extends object>(ways: Ways<Values>): Editable<Values> {
	const { save, check, reload, onSaved, onDiscarded } = ways;
	const toastSaved = useSavedToast();
	const draft: DraftState<Values> = useDraft(ways.stored);
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
			const now = saved === WAITS ? draft.base : saved;
			draft.restart(now);
			setState(calm);
			toastSaved(saved === WAITS);
			onSaved?.(now);
			return true;
		} catch (error) {
			return refuse(error);
		}
	}
	async function take() {
		const now = await reload?.();
		setState(calm);
		if (now) draft.restart(now);
	}
	function discard() {
		// Flush now, so that the leave guard does not ask about the edits just discarded.
		flushSync(() => {
			setState(calm);
			draft.discard();
		});
		onDiscarded?.();
	}
	const { busy, error } = state;
	const acts = { onSave: () => void send(), onDiscard: discard, onReload: () => void take() };
	return {
		draft: { ...draft, errorOf },
		form: { changed: draft.changed, busy, error, refusals, wrong: count, ...acts },
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
