/** Fields of an editor, with its buttons always in view. Leaving with unsaved changes asks first. */
import type { FormEvent, ReactNode } from 'react';
import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { useBlocker } from 'react-router';
import { getAuditTrail } from '#contract/operator/audit-trail.ts';
import { Button } from '#ui/primitives/button.tsx';
import { FieldError } from '#ui/primitives/form-field.tsx';
import { errorText, unsaved, useRead } from '../api/calls.tsx';
import { DialogBox } from '../dialogs/dialogs.tsx';
import { fieldOf } from './contract-form.ts';
import type { Editable } from './editable.ts';
import { useDateTime } from '../session/operator.tsx';
import './editor-form.css';

interface EditorFormProps extends Omit<Editable<object>['form'], 'fresh' | 'readOnly'> {
	/** True if the fields are disabled and cannot be saved. */
	readOnly?: boolean;
	/** True for an item that can be saved without changes. */
	fresh?: boolean;
	/** What the edits change for fans. */
	effect?: ReactNode;
	/** What is asked before it is saved. */
	ask?: ReactNode;
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
	const [asking, setAsking] = useState(false);
	useEffect(() => {
		if (refusals > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
	}, [refusals]);
	function submit(event: FormEvent) {
		event.preventDefault();
		if (busy) return;
		if (props.ask) setAsking(true);
		else props.onSave();
	}
	return (
		<form ref={form} className="editor-form stack one-column gap-4 min-0" onSubmit={submit} noValidate>
			<fieldset className="editor-fields stack one-column gap-4 min-0" disabled={readOnly}>
				{children}
			</fieldset>
			{!readOnly && (
				<div className="editor-bar">
					<div className="editor-said stack gap-3">
						<SaveProblem error={error} wrong={wrong} />
						{props.isGone && (
							<output className="note block mb-4 rounded tone-2">
								Somebody else has deleted this meanwhile. Save again to make a new one of what is written here.
							</output>
						)}
						{changed && <Brought {...props.brought} />}
						{changed && <Kept {...props.kept} />}
						{changed && effect}
					</div>
					<div className="flex wraps gap-2 editor-buttons">
						<Button variant="quiet" disabled={idle} onClick={props.onDiscard}>
							Discard
						</Button>
						<Button type="submit" variant={actions ? 'line' : 'primary'} busy={busy} disabled={idle}>
							{props.saveLabel ?? 'Save'}
						</Button>
						{actions}
						{props.undo && <Undo onUndo={props.undo} onEnd={props.onUndoEnd} />}
					</div>
				</div>
			)}
			{!readOnly && props.versions && <Versions {...props.versions} changed={changed} />}
			<LeaveGuard changed={changed} busy={busy} isKept={props.kept.isKept !== false} />
			<DialogBox
				open={asking}
				title="Save this?"
				text={props.ask}
				action="Save"
				onClose={() => setAsking(false)}
				onDo={() => {
					setAsking(false);
					props.onSave();
				}}
			/>
		</form>
	);
}

/** Says why the last save was refused. What is about a field stands at the field. */
function SaveProblem({ error, wrong }: Pick<EditorFormProps, 'error' | 'wrong'>) {
	if (!error && wrong === 0) return null;
	if (error && fieldOf(error) === null) return <FieldError>{errorText(error)}</FieldError>;
	return (
		<FieldError>Not saved. Please check the {wrong === 1 ? 'marked field' : `${wrong} marked fields`}.</FieldError>
	);
}

/** Says what the form holds that nobody typed just now, and asks what is to be kept where two operators changed a field. */
function Brought({ brought, keptTime, clashes, resolve }: EditorFormProps['brought']) {
	const dateTime = useDateTime();
	if (brought === null) return null;
	return (
		<output className="note mb-4 rounded tone-2 stack gap-3">
			{keptTime !== null && <p>Your unsaved changes of {dateTime(keptTime / 1000)} are back.</p>}
			{brought === 'theirs' && (
				<p>
					{clashes === 0
						? 'Somebody else has saved this meanwhile. Their changes are here now, beside yours: check and save.'
						: `Somebody else has saved this meanwhile. ${clashes === 1 ? 'The marked field was changed by both of you, and shows' : `The ${clashes} marked fields were changed by both of you, and show`} yours.`}
				</p>
			)}
			{clashes > 0 && (
				<div className="flex wraps gap-2 mt-5">
					<Button variant="line" onClick={() => resolve('mine')}>
						Keep mine
					</Button>
					<Button variant="line" onClick={() => resolve('theirs')}>
						Take theirs
					</Button>
				</div>
			)}
		</output>
	);
}

/** Says whether what is written outlives the page. */
function Kept({ isKept, isSent }: EditorFormProps['kept']) {
	if (isKept === null) return null;
	if (isKept && isSent === 'kept') return <p className="muted">Your unsaved changes are kept.</p>;
	return (
		<output className="muted">
			{isKept
				? `${isSent === 'away' ? 'The server does not answer. ' : ''}Your changes are kept in this browser.`
				: 'Your changes are not kept: stay on this page until they are saved.'}
		</output>
	);
}

const UNDO_MS = 10_000;

function Undo({ onUndo, onEnd }: { onUndo: () => void; onEnd: () => void }) {
	const end = useEffectEvent(onEnd);
	useEffect(() => {
		const timer = setTimeout(end, UNDO_MS);
		return () => clearTimeout(timer);
	}, []);
	return (
		<Button variant="quiet" onClick={onUndo}>
			Undo
		</Button>
	);
}

/** Asks before unsaved changes are lost, when the operator opens another screen or leaves the console. */
function LeaveGuard({ changed, busy, isKept }: Pick<EditorFormProps, 'changed' | 'busy'> & { isKept: boolean }) {
	const form = useId();
	useLayoutEffect(() => {
		if (changed) unsaved.set(form, { busy });
		return () => void unsaved.delete(form);
	}, [changed, busy, form]);
	// The router asks one guard only, which answers for all forms of the screen. A change of the query string (search, page)
	// only changes the list beside the editor, so no edit is lost.
	const blocker = useBlocker(
		({ currentLocation, nextLocation }) =>
			currentLocation.pathname !== nextLocation.pathname && [...unsaved.values()].some((one) => !one.busy),
	);
	useEffect(() => {
		if (!changed || busy) return undefined;
		const ask = (event: BeforeUnloadEvent) => event.preventDefault();
		window.addEventListener('beforeunload', ask);
		return () => window.removeEventListener('beforeunload', ask);
	}, [changed, busy]);
	return (
		<DialogBox
			open={blocker.state === 'blocked'}
			title="Leave without saving?"
			text={
				isKept
					? 'Your changes are kept: they are back when you open this screen again.'
					: 'Your changes could not be kept: they are lost when you leave.'
			}
			action="Leave"
			cancel="Stay"
			onClose={() => blocker.reset?.()}
			onDo={() => blocker.proceed?.()}
		/>
	);
}

const VERSIONS_MAX = 30;

/** A version would replace unsaved changes. */
function Versions({ target, changed, onShow }: NonNullable<EditorFormProps['versions']> & { changed: boolean }) {
	const [isOpen, setOpen] = useState(false);
	const dateTime = useDateTime();
	const query = { target, limit: VERSIONS_MAX };
	const { data } = useRead(getAuditTrail, { query }, { enabled: isOpen });
	const versions = data?.list.filter(({ action }) => /\.(?:create|edit|clone|open)$/.test(action)) ?? [];
	return (
		<details className="versions" onToggle={(event) => setOpen(event.currentTarget.open)}>
			<summary>Versions</summary>
			{changed && <p className="faint text-s">Save or discard your changes before you look at a version.</p>}
			<ol>
				{versions.map(({ audit_id: id, time, operator, after }) => {
					const when = dateTime(time);
					return (
						<li className="card-head row wraps between" key={id}>
							<span>
								{operator ? (operator.name ?? operator.email) : 'The site itself'}, {when}
							</span>
							<Button
								variant="quiet"
								disabled={changed}
								aria-label={`Show the version of ${when}`}
								onClick={() => onShow(Object(after) as object)}
							>
								Show
							</Button>
						</li>
					);
				})}
			</ol>
			{data && versions.length === 0 && <p className="faint text-s">No earlier version is known.</p>}
		</details>
	);
}
