/** Edits a whole number. An empty field is null. */
import type { ReactNode } from 'react';
import { TextField } from '#ui/primitives/form-field.tsx';

export interface NumberFieldProps {
	label: ReactNode;
	value: number | null;
	onChange: (value: number | null) => void;
	hint?: ReactNode;
	error?: string | null;
	disabled?: boolean;
}

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
