/** Fields of editors beside those that both apps share. */
import { useLingui } from '@lingui/react/macro';
import { type ComponentProps, type ReactNode, useState } from 'react';
import * as z from 'zod/mini';
import { readWhole } from '#client/read-numbers.ts';
import { link } from '#contract/operator/shapes.ts';
import { SelectField, TextField } from '#ui/primitives/form-field.tsx';
import { ownTimeOf } from '../format/time.ts';
import { useSiteZone } from '../session/operator.tsx';

interface FieldProps<Value> {
	label: ReactNode;
	hint?: ReactNode;
	error?: string | null;
	disabled?: boolean;
	value: Value;
	onChange: (value: Value) => void;
}

/** A local time (`YYYY-MM-DDTHH:MM`, or empty) in the site's time zone, without the zone, which the server knows. */
export function DateTimeField({ label, hint, value, onChange, ...field }: FieldProps<string> & { label: string }) {
	const { t } = useLingui();
	const { timezone, zoneName } = useSiteZone();
	const own = value === '' ? null : ownTimeOf(value, timezone);
	const withOwn = (
		<>
			{t`${own} on your clock.`} {hint}
		</>
	);
	return (
		<TextField
			{...field}
			label={`${label} (${zoneName})`}
			type="datetime-local"
			value={value}
			hint={own === null ? hint : withOwn}
			onChange={(event) => onChange(event.target.value.slice(0, 16))}
		/>
	);
}

/**
 * A whole number. An empty field is null, and a text that is no whole number is NaN, which no call sends. The text stays as
 * it was written.
 */
export function NumberField({ value, error, onChange, ...field }: FieldProps<number | null>) {
	const { t } = useLingui();
	const [typed, setTyped] = useState<{ text: string; value: number | null }>({ text: '', value: null });
	return (
		<TextField
			{...field}
			inputMode="numeric"
			// Another value came from elsewhere: it was loaded, or the edits were discarded.
			value={Object.is(typed.value, value) ? typed.text : (value ?? '')}
			error={Number.isNaN(value) ? t`Enter a whole number, for example 1000` : (error ?? null)}
			onChange={({ target: { value: text } }) => {
				setTyped({ text, value: readWhole(text) });
				onChange(readWhole(text));
			}}
		/>
	);
}

interface ChoiceFieldProps<Value extends string> extends FieldProps<Value> {
	/** Values with their names, in their order. */
	options: readonly (readonly [Value, ReactNode])[];
}

/** Chooses one of a few values. */
export function ChoiceField<Value extends string>({ value, options, onChange, ...field }: ChoiceFieldProps<Value>) {
	return (
		<SelectField
			{...field}
			value={value}
			onChange={({ target }) => {
				const chosen = options.find(([one]) => one === target.value);
				if (chosen) onChange(chosen[0]);
			}}
		>
			{options.map(([one, name]) => (
				<option key={one} value={one}>
					{name}
				</option>
			))}
		</SelectField>
	);
}

/** The reason of a change that is saved with it. */
export function WhyField(input: Omit<ComponentProps<typeof TextField>, 'hint'>) {
	const { t } = useLingui();
	return <TextField {...input} hint={t`Kept in the audit trail.`} />;
}

/** Returns whether the text is an https address, a path of the site, or empty. */
export const isLink = (text: string): boolean => text === '' || z.safeParse(link, text).success;
