/** Asks for a passkey's name. */
import { useLingui } from '@lingui/react/macro';
import { TextField } from '#ui/primitives/form-field.tsx';
import { TextForm, type TextFormProps, useRequiredText } from '../dialogs/text-form.tsx';

export interface PasskeyFormProps extends TextFormProps {
	/** The name entered so far. */
	name?: string;
	onName: (name: string) => void;
}

export function PasskeyForm({ name = '', onName, children, ...form }: PasskeyFormProps) {
	const { t } = useLingui();
	const { text, setText, missing, send } = useRequiredText(name, form.busy, onName);
	return (
		<TextForm {...form} send={send}>
			{children}
			<TextField
				label={t`Name of the passkey`}
				hint={t`For example “Work laptop”, so that you recognize it.`}
				error={missing ? t`Please give it a name` : null}
				maxLength={60}
				value={text}
				onChange={(event) => setText(event.target.value)}
			/>
		</TextForm>
	);
}
