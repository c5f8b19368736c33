/** Combines a draft with saving, discarding and reloading, which all editors share. */
import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useToast } from '#ui/primitives/toast.tsx';
import { type Draft, useDraft } from './use-draft.ts';

export interface Editable<Values> {
	draft: Draft<Values>;
	/** For `<EditorForm>`. */
	form: {
		changed: boolean;
		busy: boolean;
		error: unknown;
		onSave: () => void;
		onDiscard: () => void;
		onReload: () => void;
	};
}

/** Result of `save` if a second operator has to approve the change first. */
export const WAITS = Symbol('waits for approval');

interface Ways<Values> {
	/** The stored values, or empty ones for a new item. */
	stored: Values;
	/** Saves the values, which were edited from `base`, and returns the values stored now. */
	save: (values: Values, base: Values) => Promise<Values | typeof WAITS>;
	/** Reads the values stored now. */
	reload?: () => Promise<Values | undefined>;
	onSaved?: (values: Values) => void;
	/** Set if the editor closes on discard instead of showing the stored values. */
	onDiscarded?: () => void;
}

export function useEditable<Values extends object>({ stored, save, reload, onSaved, onDiscarded }: Ways<Values>) {
	const { t } = useLingui();
	const toast = useToast();
	const draft = useDraft(stored);
	const [state, setState] = useState<{ busy: boolean; error: unknown }>({ busy: false, error: null });
	async function send() {
		setState({ busy: true, error: null });
		try {
			const saved = await save(draft.values, draft.base);
			const now = saved === WAITS ? draft.base : saved;
			draft.restart(now);
			setState({ busy: false, error: null });
			toast(
				saved === WAITS ? t`Waiting for another operator’s approval. Nothing has changed yet.` : t`Saved`,
				'success',
			);
			onSaved?.(now);
		} catch (error) {
			setState({ busy: false, error });
		}
	}
	async function take() {
		const now = await reload?.();
		setState({ busy: false, error: null });
		if (now) draft.restart(now);
	}
	const editable: Editable<Values> = {
		draft,
		form: {
			changed: draft.changed,
			...state,
			onSave: () => void send(),
			onDiscard: () => {
				// Flush now, so that the leave guard does not ask about the edits just discarded.
				flushSync(() => {
					setState({ busy: false, error: null });
					draft.discard();
				});
				onDiscarded?.();
			},
			onReload: () => void take(),
		},
	};
	return editable;
}
