/** Buttons for what can be done to a thing. Each asks for the reason first. */
import { type ReactNode, useState } from 'react';
import type { Endpoint } from '#contract/endpoint.ts';
import { Button, type ButtonProps } from '#ui/primitives/button.tsx';
import { useMay } from '../session/operator.tsx';
import { type StepWords, WhyDialog } from './why-dialog.tsx';

interface Step extends Pick<ButtonProps, 'variant' | 'icon' | 'className'>, Partial<StepWords> {
	/** Operators who may not make the call are not offered the step. */
	call: Endpoint;
	/** False if the step makes no sense now. */
	when: boolean;
	/** The button, and the one in the dialog unless that has a text of its own. */
	label: string;
	/** What is sent: the reason alone, if left out. */
	body?: (why: string) => object;
	/** Asks for more than a reason. */
	renderDialog?: (onClose: () => void) => ReactNode;
}

/** The steps by their keys, in the order of their buttons. All are taken on the thing that `params` names. */
export function Steps({ params, steps }: { params: object; steps: Record<string, Step> }) {
	const may = useMay();
	const [asked, setAsked] = useState<string | null>(null);
	const close = () => setAsked(null);
	const step = asked === null ? undefined : steps[asked];
	return (
		<>
			{Object.entries(steps).map(
				([key, { call, when, label, variant = 'line', icon, className }]) =>
					when &&
					may(call) && (
						<Button key={key} variant={variant} icon={icon} className={className} onClick={() => setAsked(key)}>
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
