/** A local time in the site's time zone, without the zone, which the server knows. */
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { TextField } from '#ui/primitives/form-field.tsx';
import { ownTimeOf } from '../format/own-time.ts';
import { useSiteZone } from '../session/operator.tsx';

export interface DateTimeFieldProps {
	label: string;
	/** `YYYY-MM-DDTHH:MM`, or empty. */
	value: string;
	onChange: (local: string) => void;
	disabled?: boolean;
	error?: string | null;
	hint?: ReactNode;
}

export function DateTimeField({ label, value, onChange, disabled, error, hint }: DateTimeFieldProps) {
	const { t } = useLingui();
	const { timezone, zoneName } = useSiteZone();
	const own = value === '' ? null : ownTimeOf(value, timezone);
	return (
		<TextField
			label={`${label} (${zoneName})`}
			type="datetime-local"
			value={value}
			disabled={disabled}
			error={error}
			hint={
				own === null ? (
					hint
				) : (
					<>
						{t`${own} on your clock.`} {hint}
					</>
				)
			}
			onChange={(event) => onChange(event.target.value.slice(0, 16))}
		/>
	);
}
