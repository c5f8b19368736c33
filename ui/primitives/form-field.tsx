/** A label with its control and error message. Controls: TextField, TextAreaField, SelectField, CheckboxField. */
import { type ComponentProps, type ReactNode, useId } from 'react';
import { Icon } from '../icons.tsx';
import './form-field.css';

interface Described {
	label: ReactNode;
	error?: string | null;
	hint?: ReactNode;
}

export function TextField({ label, error, hint, ...input }: Described & ComponentProps<'input'>) {
	const { control, description } = useDescription(error, hint);
	return (
		<div className="form-field">
			<label htmlFor={control.id}>{label}</label>
			<input {...input} {...control} className="form-control" />
			{description}
		</div>
	);
}

export function TextAreaField({ label, error, hint, ...area }: Described & ComponentProps<'textarea'>) {
	const { control, description } = useDescription(error, hint);
	return (
		<div className="form-field">
			<label htmlFor={control.id}>{label}</label>
			<textarea rows={4} {...area} {...control} className="form-control form-area" />
			{description}
		</div>
	);
}

export function SelectField({ label, error, hint, children, ...select }: Described & ComponentProps<'select'>) {
	const { control, description } = useDescription(error, hint);
	return (
		<div className="form-field">
			<label htmlFor={control.id}>{label}</label>
			<span className="form-select">
				<select {...select} {...control} className="form-control">
					{children}
				</select>
				<Icon name="down" />
			</span>
			{description}
		</div>
	);
}

/** The label may hold links; the whole row is the target. */
export function CheckboxField({ label, error, hint, ...input }: Described & ComponentProps<'input'>) {
	const { control, description } = useDescription(error, hint);
	return (
		<div className="form-field">
			<label className="form-checkbox">
				<input {...input} {...control} type="checkbox" />
				<span className="form-checkbox-box" aria-hidden="true">
					<Icon name="check" />
				</span>
				<span>{label}</span>
			</label>
			{description}
		</div>
	);
}

/** A specified message with its icon; also used by controls with a look of their own. */
export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
	return (
		<p className="field-error" id={id} role="alert">
			<Icon name="warning" />
			{children}
		</p>
	);
}

function useDescription(error: string | null | undefined, hint: ReactNode) {
	const id = useId();
	const [errorId, hintId] = [`${id}-error`, `${id}-hint`];
	const described = [error && errorId, hint && hintId].filter(Boolean).join(' ');
	return {
		control: { id, 'aria-invalid': Boolean(error), 'aria-describedby': described || undefined },
		description: (
			<>
				{error ? <FieldError id={errorId}>{error}</FieldError> : null}
				{hint ? (
					<p className="form-hint" id={hintId}>
						{hint}
					</p>
				) : null}
			</>
		),
	};
}
