/** Fields of editors beside those that both apps share. */
import { type ComponentProps, type ReactNode, useState } from 'react';
import * as z from 'zod/mini';
import { readWhole } from '#client/read-numbers.ts';
import { link } from '#contract/operator/shapes.ts';
import { SelectField, TextField } from '#ui/primitives/form-field.tsx';
import { hintOf } from '../format/time.ts';
import { useSiteZone } from '../session/operator.tsx';
import { timeErrors } from './field-errors.ts';

export interface FieldProps<Value> {
	label: ReactNode;
	hint?: ReactNode;
	error?: string | null;
	disabled?: boolean;
	value: Value;
	onChange: (value: Value) => void;
}

interface TimeFieldProps extends FieldProps<string> {
	label: string;
}

/** Years that the contract accepts. With them, Chromium takes no more than four digits. */
const [FIRST_DAY, LAST_DAY] = ['2000-01-01', '2099-12-31'];

/**
 * A local time (`YYYY-MM-DDTHH:MM`, or empty) in the site's time zone, without the zone, which the server knows. While a year
 * is typed, the value is a time of another century: it is kept as it is.
 */
export function DateTimeField({ label, hint, error, value, onChange, ...field }: TimeFieldProps) {
	const { timezone, zoneName } = useSiteZone();
	const { isSkipped, ofTwo, own } = hintOf(value, timezone) ?? {};
	const twice = {
		first: 'Clocks show this time twice: the first is meant.',
		second: 'Clocks show this time twice: the second is meant.',
	};
	const meaning = ofTwo ? twice[ofTwo] : own ? `${own} on your clock.` : null;
	const wrong = isSkipped ? timeErrors.skipped : isOutside(value) ? timeErrors.outside : null;
	return (
		<TextField
			{...field}
			label={`${label} (${zoneName})`}
			type="datetime-local"
			min={`${FIRST_DAY}T00:00`}
			max={`${LAST_DAY}T23:59`}
			value={value}
			error={error ?? wrong}
			hint={
				(meaning !== null || hint) && (
					<>
						{meaning} {hint}
					</>
				)
			}
			// Browsers add seconds that are not zero.
			onChange={(event) => onChange(event.target.value.replace(/(T\d\d:\d\d):.*$/, '$1'))}
		/>
	);
}

/** A day (`YYYY-MM-DD`, or empty). */
export function DayField({ error, value, onChange, ...field }: TimeFieldProps) {
	return (
		<TextField
			{...field}
			type="date"
			min={FIRST_DAY}
			max={LAST_DAY}
			value={value}
			error={error ?? (isOutside(value) ? timeErrors.outside : null)}
			onChange={(event) => onChange(event.target.value)}
		/>
	);
}

/** Returns whether a whole year was typed, and it is not one that the contract accepts. `0002` is the first digit of one. */
const isOutside = (value: string) => /^[1-9]/.test(value) && !/^20\d\d-/.test(value);

/** As a field holds it: a text that is no whole number stays, which no call takes. An empty field is null. */
export type Whole = number | string | null;

export const numberIn = (value: Whole): number | null => (typeof value === 'number' ? value : null);

function wholeOf(text: string): Whole {
	const number = readWhole(text);
	return Number.isNaN(number) ? text : number;
}

/** A whole number. The text stays as it was written. */
export function NumberField({ value, error, onChange, ...field }: FieldProps<Whole>) {
	const [typed, setTyped] = useState<{ text: string; value: Whole }>({ text: '', value: null });
	return (
		<TextField
			{...field}
			inputMode="numeric"
			// Another value came from elsewhere: it was loaded, or the edits were discarded.
			value={typed.value === value ? typed.text : (value ?? '')}
			error={typeof value === 'string' ? 'Enter a whole number, for example 1000' : (error ?? null)}
			onChange={({ target: { value: text } }) => {
				setTyped({ text, value: wholeOf(text) });
				onChange(wholeOf(text));
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
export function WhyField({ hint, ...input }: ComponentProps<typeof TextField>) {
	return <TextField {...input} hint={hint ?? 'Kept in the audit trail.'} />;
}

/** Returns whether the text is an https address, a path of the site, or empty. */
export const isLink = (text: string): boolean => text === '' || z.safeParse(link, text).success;
