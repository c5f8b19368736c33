/** A label with its control and error message. Controls: TextField, TextAreaField, SelectField, CheckboxField. */
import { type ComponentProps, type ReactNode, useId } from 'react';
import { Icon } from '../icons.tsx';
import './form-field.css';

interface Described {
	label: ReactNode;
	error?: string | null;
	hint?: ReactNode;
}

export const TextField = ({ label, error, hint, ...input }: Described & ComponentProps<'input'>) => (
	<Field {...{ label, error, hint }}>{(control) => <input {...input} {...control} className="form-control" />}</Field>
);

export const TextAreaField = ({ label, error, hint, ...area }: Described & ComponentProps<'textarea'>) => (
	<Field {...{ label, error, hint }}>
		{(control) => <textarea rows={4} {...area} {...control} className="form-control form-area" />}
	</Field>
);

export const SelectField = ({ label, error, hint, ...select }: Described & ComponentProps<'select'>) => (
	<Field {...{ label, error, hint }}>
		{(control) => (
			<span className="form-select relative block">
				<select {...select} {...control} className="form-control" />
				<Icon name="down" />
			</span>
		)}
	</Field>
);

function Field({ label, error, hint, children }: Described & { children: (control: Control) => ReactNode }) {
	const { control, description } = useDescription(error, hint);
	return (
		<div className="form-field stack gap-2">
			<label className="semibold text-m" htmlFor={control.id}>
				{label}
			</label>
			{children(control)}
			{description}
		</div>
	);
}

/** The label may hold links; the whole row is the target. */
export function CheckboxField({ label, error, hint, ...input }: Described & ComponentProps<'input'>) {
	const { control, description } = useDescription(error, hint);
	return (
		<div className="form-field stack gap-2">
			<label className="form-checkbox row relative gap-3 text-m">
				<input {...input} {...control} type="checkbox" />
				<span className="form-checkbox-box middle no-shrink" aria-hidden="true">
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
		<p className="field-error row gap-2 bad text-s semibold" id={id} role="alert">
			<Icon name="warning" />
			{children}
		</p>
	);
}

type Control = ReturnType<typeof useDescription>['control'];

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
					<p className="faint text-s" id={hintId}>
						{hint}
					</p>
				) : null}
			</>
		),
	};
}
