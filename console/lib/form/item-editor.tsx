/** The editor of an item, from what the contract says of it. */
import type { ReactNode } from 'react';
import { PreviewFold } from '../preview/fan-page.tsx';
import { type Check, PublishedForm } from '../publishing/published-form.tsx';
import type { Edited, SavedOf, ValuesOf } from './contract-form.ts';
import { type EditorOf, useItem } from './editable.ts';
import { EditorForm } from './editor-form.tsx';
import { Fields, type FieldsOf } from './fields-of.tsx';
import { TranslationsOf } from './translations.tsx';

/** What an editor says of its fields. */
export interface EditsOf<Of extends Edited, Item> {
	/** Values of a new item that are not empty. */
	fresh?: Partial<ValuesOf<Of>>;
	fields: (
		values: ValuesOf<Of>,
		stored: Item | undefined,
		set: (part: Partial<ValuesOf<Of>>) => void,
	) => FieldsOf<ValuesOf<Of>>;
	/** What is asked before it is saved. Null: nothing. */
	renderQuestion?: (values: ValuesOf<Of>) => ReactNode;
	/** For what is published from its editor: what it needs, and how fans will see it. */
	checks?: (values: ValuesOf<Of>) => Check[];
	renderPreview?: (values: ValuesOf<Of>) => ReactNode;
}

export type ItemEditorProps<Of extends Edited, Item> = EditsOf<Of, Item> & EditorOf<Item, SavedOf<Of>> & { of: Of };

export function ItemEditor<Of extends Edited, Item extends { version: number }>(props: ItemEditorProps<Of, Item>) {
	const { of, fields: fieldsOf, checks, renderPreview, renderQuestion, ...ways } = props;
	const edited = useItem(of, ways);
	const { values, set } = edited.draft;
	const fields = fieldsOf(values, props.stored, set);
	const inside = (
		<>
			<Fields of={of} edited={edited} fields={fields} />
			{renderPreview && <PreviewFold>{renderPreview(values)}</PreviewFold>}
		</>
	);
	return (
		<>
			{checks ? (
				<PublishedForm edited={edited} fields={fields} checks={checks(values)} preview={renderPreview?.(values)}>
					{inside}
				</PublishedForm>
			) : (
				<EditorForm {...edited.form} ask={renderQuestion?.(values)}>
					{inside}
				</EditorForm>
			)}
			<TranslationsOf noun={of.noun} stored={props.stored} fields={fields} />
		</>
	);
}
