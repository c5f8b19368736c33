/** Combines a draft with checking, saving, discarding and reloading, which all editors share. */
import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import type { Endpoint, InputOf, ReplyOf } from '#contract/endpoint.ts';
import { useToast } from '#ui/primitives/toast.tsx';
import { call } from '../api/call.ts';
import { type Asked, readAgain } from '../api/queries.ts';
import { useMay } from '../session/operator.tsx';
import { type ErrorOf, issuesOf, useFieldErrors } from './field-errors.ts';

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

interface Ways<Stored, Values, Body, Reply> {
	/** As it was read last. Undefined for a new item. */
	stored: Stored;
	/** The call whose body the values become. Who may not make it may only read. */
	call: Pick<Endpoint, 'access' | 'body'>;
	/** Returns what is edited of it, or the values of a new item. */
	valuesOf: (stored: Stored) => Values;
	bodyOf: (values: Values) => Body;
	/** Saves edits that began at `version`, which is 0 for a new item. */
	save: (body: Body, version: number, values: Values) => Promise<Reply>;
	/** What happens next, unless the editor stays as it is. */
	onSaved?: (reply: Reply) => void;
	onDiscarded?: () => void;
}

/** The part of them that an editor gets from its page. */
export type EditorOf<Item, Reply = unknown> = Pick<
	Ways<Item | undefined, unknown, unknown, Reply>,
	'stored' | 'onSaved' | 'onDiscarded'
>;

type Versioned = { version: number } | undefined;

const calm = { busy: false, error: null as unknown, checked: false };

export function useEditable<Stored extends Versioned, Values extends object, Body, Reply>(
	ways: Ways<Stored, Values, Body, Reply>,
): Editable<Values> {
	const { call: endpoint, stored, valuesOf, bodyOf, save, onSaved, onDiscarded } = ways;
	const may = useMay();
	const client = useQueryClient();
	const toastSaved = useSavedToast();
	const { version, ...draft } = useDraft(valuesOf(stored), stored?.version ?? 0);
	const [state, setState] = useState(calm);
	const [refusals, setRefusals] = useState(0);
	const check = (values: Values) => issuesOf(endpoint, { version: version || null, ...bodyOf(values) });
	// Once checked, the errors follow the typing: one that is mended disappears.
	const { errorOf, count } = useFieldErrors(state.checked ? check(draft.values) : [], state.error);
	function refuse(error: unknown): false {
		setState({ busy: false, error, checked: true });
		setRefusals((before) => before + 1);
		return false;
	}
	const checkFields = (values = draft.values) => (check(values).length === 0 ? true : refuse(null));
	async function send(part: Partial<Values> = {}): Promise<boolean> {
		const values = { ...draft.values, ...part };
		if (!checkFields(values)) return false;
		setState({ ...calm, busy: true });
		try {
			const reply = await save(bodyOf(values), version, values);
			await readAgain(client);
			const waits = typeof (Object(reply) as { approval_id?: unknown }).approval_id === 'string';
			draft.settle(waits ? draft.base : values);
			setState(calm);
			toastSaved(waits);
			onSaved?.(reply);
			return true;
		} catch (error) {
			void readAgain(client);
			return refuse(error);
		}
	}
	async function take() {
		await readAgain(client);
		setState(calm);
		draft.settle(draft.base);
	}
	function discard() {
		// Flush now, so that the leave guard does not ask about the edits just discarded.
		flushSync(() => {
			setState(calm);
			draft.settle(draft.base);
		});
		onDiscarded?.();
	}
	return {
		draft: { ...draft, errorOf, ...inputsOf(draft.values, draft.set, errorOf) },
		form: {
			changed: draft.changed,
			busy: state.busy,
			readOnly: !may(endpoint),
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

interface ItemWays<Item, Create extends Endpoint, Edit extends Endpoint, Values>
	extends
		EditorOf<Item, ReplyOf<Create> | ReplyOf<Edit>>,
		Pick<Ways<Item | undefined, Values, InputOf<Create>['body'], unknown>, 'valuesOf' | 'bodyOf'> {
	create: Create;
	edit: Edit;
	/** The path of the stored item. */
	params: (item: Item) => InputOf<Edit>['params'];
}

/** The editor of an item that one call creates and another changes. */
export function useItem<
	Item extends { version: number },
	Create extends Endpoint,
	Edit extends Endpoint,
	Values extends object,
>({ create, edit, params, ...ways }: ItemWays<Item, Create, Edit, Values>): Editable<Values> {
	const { stored } = ways;
	return useEditable<Item | undefined, Values, InputOf<Create>['body'], ReplyOf<Create> | ReplyOf<Edit>>({
		...ways,
		call: create,
		save: (body, version) =>
			stored === undefined
				? call(create, { body } as Asked<Create>)
				: call(edit, { params: params(stored), body: { ...Object(body), version } } as Asked<Edit>),
	});
}

function useSavedToast(): (waits: boolean) => void {
	const { t } = useLingui();
	const toast = useToast();
	return (waits) =>
		toast(waits ? t`Waiting for another operator’s approval. Nothing has changed yet.` : t`Saved`, 'success');
}

interface DraftState<Values> {
	values: Values;
	/** The stored values at the time the edits began. */
	base: Values;
	changed: boolean;
	set: (part: Partial<Values>) => void;
	/** Ends the edits with these values. From then on, they follow what is stored. */
	settle: (values: Values) => void;
}

/** Follows the stored values until the first edit. From then on nothing overwrites the edits. */
function useDraft<Values extends object>(stored: Values, version: number): DraftState<Values> & { version: number } {
	const [base, setBase] = useState(stored);
	const [values, setValues] = useState(stored);
	/** What is stored, as far as the draft follows it. */
	const [known, setKnown] = useState({ stored, version });
	const changed = !same(values, base);
	if (!changed && !same(known, { stored, version })) {
		setKnown({ stored, version });
		setBase(stored);
		setValues(stored);
	}
	return {
		values,
		base,
		changed,
		version: known.version,
		set: (part) => setValues((present) => ({ ...present, ...part })),
		settle: (settled) => {
			setBase(settled);
			setValues(settled);
		},
	};
}

/** Compares by JSON text, because the values are plain data. What is no number differs from an empty field. */
function same(one: unknown, other: unknown): boolean {
	const text = (values: unknown) => JSON.stringify(values, (_, value) => (Number.isNaN(value) ? 'NaN' : value));
	return text(one) === text(other);
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
