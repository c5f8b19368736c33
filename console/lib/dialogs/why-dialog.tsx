/** Asks for the reason of an action. The audit trail records both. */
import { useId } from 'react';
import { Dialog } from '#ui/primitives/dialog.tsx';
import { ReasonField } from './reason-field.tsx';
import { TextForm, type TextFormProps, useRequiredText } from './text-form.tsx';

/** The children are one sentence about what will happen. */
export interface WhyDialogProps extends Omit<TextFormProps, 'heading'> {
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
