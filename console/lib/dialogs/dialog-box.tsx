/** A dialog with its heading. */
import { Trans } from '@lingui/react/macro';
import { type FormEvent, type ReactNode, useId } from 'react';
import { Button } from '#ui/primitives/button.tsx';
import { Dialog } from '#ui/primitives/dialog.tsx';

interface DialogBoxProps {
	open?: boolean;
	title: ReactNode;
	className?: string;
	onClose: () => void;
	/** Set for a dialog that is a form. */
	onSubmit?: () => void;
	children: ReactNode;
}

export function DialogBox({ open = true, title, className, onClose, onSubmit, children }: DialogBoxProps) {
	const heading = useId();
	const content = (
		<>
			<h2 id={heading}>{title}</h2>
			{children}
		</>
	);
	function submit(event: FormEvent) {
		event.preventDefault();
		onSubmit?.();
	}
	return (
		<Dialog open={open} onClose={onClose} labelledBy={heading} shape="center" className={className}>
			{onSubmit ? (
				<form className="dialog-body" onSubmit={submit} noValidate>
					{content}
				</form>
			) : (
				<div className="dialog-body">{content}</div>
			)}
		</Dialog>
	);
}

/** Closes a dialog, but not while what it has sent is on its way: nobody would read the answer. */
export const closeUnless =
	(busy: boolean | undefined, onClose: () => void): (() => void) =>
	() => {
		if (!busy) onClose();
	};

export function CancelButton({ onClick }: { onClick: () => void }) {
	return (
		<Button variant="quiet" onClick={onClick}>
			<Trans>Cancel</Trans>
		</Button>
	);
}
