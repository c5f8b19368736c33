/** Asks for the reason of an action. The audit trail records both. */
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import type { Endpoint, InputOf, ReplyOf } from '#contract/endpoint.ts';
import { Button } from '#ui/primitives/button.tsx';
import { TextAreaField } from '#ui/primitives/form-field.tsx';
import { useToast } from '#ui/primitives/toast.tsx';
import { ErrorText } from '../api/error-text.tsx';
import { type Asked, useSend } from '../api/queries.ts';
import { WaitingDialog } from './confirm.tsx';
import { CancelButton, closeUnless, DialogBox } from './dialog-box.tsx';

export interface StepWords<Reply = unknown> {
	title: ReactNode;
	/** What will happen. */
	text?: ReactNode;
	/** Label of the button. */
	action: ReactNode;
	/** True if the action cannot be undone. */
	dangerous?: boolean;
	/** Message after success, none if left out. Null for a reply that leaves the dialog open. */
	done?: string | ((reply: Reply) => string | null);
}

interface WhyDialogProps<E extends Endpoint> extends StepWords<ReplyOf<E>> {
	/** The call that takes the action, and what it is taken on. */
	call: E;
	params?: InputOf<E>['params'];
	/** What is sent: the reason alone, if left out. Null if nothing can be sent now. */
	body?: (why: string) => InputOf<E>['body'] | null;
	onClose: () => void;
	/** Fields of the action, and what it does. */
	children?: ReactNode;
}

/** Takes the action and confirms it. If the reply waits for approval, that is told instead. */
export function WhyDialog<E extends Endpoint>(props: WhyDialogProps<E>) {
	const { title, text, action, dangerous, done, params, body, onClose, children } = props;
	const toast = useToast();
	// Not with the send itself: what is read again may take the dialog away before the answer is told.
	const take = useSend(props.call, finish);
	const [waits, setWaits] = useState(false);
	if (waits) return <WaitingDialog onClose={onClose} />;
	function finish(reply: ReplyOf<E>) {
		if ((Object(reply) as { approval_id?: string | null }).approval_id) return setWaits(true);
		const message = typeof done === 'function' ? done(reply) : done;
		if (message === null) return;
		if (message !== undefined) toast(message, 'success');
		onClose();
	}
	function send(why: string) {
		const sent = body ? body(why) : { why };
		if (sent !== null) take.mutate({ params, body: sent } as Asked<E>);
	}
	return (
		<TextDialog
			title={title}
			action={action}
			dangerous={dangerous}
			busy={take.isPending}
			error={take.error}
			onClose={onClose}
			onText={send}
			renderField={(field) => <ReasonField {...field} />}
		>
			{text === undefined ? null : <p>{text}</p>}
			{children}
		</TextDialog>
	);
}

export interface TextDialogProps {
	title: ReactNode;
	/** Label of the button. */
	action: ReactNode;
	dangerous?: boolean | undefined;
	busy: boolean;
	error: unknown;
	initial?: string;
	onClose: () => void;
	onText: (text: string) => void;
	renderField: (field: ReasonFieldProps) => ReactNode;
	children?: ReactNode;
}

/** Asks for one text, which must not be empty. It is sent without white space at its ends. */
export function TextDialog(props: TextDialogProps) {
	const { title, action, dangerous, busy, error, initial = '', onText, renderField, children } = props;
	const [value, onChange] = useState(initial);
	const [missing, setMissing] = useState(false);
	const close = closeUnless(busy, props.onClose);
	function send() {
		setMissing(value.trim() === '');
		if (value.trim() !== '' && !busy) onText(value.trim());
	}
	return (
		<DialogBox title={title} onClose={close} onSubmit={send}>
			{children}
			{renderField({ value, onChange, missing })}
			<ErrorText error={error} />
			<div className="dialog-actions">
				<CancelButton onClick={close} />
				<Button type="submit" className={dangerous ? 'button-danger' : ''} busy={busy}>
					{action}
				</Button>
			</div>
		</DialogBox>
	);
}

interface ReasonFieldProps {
	value: string;
	onChange: (value: string) => void;
	/** True after a try without a reason. */
	missing: boolean;
	/** As the call takes it, less what is put before it. */
	maxLength?: number;
}

export function ReasonField({ value, onChange, missing, maxLength = 500 }: ReasonFieldProps) {
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
