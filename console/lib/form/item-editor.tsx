/** The editor of an item, from what the contract says of it. */
import { type ReactNode, useState } from 'react';
import { Icon } from '#ui/icons.tsx';
import { Button } from '#ui/primitives/button.tsx';
import { DialogBox, type DialogBoxProps } from '../dialogs/dialogs.tsx';
import type { Edited, SavedOf, ValuesOf } from './contract-form.ts';
import { same } from './draft.ts';
import { type Draft, type Editable, type EditorOf, useItem } from './editable.ts';
import { EditorForm } from './editor-form.tsx';
import { Fields, type FieldsOf } from './fields.tsx';
import { TranslationsOf } from './translations.tsx';
import { localNow, localText, wordOf } from '../format/values.ts';
import { PreviewFold } from '../preview/fan-page.tsx';
import { useSiteZone } from '../session/operator.tsx';

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

interface PublishedFormProps<Values extends object>
	extends
		Pick<PublishDialogProps, 'checks' | 'preview'>,
		Partial<Pick<PublishDialogProps, 'title' | 'when' | 'action'>> {
	edited: Editable<Values>;
	ask?: ReactNode;
	fields: FieldsOf<Values>;
	children: ReactNode;
}

/** Names of what fans see, marks that hide it, and the times from which and until which they see it. */
type Shown = Partial<
	Record<'title' | 'alt' | 'starts_local' | 'publish_local' | 'ends_local', string> &
		Record<'hidden' | 'withdrawn', boolean>
>;

export function PublishedForm<Values extends object>(props: PublishedFormProps<Values>) {
	const { edited, fields, children, checks, ask, ...dialog } = props;
	const { draft, form, checkFields, saveWith } = edited;
	const { hidden, withdrawn } = draft.base as Shown;
	const published = !(withdrawn ?? hidden);
	const publish = (on: boolean) => ({ [withdrawn === undefined ? 'hidden' : 'withdrawn']: !on }) as Partial<Values>;
	const { alt = '', title: name = alt, starts_local: starts = '', ends_local: ends = '' } = draft.values as Shown;
	const { publish_local: from = starts } = draft.values as Shown;
	const { timezone, zoneName } = useSiteZone();
	const now = localNow(timezone);
	const later = from > now;
	const [asking, setAsking] = useState(false);
	const close = () => setAsking(false);
	const save = (on: boolean) => void saveWith(publish(on)).finally(close);
	const actions = (
		<>
			<Button
				variant={published ? 'quiet' : 'primary'}
				disabled={form.busy}
				onClick={() => setAsking(published || checkFields())}
			>
				{published ? 'Unpublish' : 'Publish…'}
			</Button>
			{asking && published && (
				<DialogBox
					title="Unpublish this?"
					text="Fans no longer see it. You can publish it again at any time."
					action="Unpublish"
					busy={form.busy}
					onClose={close}
					onDo={() => save(false)}
				/>
			)}
			{asking && !published && (
				<PublishDialog
					title={later ? `Schedule ${name}?` : `Publish ${name}?`}
					action={later ? 'Schedule' : 'Publish'}
					when={
						<>
							{later ? `Fans see it from ${localText(from) ?? from} ${zoneName}.` : 'Fans see it at once.'}{' '}
							{ends === '' ? null : `It disappears on ${localText(ends) ?? ends} ${zoneName}.`}
						</>
					}
					{...dialog}
					checks={
						ends === '' || ends > now
							? checks
							: [...checks, need('period', false, '', 'The end has passed: fans would never see it')]
					}
					undo="You can unpublish it at any time."
					busy={form.busy}
					onClose={close}
					onPublish={() => save(true)}
				/>
			)}
		</>
	);
	return (
		<EditorForm
			{...form}
			ask={ask}
			saveLabel={published ? 'Save changes' : 'Save draft'}
			effect={published ? <FanChanges draft={draft} fields={fields} /> : null}
			actions={actions}
		>
			{children}
		</EditorForm>
	);
}

interface PublishDialogProps extends Pick<DialogBoxProps, 'action' | 'busy' | 'error' | 'onClose'> {
	title: string;
	checks: readonly Check[];
	preview: ReactNode;
	/** When fans see it, and until when it can be undone: one sentence each. */
	when: ReactNode;
	undo: ReactNode;
	/** What publishing does besides, to be chosen. */
	children?: ReactNode;
	onPublish: () => void;
}

const stateWords = { done: 'Ready', missing: 'Missing', advice: 'Worth a look' };

/** The last look before fans see an item: the checklist, the preview, when it appears, and how to undo it. */
export const PublishDialog = ({ checks, preview, when, undo, children, onPublish, ...dialog }: PublishDialogProps) => (
	<DialogBox
		action="Publish"
		{...dialog}
		className="wide-dialog publish-dialog"
		disabled={checks.some(({ state }) => state === 'missing')}
		onDo={onPublish}
	>
		<ul className="checklist stack gap-2 text-s" aria-label="Checklist">
			{checks.map(({ key, state, text }) => (
				<li key={key} className={`stack gap-2 align-start muted check-${state}`}>
					<Icon name={state === 'done' ? 'check' : 'warning'} />
					<span>
						<span className="visually-hidden">{stateWords[state]}: </span>
						{text}
					</span>
				</li>
			))}
		</ul>
		<section className="stack gap-3">
			<h3 className="text-m">As fans see it</h3>
			{preview}
		</section>
		<p>
			{when} {undo}
		</p>
		{children}
	</DialogBox>
);

/** What an item needs before fans see it: what is there, what is missing, and what is only worth a look. */
export interface Check {
	key: string;
	/** `missing` blocks publishing, `advice` does not. */
	state: 'done' | 'missing' | 'advice';
	text: ReactNode;
}

/** `otherwise`: what is said if it is not good. */
export const advise = (key: string, good: boolean, done: ReactNode, otherwise: ReactNode): Check =>
	good ? { key, state: 'done', text: done } : { key, state: 'advice', text: otherwise };
export const need = (key: string, good: boolean, done: ReactNode, otherwise: ReactNode): Check =>
	good ? { key, state: 'done', text: done } : { key, state: 'missing', text: otherwise };

interface FanChangesProps<Values extends object> {
	draft: Pick<Draft<Values>, 'values' | 'base'>;
	/** Fans see all that are shown but the reason. */
	fields: FieldsOf<Values>;
}

/** Says what the unsaved edits of a published item change for fans. Some values cannot be said in a few words. */
export function FanChanges<Values extends object>({ draft: { base, values }, fields }: FanChangesProps<Values>) {
	const changed = (Object.keys(values) as (keyof Values & string)[]).filter(
		(name) => name !== 'why' && fields[name] && !same(base[name], values[name]),
	);
	if (changed.length === 0) return null;
	return (
		<output className="note mb-4 rounded tone-2 fan-changes stack gap-2 text-s">
			<b>Fans see this change as soon as you save:</b>
			<ul className="stack gap-1">
				{changed.map((name) => {
					const [before, after] = [wordOf(base[name]), wordOf(values[name])];
					const isSaid = before !== null && after !== null;
					return (
						<li key={name} className="breaks">
							{fields[name]?.label}: {isSaid ? <del className="muted">{before}</del> : null}{' '}
							<ins className="semibold">{isSaid ? after : 'changed'}</ins>
						</li>
					);
				})}
			</ul>
		</output>
	);
}
