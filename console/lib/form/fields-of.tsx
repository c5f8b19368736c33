/** The fields of an editor: what a field means follows from the contract, what it is called stands at the screen. */
import type { ComponentProps, ReactNode } from 'react';
import * as z from 'zod/mini';
import { CheckboxField, TextAreaField, TextField } from '#ui/primitives/form-field.tsx';
import { PictureField } from '../media/picture-field.tsx';
import { RichTextField } from '../rich-text/rich-text-field.tsx';
import { accepts, type Edited, type Kind, kindOf, shapesOf } from './contract-form.ts';
import type { Editable } from './editable.ts';
import { type ErrorOf, issuesOf, fieldWords } from './field-errors.ts';
import { ChoiceField, DateTimeField, type FieldProps as InputProps, NumberField, WhyField } from './fields.tsx';

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

type Input<Value> = InputProps<Value> & { label: string; disabled: boolean };

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

const textOf = ({ value, onChange, ...field }: Input<unknown>) => ({
	...field,
	value: value as string,
	onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
});

const inputs: Record<Kind, (field: Input<unknown>, more: More) => ReactNode> = {
	picture: (field, { optional, shape = [1, 1] }) => (
		<PictureField {...(field as ComponentProps<typeof PictureField>)} shape={shape} removable={optional} />
	),
	richText: (field) => <RichTextField {...(field as ComponentProps<typeof RichTextField>)} />,
	localTime: (field) => <DateTimeField {...(field as ComponentProps<typeof DateTimeField>)} />,
	day: (field) => <TextField {...textOf(field)} type="date" />,
	number: (field) => <NumberField {...(field as ComponentProps<typeof NumberField>)} />,
	choice: (field, { options = {} }) => <ChoiceField {...(field as Input<string>)} options={Object.entries(options)} />,
	flag: ({ label, value, onChange }) => (
		<CheckboxField label={label} checked={value === true} onChange={({ target }) => onChange(target.checked)} />
	),
	key: (field) => <TextField {...textOf({ ...field, onChange: (text) => field.onChange(String(text).trim()) })} />,
	link: (field) => <TextField {...textOf(field)} />,
	reason: (field) => <WhyField {...textOf(field)} />,
	longText: (field) => <TextAreaField {...textOf(field)} />,
	text: (field, { name }) => <TextField {...textOf(field)} type={name.endsWith('mail') ? 'email' : 'text'} />,
};

interface FieldsProps<Values> {
	of: Edited;
	edited: EditedFields<Values>;
	fields: Partial<FieldsOf<Values>>;
}

/** What fields need of an editor. */
export interface EditedFields<Values> {
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
			<div key={row[0]?.name} className={row.length > 1 ? 'editor-pair' : 'editor-row'}>
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
		<div className="editor-columns">
			{rows.map((column, index) => (
				<div key={index} className="editor-column">
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

interface FieldProps {
	given: Named;
	shape: z.ZodMiniType | undefined;
	edited: AnyEditable;
}

type AnyEditable = EditedFields<Record<string, unknown>>;

function Field({
	given: { name, half: _, beside: __, fixed = false, render, shape: ratio, options, ...given },
	shape,
	edited,
}: FieldProps) {
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
