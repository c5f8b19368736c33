/** Fields of an editor, with its buttons always in view. Leaving with unsaved changes asks first. */
import { Plural, Trans } from '@lingui/react/macro';
import { type FormEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { useBlocker } from 'react-router';
import { isProblem } from '#client/problem.ts';
import { Button } from '#ui/primitives/button.tsx';
import { FieldError } from '#ui/primitives/form-field.tsx';
import { useErrorText } from '../api/error-text.tsx';
import { Confirm } from '../dialogs/confirm.tsx';
import type { Editable } from './editable.ts';
import { fieldOf } from './field-errors.ts';
import './editor-form.css';

interface EditorFormProps extends Omit<Editable<object>['form'], 'fresh' | 'readOnly'> {
	/** True if the fields are disabled and cannot be saved. */
	readOnly?: boolean;
	/** True for an item that can be saved without changes. */
	fresh?: boolean;
	/** What the edits change for fans. */
	effect?: ReactNode;
	/** Label of the button that saves. */
	saveLabel?: ReactNode;
	/** Buttons beside it: publish, unpublish. */
	actions?: ReactNode;
	children: ReactNode;
}

export function EditorForm(props: EditorFormProps) {
	const { changed, busy, error, refusals, wrong, readOnly, actions, effect, children } = props;
	// There is nothing to save or discard.
	const idle = !changed && !props.fresh;
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
				<div className="editor-bar">
					<Button variant="quiet" disabled={idle} onClick={props.onDiscard}>
						<Trans>Discard</Trans>
					</Button>
					<Button type="submit" variant={actions ? 'line' : 'primary'} busy={busy} disabled={idle}>
						{props.saveLabel ?? <Trans>Save</Trans>}
					</Button>
					{actions}
				</div>
			)}
			<LeaveGuard when={changed && !busy} />
		</form>
	);
}

/** Says why the last save was refused. What is about a field stands at the field. */
function SaveProblem({ error, wrong, onReload }: Pick<EditorFormProps, 'error' | 'wrong' | 'onReload'>) {
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
			{isStale && (
				<Button variant="line" onClick={onReload}>
					<Trans>Show the saved version</Trans>
				</Button>
			)}
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
	useEffect(() => {
		if (!when) return undefined;
		const ask = (event: BeforeUnloadEvent) => event.preventDefault();
		window.addEventListener('beforeunload', ask);
		return () => window.removeEventListener('beforeunload', ask);
	}, [when]);
	return (
		<Confirm
			open={blocker.state === 'blocked'}
			title={<Trans>Leave without saving?</Trans>}
			text={<Trans>You have unsaved changes.</Trans>}
			action={<Trans>Leave</Trans>}
			cancel={<Trans>Stay</Trans>}
			onClose={() => blocker.reset?.()}
			onDo={() => blocker.proceed?.()}
		/>
	);
}
