/** Combines a draft with checking, saving, discarding and reloading, which all editors share. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { useLocation, useNavigate } from 'react-router';
import { isProblem, isRefusal } from '#client/call.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { useToast } from '#ui/primitives/toast.tsx';
import { type Asked, call, readAgain } from '../api/calls.tsx';
import { WAITS } from '../dialogs/dialogs.tsx';
import { wordOf } from '../format/values.ts';
import { uploadRefusal } from '../media/uploads.ts';
import { useMay, useSignedIn } from '../session/operator.tsx';
import type { Edited, ErrorOf, SavedOf, ValuesOf } from './contract-form.ts';
import { asBefore, fieldErrors, fieldOf, formOf, issuesOf, shapesIn, tidied } from './contract-form.ts';
import { same, useDraft } from './draft.ts';

export type Editable<Values extends object> = ReturnType<typeof useItem<Edited, { version: number }, Values>>;

/** What an editor gets from its page. */
export interface EditorOf<Item, Reply = unknown> {
	/** As it was read last. Undefined for a new item. */
	stored: Item | undefined;
	/** What happens next, unless the editor stays as it is. */
	onSaved?: (reply: Reply) => void;
	onDiscarded?: () => void;
}

interface Ways<Of extends Edited, Item, Values> extends EditorOf<Item, SavedOf<Of>> {
	/** Values of a new item that are not empty. */
	fresh?: Partial<ValuesOf<Of>>;
	/** Where the form holds something else than what is sent. */
	valuesOf?: (stored: Item | undefined) => Values;
	bodyOf?: (values: Values) => object;
	/** Path of the call that saves, if not the key of the stored item: a translation's, whose language is the last of it. */
	params?: object;
}

/** `edits`: the version to which the edits belong that were not saved; 0 if there were none. */
const calm = { busy: false, error: null as unknown, checked: false, edits: 0 };

