/** Asks for the reason of an action. The audit trail records both. */
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import type { Endpoint, InputOf, ReplyOf } from '#contract/endpoint.ts';
import { Button, buttonClass } from '#ui/primitives/button.tsx';
import { TextAreaField, TextField } from '#ui/primitives/form-field.tsx';
import { useToast } from '#ui/primitives/toast.tsx';
import { paths } from '../../paths.ts';
import { type Asked, useSend } from '../api/calls.tsx';
import { DialogBox, type DialogBoxProps } from './dialog-box.tsx';

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
			{...{ title, action, dangerous, onClose }}
			field={reason}
			busy={take.isPending}
			error={take.error}
			onText={send}
		>
			{text === undefined ? null : <p>{text}</p>}
			{children}
		</TextDialog>
	);
}

/** Tells the operator that the request exceeds a limit, so nothing changes until another operator approves it. */
function WaitingDialog({ onClose }: { onClose: () => void }) {
	return (
		<DialogBox title="Waiting for approval" onClose={onClose}>
			<p>Nothing has changed yet. Another operator has to approve this request within 24 hours.</p>
			<div className="dialog-actions">
				<Button variant="quiet" onClick={onClose}>
					Close
				</Button>
				<Link className={buttonClass({})} to={paths.approvals}>
					Open approvals
				</Link>
			</div>
		</DialogBox>
	);
}

interface TextFieldWords {
	label: string;
	hint?: string;
	/** What is said after a try without a text. */
	missing: string;
	/** True for more than a line. */
	long?: true;
	maxLength?: number;
}

interface TextDialogProps extends Pick<DialogBoxProps, 'title' | 'action' | 'dangerous' | 'busy' | 'error'> {
	field: TextFieldWords;
	initial?: string;
	onClose: () => void;
	onText: (text: string) => void;
	children?: ReactNode;
}

/** Asks for one text, which must not be empty. It is sent without white space at its ends. */
export function TextDialog({ field, initial = '', onText, children, ...dialog }: TextDialogProps) {
	const [value, onChange] = useState(initial);
	const [isMissing, setMissing] = useState(false);
	function send() {
		setMissing(value.trim() === '');
		if (value.trim() !== '' && !dialog.busy) onText(value.trim());
	}
	return (
		<DialogBox {...dialog} onSubmit={send}>
			{children}
			<TextOf {...field} {...{ value, onChange, isMissing }} />
		</DialogBox>
	);
}

export const reason: TextFieldWords = {
	label: 'Reason',
	hint: 'Kept in the audit trail.',
	missing: 'Please give a reason',
	long: true,
	maxLength: 500,
};

interface TextOfProps extends TextFieldWords {
	value: string;
	onChange: (value: string) => void;
	isMissing: boolean;
}

export function TextOf({ missing, long, maxLength = 60, isMissing, onChange, ...field }: TextOfProps) {
	const Field = long ? TextAreaField : TextField;
	return (
		<Field
			{...field}
			error={isMissing ? missing : null}
			maxLength={maxLength}
			onChange={({ target }: { target: { value: string } }) => onChange(target.value)}
		/>
	);
}
