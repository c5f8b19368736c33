/** Asks before an action that needs no reason on record. */
import { Trans } from '@lingui/react/macro';
import { type ReactNode, useId } from 'react';
import { Button } from '#ui/primitives/button.tsx';
import { Dialog } from '#ui/primitives/dialog.tsx';
import { FieldError } from '#ui/primitives/form-field.tsx';
import { useErrorText } from '../api/error-text.ts';

interface Props {
	title: string;
	text: ReactNode;
	action: string;
	/** True if the action cannot be undone. */
	dangerous?: boolean;
	busy: boolean;
	error?: unknown;
	onClose: () => void;
	onDo: () => void;
}

export function Confirm({ title, text, action, dangerous = false, busy, error, onClose, onDo }: Props) {
	const heading = useId();
	const textOf = useErrorText();
	return (
		<Dialog open onClose={onClose} labelledBy={heading} shape="center">
			<div className="dialog-body">
				<h2 id={heading}>{title}</h2>
				<p>{text}</p>
				{error ? <FieldError>{textOf(error)}</FieldError> : null}
				<div className="dialog-actions">
					<Button variant="quiet" onClick={onClose}>
						<Trans>Cancel</Trans>
					</Button>
					<Button className={dangerous ? 'button-danger' : ''} busy={busy} onClick={onDo}>
						{action}
					</Button>
				</div>
			</div>
		</Dialog>
	);
}
