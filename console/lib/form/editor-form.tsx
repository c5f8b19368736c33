/** Fields of an editor, with its buttons always in view. Leaving with unsaved changes asks first. */
import { Trans } from '@lingui/react/macro';
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import { EditorBar } from './editor-bar.tsx';
import { LeaveGuard } from './leave-guard.tsx';
import { SaveProblem } from './save-problem.tsx';
import './editor-form.css';

export interface EditorFormProps {
	changed: boolean;
	busy: boolean;
	/** Error of the last save. */
	error: unknown;
	/** Number of refused saves, and of fields that show an error. */
	refusals: number;
	wrong: number;
	/** True if the fields are disabled and cannot be saved. */
	readOnly?: boolean;
	/** True for an item that is not stored yet. It can be saved without changes. */
	fresh?: boolean;
	/** What the edits change for fans. */
	effect?: ReactNode;
	/** Label of the button that saves. */
	saveLabel?: ReactNode;
	/** Buttons beside it: publish, unpublish. */
	actions?: ReactNode;
	onSave: () => void;
	onDiscard: () => void;
	/** Loads the values that another operator has stored. Offered after a save was refused as stale. */
	onReload?: () => void;
	children: ReactNode;
}

export function EditorForm(props: EditorFormProps) {
	const { changed, busy, error, refusals, wrong, readOnly = false, fresh = false, effect, children } = props;
	const form = useRef<HTMLFormElement>(null);
	useEffect(() => {
		if (refusals > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
	}, [refusals]);
	function submit(event: FormEvent) {
		event.preventDefault();
		if (!busy) props.onSave();
	}
	return (
		<form ref={form} className="editor-form" onSubmit={submit} noValidate>
			<fieldset className="editor-fields" disabled={readOnly}>
				{children}
			</fieldset>
			<SaveProblem error={error} wrong={wrong} onReload={props.onReload} />
			{changed && effect}
			{!readOnly && (
				<EditorBar
					busy={busy}
					idle={!changed && !fresh}
					saveLabel={props.saveLabel ?? <Trans>Save</Trans>}
					actions={props.actions}
					onDiscard={props.onDiscard}
				/>
			)}
			<LeaveGuard when={changed && !busy} />
		</form>
	);
}
