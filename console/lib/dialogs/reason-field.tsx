/** Asks for the reason of an action, for the audit trail. */
import { useLingui } from '@lingui/react/macro';
import { TextAreaField } from '#ui/primitives/form-field.tsx';

interface Props {
	value: string;
	onChange: (value: string) => void;
	/** True after a try without a reason. */
	missing: boolean;
	/** As the call takes it, less what is put before it. */
	maxLength?: number;
}

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
