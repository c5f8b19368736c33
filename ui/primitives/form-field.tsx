/** A label with its control and error message. Controls: TextField, TextAreaField, SelectField, CheckboxField. */
import {
	type InputHTMLAttributes,
	type ReactNode,
	type SelectHTMLAttributes,
	type TextareaHTMLAttributes,
	useId,
} from 'react';
import { Icon } from '../icons.tsx';
import './form-field.css';

interface Described {
	label: ReactNode;
	/** Shown under the field and read with it. */
	error?: string | null;
	hint?: ReactNode;
}

export function TextField({ label, error, hint, ...input }: Described & InputHTMLAttributes<HTMLInputElement>) {
	const { ids, described } = useDescription(error, hint);
	return (
		<div className="form-field">
			<label htmlFor={ids.control}>{label}</label>
			<input
				{...input}
				id={ids.control}
				className="form-control"
				aria-invalid={Boolean(error)}
				aria-describedby={described}
			/>
			<Description ids={ids} error={error} hint={hint} />
		</div>
	);
}

export function TextAreaField({
	label,
	error,
	hint,
	...area
}: Described & TextareaHTMLAttributes<HTMLTextAreaElement>) {
	const { ids, described } = useDescription(error, hint);
	return (
		<div className="form-field">
			<label htmlFor={ids.control}>{label}</label>
			<textarea
				rows={4}
				{...area}
				id={ids.control}
				className="form-control form-area"
				aria-invalid={Boolean(error)}
				aria-describedby={described}
			/>
			<Description ids={ids} error={error} hint={hint} />
		</div>
	);
}

export function SelectField({
	label,
	error,
	hint,
	children,
	...select
}: Described & SelectHTMLAttributes<HTMLSelectElement>) {
	const { ids, described } = useDescription(error, hint);
	return (
		<div className="form-field">
			<label htmlFor={ids.control}>{label}</label>
			<span className="form-select">
				<select
					{...select}
					id={ids.control}
					className="form-control"
					aria-invalid={Boolean(error)}
					aria-describedby={described}
				>
					{children}
				</select>
				<Icon name="down" />
			</span>
			<Description ids={ids} error={error} hint={hint} />
		</div>
	);
}

/** The label may hold links; the whole row is the target. */
export function CheckboxField({ label, error, hint, ...input }: Described & InputHTMLAttributes<HTMLInputElement>) {
	const { ids, described } = useDescription(error, hint);
	return (
		<div className="form-field">
			<label className="form-checkbox">
				<input {...input} id={ids.control} type="checkbox" aria-invalid={Boolean(error)} aria-describedby={described} />
				<span className="form-checkbox-box" aria-hidden="true">
					<Icon name="check" />
				</span>
				<span>{label}</span>
			</label>
			<Description ids={ids} error={error} hint={hint} />
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

interface Ids {
	control: string;
	error: string;
	hint: string;
}

function useDescription(error: unknown, hint: unknown): { ids: Ids; described: string | undefined } {
	const base = useId();
	const ids = { control: base, error: `${base}-error`, hint: `${base}-hint` };
	const described = [error ? ids.error : '', hint ? ids.hint : ''].filter(Boolean).join(' ');
	return { ids, described: described === '' ? undefined : described };
}

function Description({ ids, error, hint }: { ids: Ids; error?: string | null; hint?: ReactNode }) {
	return (
		<>
			{error ? <FieldError id={ids.error}>{error}</FieldError> : null}
			{hint ? (
				<p className="form-hint" id={ids.hint}>
					{hint}
				</p>
			) : null}
		</>
	);
}
