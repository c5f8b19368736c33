/** A dialog with its heading and, where it does something, the buttons that do it or not. */
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { createPortal } from 'react-dom';
import type { Endpoint, InputOf, ReplyOf } from '#contract/endpoint.ts';
import { pauseRanking, resumeRanking } from '#contract/operator/rankings/rankings.ts';
import { Icon } from '#ui/icons.tsx';
import { Button, type ButtonProps } from '#ui/primitives/button.tsx';
import { Dialog } from '#ui/primitives/dialog.tsx';
import { useToast } from '#ui/primitives/toast.tsx';
import { type Asked, ErrorText, errorText, useSend } from '../api/calls.tsx';
import { TextArea, TextInput } from '../elements/elements.tsx';
import { useMay } from '../session/operator.tsx';

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
	/** What it asks or tells, above its content. */
	text?: ReactNode;
	children?: ReactNode;
}

export function DialogBox({ open = true, title, className, busy = false, error, onSubmit, ...props }: DialogBoxProps) {
	const heading = useId();
	const { action, cancel = 'Cancel', dangerous, disabled, givesUp, onDo, text } = props;
	const close = () => {
		if (!busy || givesUp) props.onClose();
	};
	const content = (
		<>
			<h2 id={heading}>{title}</h2>
			{text !== undefined && <p>{text}</p>}
			{props.children}
			<ErrorText error={error} />
			{action !== undefined && (
				<div className="dialog-actions flex wraps gap-2 mt-5">
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
				<form className="dialog-body stack gap-4" onSubmit={submit} noValidate>
					{content}
				</form>
			) : (
				<div className="dialog-body">{content}</div>
			)}
		</Dialog>,
		document.body,
	);
}

