/** Asks for the reason of an action. The audit trail records both. */
import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { Button } from '#ui/primitives/button.tsx';
import { Dialog } from '#ui/primitives/dialog.tsx';
import { FieldError, TextAreaField } from '#ui/primitives/form-field.tsx';
import { useErrorText } from '../api/error-text.ts';

export interface WhyDialogProps {
	open: boolean;
	title: ReactNode;
	/** One sentence about what will happen. */
	children?: ReactNode;
	/** Label of the button. */
	action: ReactNode;
	busy: boolean;
	error: unknown;
	onClose: () => void;
	onDo: (why: string) => void;
}

export function WhyDialog(props: WhyDialogProps) {
	const heading = useId();
	return (
		<Dialog open={props.open} onClose={props.onClose} labelledBy={heading} shape="center">
			<WhyForm {...props} heading={heading} />
		</Dialog>
	);
}

function WhyForm({
	heading,
	title,
	children,
	action,
	busy,
	error,
	onClose,
	onDo,
}: WhyDialogProps & { heading: string }) {
	const { t } = useLingui();
	const textOf = useErrorText();
	const [why, setWhy] = useState('');
	const [missing, setMissing] = useState(false);
	function submit(event: FormEvent) {
		event.preventDefault();
		setMissing(why.trim() === '');
		if (why.trim() !== '' && !busy) onDo(why.trim());
	}
	return (
		<form className="dialog-body" onSubmit={submit} noValidate>
			<h2 id={heading}>{title}</h2>
			{children}
			<TextAreaField
				label={t`Reason`}
				hint={t`Kept in the audit trail.`}
				error={missing ? t`Please give a reason` : null}
				maxLength={500}
				value={why}
				onChange={(event) => setWhy(event.target.value)}
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
