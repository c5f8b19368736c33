/** Fields of an editor, with its buttons always in view. Leaving with unsaved changes asks first. */
import { Plural, Trans } from '@lingui/react/macro';
import { type FormEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { useBlocker } from 'react-router';
import { isProblem } from '#client/problem.ts';
import { Button } from '#ui/primitives/button.tsx';
import { Dialog } from '#ui/primitives/dialog.tsx';
import { FieldError } from '#ui/primitives/form-field.tsx';
import { useErrorText } from '../api/error-text.ts';
import { fieldOf } from './field-errors.ts';
import './editor-form.css';

interface EditorFormProps {
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

interface Props {
	busy: boolean;
	/** True if there is nothing to save or discard. */
	idle: boolean;
	saveLabel: ReactNode;
	actions: ReactNode;
	onDiscard: () => void;
}

/** The buttons of an editor, at the bottom of the screen while its fields are longer. */
function EditorBar({ busy, idle, saveLabel, actions, onDiscard }: Props) {
	return (
		<div className="editor-bar">
			<Button variant="quiet" disabled={idle} onClick={onDiscard}>
				<Trans>Discard</Trans>
			</Button>
			<Button type="submit" variant={actions ? 'line' : 'primary'} busy={busy} disabled={idle}>
				{saveLabel}
			</Button>
			{actions}
		</div>
	);
}

interface SaveProblemProps {
	error: unknown;
	/** Number of fields that show an error. */
	wrong: number;
	onReload?: () => void;
}

/** Says why the last save was refused. What is about a field stands at the field. */
function SaveProblem({ error, wrong, onReload }: SaveProblemProps) {
	const textOf = useErrorText();
	const isOfField = fieldOf(error) !== null;
	const isStale = isProblem(error) && error.code === 409 && !isOfField;
	if (!error && wrong === 0) return null;
	return (
		<div className="editor-problem">
			{error && !isOfField ? (
				<FieldError>{textOf(error)}</FieldError>
			) : (
				<FieldError>
					<Plural
						value={wrong}
						one="Not saved. Please check the marked field."
						other="Not saved. Please check the # marked fields."
					/>
				</FieldError>
			)}
			{onReload && isStale ? (
				<Button variant="line" onClick={onReload}>
					<Trans>Show the saved version</Trans>
				</Button>
			) : null}
		</div>
	);
}

/** Forms with unsaved changes. The router asks one guard only, which answers for all forms of the screen. */
const unsaved = new Set<string>();

/** Asks before unsaved changes are lost, when the operator opens another screen or leaves the console. */
function LeaveGuard({ when }: { when: boolean }) {
	const form = useId();
	useLayoutEffect(() => {
		if (when) unsaved.add(form);
		return () => void unsaved.delete(form);
	}, [when, form]);
	// A change of the query string (search, page) only changes the list beside the editor, so no edit is lost.
	const blocker = useBlocker(
		({ currentLocation, nextLocation }) => unsaved.size > 0 && currentLocation.pathname !== nextLocation.pathname,
	);
	const asked = blocker.state === 'blocked';
	useEffect(() => {
		if (!when) return undefined;
		const ask = (event: BeforeUnloadEvent) => event.preventDefault();
		window.addEventListener('beforeunload', ask);
		return () => window.removeEventListener('beforeunload', ask);
	}, [when]);
	return (
		<Dialog open={asked} onClose={() => blocker.reset?.()} labelledBy="leave-heading" shape="center">
			<div className="dialog-body">
				<h2 id="leave-heading">
					<Trans>Leave without saving?</Trans>
				</h2>
				<p>
					<Trans>You have unsaved changes.</Trans>
				</p>
				<div className="dialog-actions">
					<Button variant="quiet" onClick={() => blocker.reset?.()}>
						<Trans>Stay</Trans>
					</Button>
					<Button onClick={() => blocker.proceed?.()}>
						<Trans>Leave</Trans>
					</Button>
				</div>
			</div>
		</Dialog>
	);
}
