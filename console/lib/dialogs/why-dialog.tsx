/** Asks for the reason of an action. The audit trail records both. */
import { useLingui } from '@lingui/react/macro';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import type { Endpoint, InputOf, ReplyOf } from '#contract/endpoint.ts';
import { Button } from '#ui/primitives/button.tsx';
import { Dialog } from '#ui/primitives/dialog.tsx';
import { TextAreaField } from '#ui/primitives/form-field.tsx';
import { useToast } from '#ui/primitives/toast.tsx';
import { ErrorText } from '../api/error-text.tsx';
import { type Asked, useSend } from '../api/queries.ts';
import { WaitingDialog } from './confirm.tsx';
import { CancelButton, closeUnless } from './dialog-box.tsx';

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
	const heading = useId();
	const toast = useToast();
	// Not with the send itself: what is read again may take the dialog away before the answer is told.
	const take = useSend(props.call, finish);
	const [waits, setWaits] = useState(false);
	const close = closeUnless(take.isPending, onClose);
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
		<Dialog open onClose={close} labelledBy={heading} shape="center">
			<WhyForm
				heading={heading}
				title={title}
				action={action}
				dangerous={dangerous}
				busy={take.isPending}
				error={take.error}
				onClose={close}
				onWhy={send}
			>
				{text === undefined ? null : <p>{text}</p>}
				{children}
			</WhyForm>
		</Dialog>
	);
}

function WhyForm({ children, onWhy, ...form }: TextFormProps & { onWhy: (why: string) => void }) {
	const { text, setText, missing, send } = useRequiredText('', form.busy, onWhy);
	return (
		<TextForm {...form} send={send}>
			{children}
			<ReasonField value={text} onChange={setText} missing={missing} />
		</TextForm>
	);
}

export interface TextFormProps {
	/** The heading's id. */
	heading: string;
	title: ReactNode;
	/** Label of the button. */
	action: ReactNode;
	dangerous?: boolean | undefined;
	busy: boolean;
	error: unknown;
	onClose: () => void;
	children?: ReactNode;
}

/** Holds what is typed. Sends it without white space at its ends, and never empty. */
export function useRequiredText(initial: string, busy: boolean, onText: (text: string) => void) {
	const [text, setText] = useState(initial);
	const [missing, setMissing] = useState(false);
	function send() {
		setMissing(text.trim() === '');
		if (text.trim() !== '' && !busy) onText(text.trim());
	}
	return { text, setText, missing, send };
}

/** The body of a dialog that asks for one text, which must not be empty. */
export function TextForm(props: TextFormProps & { send: () => void }) {
	const { heading, title, action, dangerous, busy, error, onClose, children, send } = props;
	function submit(event: FormEvent) {
		event.preventDefault();
		send();
	}
	return (
		<form className="dialog-body" onSubmit={submit} noValidate>
			<h2 id={heading}>{title}</h2>
			{children}
			<ErrorText error={error} />
			<div className="dialog-actions">
				<CancelButton onClick={onClose} />
				<Button type="submit" className={dangerous ? 'button-danger' : ''} busy={busy}>
					{action}
				</Button>
			</div>
		</form>
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
