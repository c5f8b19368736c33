/** Fields of editors beside those that both apps share. */
import { type ComponentProps, type ReactNode, useState } from 'react';
import * as z from 'zod/mini';
import { readWhole } from '#client/numbers.ts';
import { CheckboxField, SelectField } from '#ui/primitives/form-field.tsx';
import { TextArea, TextInput } from '../elements/elements.tsx';
import type { Edited, ErrorOf, Kind, Whole } from './contract-form.ts';
import { accepts, fieldWords, issuesOf, kindOf, shapesOf, timeErrors } from './contract-form.ts';
import type { Editable } from './editable.ts';
import { hintOf } from '../format/values.ts';
import { PictureField } from '../media/picture-field.tsx';
import { RichTextField } from '../rich-text/rich-text-field.tsx';
import { useSiteZone } from '../session/operator.tsx';

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
		<TextInput
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
			onChange={(text) => onChange(text.replace(/(T\d\d:\d\d):.*$/, '$1'))}
		/>
	);
}

/** A day (`YYYY-MM-DD`, or empty). */
export const DayField = ({ error, ...field }: TimeFieldProps) => (
	<TextInput
		{...field}
		type="date"
		min={FIRST_DAY}
		max={LAST_DAY}
		error={error ?? (isOutside(field.value) ? timeErrors.outside : null)}
	/>
);

/** Returns whether a whole year was typed, and it is not one that the contract accepts. `0002` is the first digit of one. */
const isOutside = (value: string) => /^[1-9]/.test(value) && !/^20\d\d-/.test(value);

export const numberIn = (value: Whole): number | null => (typeof value === 'number' ? value : null);

function wholeOf(text: string): Whole {
	const number = readWhole(text);
	return Number.isNaN(number) ? text : number;
}

