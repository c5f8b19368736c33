/** A local time in the site's time zone, without the zone, which the server knows. */
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { TextField } from '#ui/primitives/form-field.tsx';
import { ownTimeOf } from '../format/time.ts';
import { useSiteZone } from '../session/operator.tsx';

interface DateTimeFieldProps {
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

interface NumberFieldProps {
	label: ReactNode;
	value: number | null;
	onChange: (value: number | null) => void;
	hint?: ReactNode;
	error?: string | null;
	disabled?: boolean;
}

/** Edits a whole number. An empty field is null. */
export function NumberField({ label, value, onChange, hint, error, disabled }: NumberFieldProps) {
	return (
		<TextField
			label={label}
			hint={hint}
			error={error}
			disabled={disabled}
			inputMode="numeric"
			value={value ?? ''}
			onChange={(event) => {
				const digits = event.target.value.replaceAll(/(?!^-)\D/g, '').slice(0, 12);
				if (digits === '' || digits === '-') onChange(null);
				else onChange(Number(digits));
			}}
		/>
	);
}

/** Same rule as in contract/operator/shapes.ts: an https address, a path of the site, or empty. */
export function isLink(text: string): boolean {
	return text === '' || /^(?:https:\/\/[^\s\\]+|\/(?![/\\])[^\s\\]*)$/.test(text);
}
