/** A dialog with its heading and, where it does something, the buttons that do it or not. */
import { type FormEvent, type ReactNode, useId } from 'react';
import { createPortal } from 'react-dom';
import { Button } from '#ui/primitives/button.tsx';
import { Dialog } from '#ui/primitives/dialog.tsx';
import { ErrorText } from '../api/calls.tsx';

export interface DialogBoxProps {
	open?: boolean | undefined;
	title: ReactNode;
	className?: string;
	/** Labels of the buttons. Without an action, the content brings its own. */
	action?: ReactNode;
	cancel?: ReactNode;
	/** True if the action cannot be undone. */
	dangerous?: boolean | undefined;
	disabled?: boolean;
	/** While what it has sent is on its way, it does not close: nobody would read the answer. Unless closing gives it up. */
	busy?: boolean | undefined;
	givesUp?: true;
	error?: unknown;
	onClose: () => void;
	onDo?: () => void;
	/** In place of `onDo`, for a dialog that is a form. */
	onSubmit?: () => void;
	children: ReactNode;
}

export function DialogBox({ open = true, title, className, busy = false, error, onSubmit, ...props }: DialogBoxProps) {
	const heading = useId();
	const { action, cancel = 'Cancel', dangerous, disabled, givesUp, onDo } = props;
	const close = () => {
		if (!busy || givesUp) props.onClose();
	};
	const content = (
		<>
			<h2 id={heading}>{title}</h2>
			{props.children}
			<ErrorText error={error} />
			{action !== undefined && (
				<div className="dialog-actions">
					<Button variant="quiet" onClick={close}>
						{cancel}
					</Button>
					<Button
						type={onSubmit ? 'submit' : 'button'}
						className={dangerous ? 'button-danger' : ''}
						busy={busy}
						disabled={disabled}
						onClick={onDo}
					>
						{action}
					</Button>
				</div>
			)}
		</>
	);
	function submit(event: FormEvent) {
		event.preventDefault();
		onSubmit?.();
	}
	// Outside of forms and tables: neither their keys nor their looks are the dialog's.
	return createPortal(
		<Dialog open={open} onClose={close} labelledBy={heading} shape="center" className={className}>
			{onSubmit ? (
				<form className="dialog-body" onSubmit={submit} noValidate>
					{content}
				</form>
			) : (
				<div className="dialog-body">{content}</div>
			)}
		</Dialog>,
		document.body,
	);
}

/** Asks before an action that needs no reason on record. */
export const Confirm = ({ text, ...dialog }: Omit<DialogBoxProps, 'children'> & { text: ReactNode }) => (
	<DialogBox {...dialog}>
		<p>{text}</p>
	</DialogBox>
);
