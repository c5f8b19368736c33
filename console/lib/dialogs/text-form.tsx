/** The body of a dialog that asks for one text, which must not be empty. */
import { Trans } from '@lingui/react/macro';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Button } from '#ui/primitives/button.tsx';
import { FieldError } from '#ui/primitives/form-field.tsx';
import { useErrorText } from '../api/error-text.ts';

export interface TextFormProps {
	/** The heading's id. */
	heading: string;
	title: ReactNode;
	/** Label of the button. */
	action: ReactNode;
	/** True if the action cannot be undone. */
	dangerous?: boolean;
	busy: boolean;
	error: unknown;
	onClose: () => void;
	children?: ReactNode;
}

interface RequiredText {
	text: string;
	setText: (text: string) => void;
	/** An empty text was sent. */
	missing: boolean;
	send: () => void;
}

/** Holds what is typed. Sends it without white space at its ends, and never empty. */
export function useRequiredText(initial: string, busy: boolean, onText: (text: string) => void): RequiredText {
	const [text, setText] = useState(initial);
	const [missing, setMissing] = useState(false);
	function send() {
		setMissing(text.trim() === '');
		if (text.trim() !== '' && !busy) onText(text.trim());
	}
	return { text, setText, missing, send };
}

export function TextForm(props: TextFormProps & { send: () => void }) {
	const { heading, title, action, dangerous = false, busy, error, onClose, children, send } = props;
	const textOf = useErrorText();
	function submit(event: FormEvent) {
		event.preventDefault();
		send();
	}
	return (
		<form className="dialog-body" onSubmit={submit} noValidate>
			<h2 id={heading}>{title}</h2>
			{children}
			{error ? <FieldError>{textOf(error)}</FieldError> : null}
			<div className="dialog-actions">
				<Button variant="quiet" onClick={onClose}>
					<Trans>Cancel</Trans>
				</Button>
				<Button type="submit" className={dangerous ? 'button-danger' : ''} busy={busy}>
					{action}
				</Button>
			</div>
		</form>
	);
}
