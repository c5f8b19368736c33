/** Buttons for what can be done to a thing: at once, after a question, or with a reason. Operators see those of calls that they may make. */
import { type ReactNode, useState } from 'react';
import type { Endpoint, ReplyOf } from '#contract/endpoint.ts';
import { pauseRanking, resumeRanking } from '#contract/operator/rankings/rankings.ts';
import { Icon } from '#ui/icons.tsx';
import { Button, type ButtonProps } from '#ui/primitives/button.tsx';
import { useToast } from '#ui/primitives/toast.tsx';
import { type Asked, useErrorToast, useSend } from '../api/calls.tsx';
import { useMay } from '../session/operator.tsx';
import { Confirm } from './dialog-box.tsx';
import { type StepWords, WhyDialog } from './why-dialog.tsx';

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
	const toastError = useErrorToast();
	const { mutate, isPending } = useTold({ call, done, leaves, onSent });
	if (!useMay()(call)) return null;
	return <Button variant="quiet" {...button} busy={isPending} onClick={() => mutate(input, { onError: toastError })} />;
}

interface AskedFirst<E extends Endpoint>
	extends Omit<Sent<E>, 'children'>, Partial<Pick<StepWords, 'action' | 'dangerous'>> {
	/** The button, and the one in the dialog unless that has a text of its own. */
	label: string;
	title: ReactNode;
	text: ReactNode;
}

/** Makes the call after a question. */
export function AskFirst<E extends Endpoint>(props: AskedFirst<E>) {
	const { call, input, done, leaves, onSent, label, title, text, action = label, dangerous, ...button } = props;
	const [isAsking, setAsking] = useState(false);
	const close = () => setAsking(false);
	const { mutate, isPending, error } = useTold({
		call,
		done,
		leaves,
		onSent(reply) {
			close();
			onSent?.(reply);
		},
	});
	if (!useMay()(call)) return null;
	return (
		<>
			<Button variant="line" {...button} onClick={() => setAsking(true)}>
				{label}
			</Button>
			{isAsking && (
				<Confirm
					title={title}
					text={text}
					action={action}
					dangerous={dangerous}
					busy={isPending}
					error={error}
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