interface StepWords<Reply = unknown> {
	title: ReactNode;
	/** What will happen. */
	text?: ReactNode;
	/** Label of the button. */
	action: ReactNode;
	/** True if the action cannot be undone. */
	dangerous?: boolean;
	/** Message after success, none if left out. Null for a reply that leaves the dialog open. */
	done?: string | ((reply: Reply) => string | null);
	/** How it asks for the reason, and the reason that stands there at first. */
	field?: TextFieldWords;
	initial?: string;
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

/** What waits is told at the top of the page that shows the thing, too. */
export const WAITS = 'Waiting for another operator’s approval. Nothing has changed yet.';

/** Takes the action and confirms it. If the reply waits for approval, that is told instead. */
export function WhyDialog<E extends Endpoint>(props: WhyDialogProps<E>) {
	const { title, text, action, dangerous, done, params, body, onClose, children, initial, field = reason } = props;
	const toast = useToast();
	// Not with the send itself: what is read again may take the dialog away before the answer is told.
	const take = useSend(props.call, finish);
	function finish(reply: ReplyOf<E>) {
		const waits = (Object(reply) as { approval_id?: string | null }).approval_id;
		const message = waits ? WAITS : typeof done === 'function' ? done(reply) : done;
		if (message === null) return;
		if (message !== undefined) toast(message, 'success');
		onClose();
	}
	function send(why: string) {
		const sent = body ? body(why) : { why: why || undefined };
		if (sent !== null) take.mutate({ params, body: sent } as Asked<E>);
	}
	return (
		<TextDialog
			{...{ title, text, action, dangerous, initial, onClose }}
			field={field}
			busy={take.isPending}
			error={take.error}
			onText={send}
		>
			{children}
		</TextDialog>
	);
}

interface TextFieldWords {
	label: string;
	hint?: string;
	/** What is said after a try without a text. Null if there may be none. */
	missing: string | null;
	/** True for more than a line. */
	long?: true;
	maxLength?: number;
}

interface TextDialogProps extends DialogBoxProps {
	field: TextFieldWords;
	initial?: string;
	onText: (text: string) => void;
}

/** Asks for one text. It is sent without white space at its ends. */
export function TextDialog({ field, initial = '', onText, children, ...dialog }: TextDialogProps) {
	const [value, onChange] = useState(initial);
	const [isMissing, setMissing] = useState(false);
	function send() {
		const text = value.trim();
		const missing = text === '' && field.missing !== null;
		setMissing(missing);
		if (!missing && !dialog.busy) onText(text);
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

type TextOfProps = TextFieldWords & { value: string; onChange: (value: string) => void; isMissing: boolean };

export function TextOf({ missing, long, maxLength = 60, isMissing, ...field }: TextOfProps) {
	const Field = long ? TextArea : TextInput;
	return <Field {...field} error={isMissing ? missing : null} maxLength={maxLength} />;
}

interface Step extends Pick<ButtonProps, 'variant' | 'icon' | 'className' | 'aria-label'>, Partial<StepWords> {
	call: Endpoint;
	/** False if the step makes no sense now. */
	when: boolean;
	/** The button, and the one in the dialog unless that has a text of its own. */
	label: string;
	/** What is sent: the reason alone, if left out. */
	body?: (why: string) => object;
	/** What it does, below its text. */
	children?: ReactNode;
	/** Asks for more than a reason. */
	renderDialog?: (onClose: () => void) => ReactNode;
}

/** The steps by their keys, in the order of their buttons. All are taken on the thing that `params` names. Each asks for the reason. */
export function Steps({ params, steps }: { params: object; steps: Record<string, Step> }) {
	const may = useMay();
	const [asked, setAsked] = useState<string | null>(null);
	const close = () => setAsked(null);
	const step = asked === null ? undefined : steps[asked];
	return (
		<>
			{Object.entries(steps).map(
				([key, { call, when, label, variant = 'line', icon, className, 'aria-label': aria }]) =>
					when &&
					may(call) && (
						<Button key={key} {...{ variant, icon, className }} aria-label={aria} onClick={() => setAsked(key)}>
							{label}
						</Button>
					),
			)}
			{step &&
				(step.renderDialog?.(close) ?? (
					<WhyDialog title="" action={step.label} {...step} params={params} onClose={close} />
				))}
		</>
	);
}

/** The two steps that both the ranking's screen and the search offer. */
export const pauseStep = (title: string) => ({
	call: pauseRanking,
	label: 'Pause',
	icon: <Icon name="pause" />,
	title: `Pause ${title}?`,
	text: 'Fans cannot vote until you resume the ranking. Its end stays the same.',
	done: 'Paused',
});
export const resumeStep = (title: string) => ({
	call: resumeRanking,
	label: 'Resume',
	icon: <Icon name="play" />,
	title: `Resume ${title}?`,
	text: 'Fans can vote again at once.',
	done: 'Resumed',
	field: { ...reason, hint: 'Optional. Kept in the audit trail.', missing: null },
});

interface Sent<E extends Endpoint> extends Omit<ButtonProps, 'title'> {
	call: E;
	input: Asked<E>;
	/** Message after success. */
	done?: string;
	/** As for `useWrite`. */
	leaves?: true;
	onSent?: (reply: ReplyOf<E>) => void;
}

/** Makes the call at once. A refusal is told in a toast. */
export function SendButton<E extends Endpoint>({ call, input, done, leaves, onSent, ...button }: Sent<E>) {
	const toast = useToast();
	const { mutate, isPending } = useTold({ call, done, leaves, onSent });
	if (!useMay()(call)) return null;
	return (
		<Button
			variant="quiet"
			{...button}
			busy={isPending}
			onClick={() => mutate(input, { onError: (error) => toast(errorText(error)) })}
		/>
	);
}

interface AskedFirst<E extends Endpoint>
	extends Omit<Sent<E>, 'children'>, Pick<DialogBoxProps, 'title' | 'text' | 'action' | 'dangerous'> {
	/** The button, and the one in the dialog unless that has a text of its own. */
	label: string;
}

/** Makes the call after a question. */
export function AskFirst<E extends Endpoint>(props: AskedFirst<E>) {
	const { call, input, done, leaves, onSent, label, title, text, action = label, dangerous, ...button } = props;
	const [isAsking, setAsking] = useState(false);
	const close = () => setAsking(false);
	const closeAnd = (reply: ReplyOf<E>) => {
		close();
		onSent?.(reply);
	};
	const { mutate, isPending, error } = useTold({ call, done, leaves, onSent: closeAnd });
	if (!useMay()(call)) return null;
	return (
		<>
			<Button variant="line" {...button} onClick={() => setAsking(true)}>
				{label}
			</Button>
			{isAsking && (
				<DialogBox
					{...{ title, text, action, dangerous, error }}
					busy={isPending}
					onClose={close}
					onDo={() => mutate(input)}
				/>
			)}
		</>
	);
}

function useTold<E extends Endpoint>({ call, done, leaves, onSent }: Omit<Sent<E>, 'input'>) {
	const toast = useToast();
	const tell = (reply: ReplyOf<E>) => {
		if (done !== undefined) toast(done, 'success');
		onSent?.(reply);
	};
	return useSend(call, tell, leaves);
}