/** A whole number. The text stays as it was written. */
export function NumberField({ value, error, onChange, ...field }: FieldProps<Whole>) {
	const [typed, setTyped] = useState<{ text: string; value: Whole }>({ text: '', value: null });
	return (
		<TextInput
			{...field}
			inputMode="numeric"
			// Another value came from elsewhere: it was loaded, or the edits were discarded.
			value={typed.value === value ? typed.text : (value ?? '')}
			error={typeof value === 'string' ? 'Enter a whole number, for example 1000' : (error ?? null)}
			onChange={(text) => {
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
export const ChoiceField = <Value extends string>({ value, options, onChange, ...field }: ChoiceFieldProps<Value>) => (
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

interface Described<Value> {
	label: string;
	hint?: ReactNode;
	/** Stands beside the next one that says so too. */
	half?: true;
	/** Stands in a second column, where there is room. */
	beside?: true;
	/** It cannot be changed any more. */
	fixed?: boolean;
	/** An input of its own, for what no other field means. */
	render?(field: Input<Value>, errorOf: ErrorOf): ReactNode;
}

type Input<Value> = FieldProps<Value> & { label: string; disabled: boolean };

type Ratio = readonly [width: number, height: number];

/** A picture names its ratio, a choice its options. */
type DescribedAs<Name, Value> = Described<Value> &
	(Name extends `${string}media_id`
		? { shape: Ratio }
		: Value extends string
			? string extends Value
				? unknown
				: { options: Record<Value, string> } | { render: unknown }
			: unknown);

/** Every field of the contract, in the order of the form. Null: it is not shown now. */
export type FieldsOf<Values> = {
	[Name in keyof Values]: DescribedAs<Name, Values[Name]> | null;
};

interface More {
	name: string;
	/** It may be left empty. */
	optional: boolean;
	shape?: Ratio;
	options?: Record<string, string>;
}

type Given = Described<unknown> & Pick<More, 'shape' | 'options'>;

const textOf = (field: Input<unknown>) => field as Input<string>;

const inputs: Record<Kind, (field: Input<unknown>, more: More) => ReactNode> = {
	picture: (field, { optional, shape = [1, 1] }) => (
		<PictureField {...(field as ComponentProps<typeof PictureField>)} shape={shape} removable={optional} />
	),
	richText: (field) => <RichTextField {...(field as ComponentProps<typeof RichTextField>)} />,
	localTime: (field) => <DateTimeField {...(field as ComponentProps<typeof DateTimeField>)} />,
	day: (field) => <TextInput {...textOf(field)} type="date" />,
	number: (field) => <NumberField {...(field as ComponentProps<typeof NumberField>)} />,
	choice: (field, { options = {} }) => <ChoiceField {...textOf(field)} options={Object.entries(options)} />,
	flag: ({ label, value, onChange }) => (
		<CheckboxField label={label} checked={value === true} onChange={({ target }) => onChange(target.checked)} />
	),
	key: (field) => <TextInput {...textOf(field)} onChange={(text) => field.onChange(text.trim())} />,
	link: (field) => <TextInput {...textOf(field)} />,
	reason: (field) => <TextInput {...textOf(field)} hint={field.hint ?? 'Kept in the audit trail.'} />,
	longText: (field) => <TextArea {...textOf(field)} />,
	text: (field, { name }) => <TextInput {...textOf(field)} type={name.endsWith('mail') ? 'email' : 'text'} />,
};

interface FieldsProps<Values extends object> {
	of: Edited;
	edited: EditedFields<Values>;
	fields: Partial<FieldsOf<Values>>;
}

/** What fields need of an editor. */
export interface EditedFields<Values extends object> {
	draft: Pick<Editable<Values>['draft'], 'field' | 'errorOf'>;
	form: Pick<Editable<Values>['form'], 'readOnly'>;
}

export function Fields<Values extends object>({ of, edited, fields }: FieldsProps<Values>) {
	const shown = Object.entries(fields as Record<string, Given | null>).flatMap(([name, given]) =>
		given ? [{ name, ...given }] : [],
	);
	const columns = [shown.filter(({ beside }) => !beside), shown.filter(({ beside }) => beside)];
	const rows = columns.map((column) =>
		rowsIn(column).map((row) => (
			<div key={row[0]?.name} className={row.length > 1 ? 'editor-pair stack align-start' : 'editor-row'}>
				{row.map((given) => (
					<Field
						key={given.name}
						shape={shapesOf(of)[given.name]}
						edited={edited as unknown as AnyEditable}
						given={given}
					/>
				))}
			</div>
		)),
	);
	if (rows[1]?.length === 0) return rows[0];
	return (
		<div className="editor-columns stack align-start">
			{rows.map((column, index) => (
				<div key={index} className="editor-column stack one-column gap-4 min-0">
					{column}
				</div>
			))}
		</div>
	);
}

type Named = Given & { name: string };

/** Two neighbors of half the width share a row. */
function rowsIn(column: readonly Named[]): Named[][] {
	const rows: Named[][] = [];
	for (const field of column) {
		const last = rows.at(-1);
		if (field.half && last?.[0]?.half && last.length < 2) last.push(field);
		else rows.push([field]);
	}
	return rows;
}

type AnyEditable = EditedFields<Record<string, unknown>>;

function Field({
	given: { name, half: _, beside: __, fixed = false, render, shape: ratio, options, ...given },
	shape,
	edited,
}: {
	given: Named;
	shape: z.ZodMiniType | undefined;
	edited: AnyEditable;
}) {
	const { draft, form } = edited;
	const kind = shape ? kindOf(name, shape) : 'text';
	const { value, error, onChange } = draft.field(name);
	// Said while it is typed: more of it does not make it right.
	const isLive = shape && (kind === 'link' || kind === 'key') && value !== '';
	const [issue] = isLive ? issuesOf({ body: z.object({ [name]: shape }) }, { [name]: value }) : [];
	const field: Input<unknown> = {
		...given,
		value,
		error: issue ? fieldWords(issue) : error,
		onChange,
		disabled: form.readOnly || fixed,
	};
	if (render) return render(field, draft.errorOf);
	const optional = shape !== undefined && accepts(shape, null);
	return inputs[kind](field, { name, optional, ...(ratio && { shape: ratio }), ...(options && { options }) });
}
