/** Below an editor: the same content in the other languages of the site, one at a time. */
import { useEffect, useState } from 'react';
import {
	listTranslations,
	removeTranslation,
	saveTranslation,
	translated,
	type Translation,
	translationSubject,
	type TranslationSubject,
} from '#contract/operator/translations.ts';
import { isLanguage, type Language, languages } from '#contract/values/languages.ts';
import { useRead } from '../api/calls.tsx';
import { AskFirst } from '../dialogs/dialogs.tsx';
import { TextArea, TextInput } from '../elements/elements.tsx';
import { useAddressText, Waiting } from '../lists/list-state.tsx';
import { FanFrame } from '../preview/fan-page.tsx';
import { RichTextField } from '../rich-text/rich-text-field.tsx';
import { useItem } from './editable.ts';
import { EditorForm } from './editor-form.tsx';
import { ChoiceField } from './fields.tsx';

/** Below the editor of what the contract lists as translated, once it is stored. Nothing for all else. */
export function TranslationsOf({
	noun,
	stored,
	fields,
}: Pick<TranslationsProps, 'fields'> & { noun: string | undefined; stored: unknown }) {
	const { data: kind } = translationSubject.safeParse(noun);
	if (!kind || !stored) return null;
	const row = stored as Record<string, string | number | undefined>;
	const id = translated[kind].only ?? row[`${kind}_id`] ?? row[`${kind}_key`];
	return id === undefined ? null : <Translations subject={{ kind, id: String(id) }} original={row} fields={fields} />;
}

interface TranslationsProps {
	subject: Subject;
	/** The original as it is stored, and its fields, whose labels name its texts. */
	original: object;
	fields: Record<string, { label: string } | null>;
}

function Translations(props: TranslationsProps) {
	const read = useRead(listTranslations, { params: paramsOf(props.subject) });
	const [tag, setLanguage] = useAddressText('language');
	const [changed, setChanged] = useState(false);
	const names = new Intl.DisplayNames('en', { type: 'language' });
	const stateOf = (name: string, one: Translation | undefined) =>
		one ? (one.is_outdated ? `${name}: the original has changed since` : `${name}: translated`) : name;
	if (!read.data) return <Waiting read={read} />;
	const { translations, content_language: original, more } = read.data;
	const others = Object.keys(languages).filter((one) => one !== original);
	const language = others.filter(isLanguage).find((one) => one === tag);
	const storedIn = (wanted: string) => translations.find((one) => one.language === wanted);
	return (
		<section className="translations stack gap-5 mt-8" aria-labelledby="translations-heading">
			<h3 id="translations-heading">Translations</h3>
			<ChoiceField
				label="Language"
				hint={
					changed
						? 'Save or discard this translation first.'
						: 'Fans see a translation once all its texts are filled in, and the original until then.'
				}
				value={language ?? ''}
				disabled={changed}
				options={[['', '–'], ...others.map((one) => [one, stateOf(names.of(one) ?? one, storedIn(one))] as const)]}
				onChange={setLanguage}
			/>
			{language && (
				<TranslationEditor
					key={`${language} ${storedIn(language) !== undefined}`}
					{...props}
					language={language}
					stored={storedIn(language)}
					more={more}
					onChanged={setChanged}
				/>
			)}
		</section>
	);
}

interface TranslationEditorProps extends TranslationsProps {
	language: Language;
	/** Undefined if there is none yet. */
	stored: Translation | undefined;
	/** Further texts of the original: one that fields name, or updates. */
	more: Translation['more'];
	onChanged: (changed: boolean) => void;
}

/** Edits one translation: its short text, its long text, or both. */
function TranslationEditor(props: TranslationEditorProps) {
	const { subject, fields, language, stored, more, onChanged } = props;
	const texts = translated[subject.kind];
	const [title, long] = [fields[texts.title ?? ''], fields[texts.text_raw ?? '']];
	const params = { ...paramsOf(subject), language };
	const { draft, form } = useItem({ edit: saveTranslation }, { stored, params, fresh: { more: [] } });
	const { field, set, changed } = draft;
	const textOf = (name: string) => draft.values.more.find((one) => one.name === name)?.text ?? '';
	const setMore = (name: string, text: string) =>
		set({ more: more.map((one) => ({ name: one.name, text: one.name === name ? text : textOf(one.name) })) });
	useEffect(() => {
		onChanged(changed);
		return () => onChanged(false);
	}, [changed, onChanged]);
	return (
		<>
			{stored?.is_outdated && (
				<p className="note block mb-4 rounded tone-2 note-warning semibold">
					The original has changed since this translation was saved. Saving says that it fits again.
				</p>
			)}
			<div className="two-languages stack align-start">
				<Original {...props} />
				<EditorForm {...form} fresh={stored?.is_outdated ?? false}>
					{title && <TextInput label={title.label} lang={language} {...field('title')} />}
					{more.map(({ name }, index) => (
						<TextArea
							key={name}
							label={labelOf(props, index)}
							lang={language}
							maxLength={2_000}
							value={textOf(name)}
							onChange={(text) => setMore(name, text)}
						/>
					))}
					{long && (
						<div lang={language}>
							<RichTextField label={long.label} disabled={form.readOnly} {...field('text_raw')} />
						</div>
					)}
				</EditorForm>
			</div>
			{stored && !form.readOnly && (
				<AskFirst
					call={removeTranslation}
					input={{ params }}
					label="Delete this translation"
					variant="quiet"
					title="Delete this translation?"
					text="Fans who read it get the original again."
					action="Delete"
					dangerous
				/>
			)}
		</>
	);
}

const labelOf = ({ fields, more }: Pick<TranslationEditorProps, 'fields' | 'more'>, index: number) =>
	fields[more[index]?.name ?? '']?.label ?? `Update ${index + 1}`;

/** The texts that are translated, as fans read them now. */
function Original(props: TranslationEditorProps) {
	const { kind } = props.subject;
	const texts = props.original as Record<string, string>;
	const { title = '', text_raw: long = '' } = translated[kind];
	const html = texts[long.replace(/_raw$/, '_html')];
	return (
		<section className="cards stack one-column gap-4" aria-label="Original">
			<h4>{texts[title] ?? 'Original'}</h4>
			{props.more.map(({ name, text }, index) => (
				<p key={name}>
					<b>{labelOf(props, index)}</b>: {text}
				</p>
			))}
			{html !== undefined && <FanFrame title="Original" body={`<div class="prose">${html}</div>`} />}
		</section>
	);
}

interface Subject {
	kind: TranslationSubject;
	id: string;
}

const paramsOf = ({ kind, id }: Subject) => ({ subject: kind, subject_id: id });
