/** Asks for the reason of an action. The audit trail records both. */
import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { Button } from '#ui/primitives/button.tsx';
import { Dialog } from '#ui/primitives/dialog.tsx';
import { FieldError, TextAreaField } from '#ui/primitives/form-field.tsx';
import { useToast } from '#ui/primitives/toast.tsx';
import { useErrorText } from '../api/error-text.ts';

/** The children are one sentence about what will happen. */
interface WhyDialogProps extends Omit<TextFormProps, 'heading'> {
	open: boolean;
	onDo: (why: string) => void;
}

export function WhyDialog({ open, ...form }: WhyDialogProps) {
	const heading = useId();
	return (
		<Dialog open={open} onClose={form.onClose} labelledBy={heading} shape="center">
			<WhyForm {...form} heading={heading} />
		</Dialog>
	);
}

function WhyForm({ children, onDo, ...form }: TextFormProps & Pick<WhyDialogProps, 'onDo'>) {
	const { text, setText, missing, send } = useRequiredText('', form.busy, onDo);
	return (
		<TextForm {...form} send={send}>
			{children}
			<ReasonField value={text} onChange={setText} missing={missing} />
		</TextForm>
	);
}

export interface StepWords {
	title: string;
	text: ReactNode;
	/** Label of the button. */
	action: string;
	/** True if the action cannot be undone. */
	dangerous?: boolean;
	/** Message after success. */
	done: string;
}

interface StepDialogProps {
	words: StepWords;
	take: {
		isPending: boolean;
		error: Error | null;
		mutate: (why: string, options: { onSuccess: () => void }) => void;
	};
	onClose: () => void;
}

/** Asks for the reason of an action on a person or a running chart, runs the action, and confirms it. */
export function StepDialog({ words: { title, text, action, dangerous, done }, take, onClose }: StepDialogProps) {
	const toast = useToast();
	return (
		<WhyDialog
			open
			title={title}
			action={action}
			dangerous={dangerous}
			busy={take.isPending}
			error={take.error}
			onClose={onClose}
			onDo={(why) =>
				take.mutate(why, {
					onSuccess: () => {
						toast(done, 'success');
						onClose();
					},
				})
			}
		>
			<p>{text}</p>
		</WhyDialog>
	);
}

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

interface Props {
	value: string;
	onChange: (value: string) => void;
	/** True after a try without a reason. */
	missing: boolean;
	/** As the call takes it, less what is put before it. */
	maxLength?: number;
}

/** Asks for the reason of an action, for the audit trail. */
export function ReasonField({ value, onChange, missing, maxLength = 500 }: Props) {
	const { t } = useLingui();
	return (
		<TextAreaField
			label={t`Reason`}
			hint={t`Kept in the audit trail.`}
			error={missing ? t`Please give a reason` : null}
			maxLength={maxLength}
			value={value}
			onChange={(event) => onChange(event.target.value)}
		/>
	);
}
