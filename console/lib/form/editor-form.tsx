/** Fields of an editor, with Discard and Save always in view. Leaving with unsaved changes asks first. */
import { Trans } from '@lingui/react/macro';
import type { FormEvent, ReactNode } from 'react';
import { isProblem } from '#client/problem.ts';
import { Button } from '#ui/primitives/button.tsx';
import { FieldError } from '#ui/primitives/form-field.tsx';
import { useErrorText } from '../api/error-text.ts';
import { LeaveGuard } from './leave-guard.tsx';
import './editor-form.css';

export interface EditorFormProps {
	changed: boolean;
	busy: boolean;
	/** Error of the last save. */
	error: unknown;
	/** True if the fields are disabled and cannot be saved. */
	readOnly?: boolean;
	/** True for an item that is not stored yet. It can be saved without changes. */
	fresh?: boolean;
	onSave: () => void;
	onDiscard: () => void;
	/** Loads the values that another operator has stored. Offered after a save was refused as stale. */
	onReload?: () => void;
	children: ReactNode;
}

export function EditorForm(props: EditorFormProps) {
	const { changed, busy, error, readOnly = false, fresh = false, onSave, onDiscard, onReload, children } = props;
	function submit(event: FormEvent) {
		event.preventDefault();
		if (!busy) onSave();
	}
	return (
		<form className="editor-form" onSubmit={submit} noValidate>
			<fieldset className="editor-fields" disabled={readOnly}>
				{children}
			</fieldset>
			<SaveProblem error={error} onReload={onReload} />
			{!readOnly && (
				<div className="editor-bar">
					<Button variant="quiet" disabled={!changed && !fresh} onClick={onDiscard}>
						<Trans>Discard</Trans>
					</Button>
					<Button type="submit" busy={busy} disabled={!changed && !fresh}>
						<Trans>Save</Trans>
					</Button>
				</div>
			)}
			<LeaveGuard when={changed && !busy} />
		</form>
	);
}

function SaveProblem({ error, onReload }: { error: unknown; onReload?: () => void }) {
	const textOf = useErrorText();
	if (!error) return null;
	return (
		<div className="editor-problem">
			<FieldError>{textOf(error)}</FieldError>
			{onReload && isProblem(error) && error.code === 409 ? (
				<Button variant="line" onClick={onReload}>
					<Trans>Show the saved version</Trans>
				</Button>
			) : null}
		</div>
	);
}