/** The editor of what one call creates and another changes, or of what is there once. Who may not make the call may only read. */
export function useItem<Of extends Edited, Item extends { version: number }, Values extends object = ValuesOf<Of>>(
	of: Of,
	ways: Ways<Of, Item, Values>,
) {
	const { stored, onSaved, onDiscarded } = ways;
	const { create, edit, noun } = of;
	const endpoint = stored || !create ? edit : create;
	const form = formOf(of, ways.fresh) as unknown as Required<Pick<typeof ways, 'valuesOf' | 'bodyOf'>>;
	const { valuesOf, bodyOf } = { ...form, ...ways };
	const [key = ''] = Object.keys(shapesIn(edit.params));
	const id = (Object(stored) as Record<string, string | number | undefined>)[key];
	const params = ways.params ?? { [key]: id };
	const target = noun === undefined || id === undefined ? undefined : `${noun}:${id}`;
	const may = useMay();
	const client = useQueryClient();
	const toast = useToast();
	const { operator } = useSignedIn();
	const { pathname } = useLocation();
	const readOnly = !may(endpoint);
	const language = String(Object.values(ways.params ?? {}).at(-1) ?? '');
	const name = readOnly ? null : [operator.operator_id, pathname, (create ?? edit).path, language].join('|');
	const storedAs = (values: Values) => tidied(endpoint, { ...bodyOf(values), version: 1, why: '-' });
	const draft = useDraft(name, valuesOf(stored), stored?.version ?? 0, (one, other) =>
		same(storedAs(one), storedAs(other)),
	);
	const { version, theirs } = draft;
	const [state, setState] = useState(calm);
	const [refusals, setRefusals] = useState(0);
	const [undo, setUndo] = useState<Values | null>(null);
	/** Somebody else has deleted it meanwhile. What was written can become a new one. */
	const [isGone, setGone] = useState(false);
	const navigate = useNavigate();
	const check = (values: Values) => issuesOf(endpoint, { version: version || null, ...bodyOf(values) });
	// Once checked, the errors follow the typing: one that is mended disappears.
	const errors = fieldErrors(state.checked ? check(draft.values) : [], state.error);
	const errorOf: ErrorOf = (field) =>
		field in theirs ? clashText(theirs[field as keyof Values]) : errors.errorOf(field);
	const clashes = Object.keys(theirs).length;
	function refuse(error: unknown): false {
		setState({ busy: false, error, checked: true, edits: draft.changed ? version : 0 });
		setRefusals((before) => before + 1);
		return false;
	}
	/** Saves whose answer was lost, and which were done. */
	const [untold, setUntold] = useState(0);
	if (state.edits > 0 && state.edits < version && !draft.changed) {
		setState(calm);
		setUntold(untold + 1);
	}
	useEffect(() => {
		if (untold > 0) toast('Saved', 'success');
	}, [untold, toast]);
	const isGood = (values: Values) => check(values).length === 0;
	function checkFields(values = draft.values): boolean {
		const running = uploadRefusal(values);
		return !running && isGood(values) && clashes === 0 ? true : refuse(running);
	}
	async function send(part: Partial<Values> = {}): Promise<boolean> {
		const values = { ...draft.values, ...part };
		if (!checkFields(values)) return false;
		setState({ ...calm, busy: true });
		try {
			const isNew = create && (stored === undefined || isGone);
			const body = bodyOf(values);
			const once = { idempotencyKey: draft.key };
			const reply = (await (isNew
				? call(create, { body } as Asked<Endpoint>, once)
				: call(edit, { params, body: { ...body, version: version || null } } as Asked<Endpoint>, once))) as SavedOf<Of>;
			await readAgain(client);
			const waits = typeof (Object(reply) as { approval_id?: unknown }).approval_id === 'string';
			draft.settle(waits ? draft.base : values);
			setState(calm);
			setUndo(stored && !isGone && !waits && isGood(draft.base) ? draft.base : null);
			toast(waits ? WAITS : 'Saved', 'success');
			if (isGone) void navigate(pathname.replace(/\/[^/]+$/, ''));
			else onSaved?.(reply);
			return true;
		} catch (error) {
			draft.meet();
			if (isProblem(error, 'network')) draft.noteAway();
			if (create && stored && isRefusal(error) && error.code === 404 && fieldOf(error) === null) setGone(true);
			void readAgain(client);
			return refuse(error);
		}
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
		/** For `<EditorForm>`. */
		form: {
			changed: draft.changed,
			busy: state.busy,
			readOnly,
			/** A new item can be saved without changes. */
			fresh: stored === undefined || isGone,
			isGone,
			versions:
				target !== undefined && stored
					? { target, onShow: (then: object) => draft.set(valuesOf(asBefore(stored, then))) }
					: null,
			// What did not reach the server can be sent again as soon as it answers.
			error: isProblem(state.error, 'network') && draft.changed && draft.isSent !== 'away' ? null : state.error,
			/** Each refusal moves the focus to the first field with an error. */
			refusals,
			wrong: errors.count + clashes,
			brought: { brought: draft.brought, keptTime: draft.keptTime, resolve: draft.resolve, clashes },
			/** Whether the edits outlive the page, and whether the server has them. */
			kept: { isKept: draft.isKept, isSent: draft.isSent },
			/** Takes the last save back, for a moment after it. */
			undo: undo && !draft.changed ? () => void send(undo) : null,
			onUndoEnd: () => setUndo(null),
			onSave: () => void send(),
			onDiscard: discard,
		},
		/** Marks the fields that are wrong. Returns true if there are none. */
		checkFields: () => checkFields(),
		/** Saves the edits together with these values. Returns true if they are stored or wait for approval. */
		saveWith: send,
	};
}

/** Tells, at a field that was edited here too, what another operator has stored in it. */
function clashText(theirs: unknown): string {
	const word = wordOf(theirs);
	return word === null ? 'Somebody else has changed this too.' : `Somebody else has changed this too, to: ${word}`;
}

export interface Draft<Values extends object>
	extends ReturnType<typeof useDraft<Values>>, ReturnType<typeof inputsOf<Values>> {
	/** Error of a field, by its name in the request. */
	errorOf: ErrorOf;
}

/** Props of the console's own fields, by the name of what they edit. */
export const inputsOf = <Values extends object>(
	values: Values,
	set: (part: Partial<Values>) => void,
	errorOf: ErrorOf,
) => ({
	field: <Name extends keyof Values>(name: Name) => ({
		value: values[name],
		error: errorOf(String(name)),
		onChange: (value: Values[Name]) => set({ [name]: value } as unknown as Partial<Values>),
	}),
});
