/** Asks for a passkey's name. */
import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Button } from '#ui/primitives/button.tsx';
import { FieldError, TextField } from '#ui/primitives/form-field.tsx';
import { useErrorText } from '../api/error-text.ts';

export interface PasskeyFormProps {
	/** The heading's id. */
	heading: string;
	title: ReactNode;
	/** Label of the button. */
	action: ReactNode;
	/** The name entered so far. */
	name?: string;
	busy: boolean;
	error: unknown;
	onClose: () => void;
	onName: (name: string) => void;
	children?: ReactNode;
}

export function PasskeyForm({ heading, title, action, busy, error, onClose, onName, ...rest }: PasskeyFormProps) {
	const { t } = useLingui();
	const textOf = useErrorText();
	const [name, setName] = useState(rest.name ?? '');
	const [missing, setMissing] = useState(false);
	function submit(event: FormEvent) {
		event.preventDefault();
		setMissing(name.trim() === '');
		if (name.trim() !== '' && !busy) onName(name.trim());
	}
	return (
		<form className="dialog-body" onSubmit={submit} noValidate>
			<h2 id={heading}>{title}</h2>
			{rest.children}
			<TextField
				label={t`Name of the passkey`}
				hint={t`Such as “Work laptop”: so that you know it again.`}
				error={missing ? t`Please give it a name` : null}
				maxLength={60}
				value={name}
				onChange={(event) => setName(event.target.value)}
			/>
			{error ? <FieldError>{textOf(error)}</FieldError> : null}
			<div className="dialog-actions">
				<Button variant="quiet" onClick={onClose}>
					<Trans>Cancel</Trans>
				</Button>
				<Button type="submit" busy={busy}>
					{action}
				</Button>
			</div>
		</form>
	);
}
