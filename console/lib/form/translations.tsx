/** Below an editor: the same content in the other languages of the site, one at a time. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import {
	listTranslations,
	removeTranslation,
	saveTranslation,
	translated,
	translationSubject,
	type Translation,
	type TranslationSubject,
} from '#contract/operator/translations.ts';
import { isLanguage, type Language, languages } from '#contract/values/languages.ts';
import { SelectField, TextField } from '#ui/primitives/form-field.tsx';
import { readOf, useSend } from '../api/queries.ts';
import { AskFirst } from '../dialogs/confirm.tsx';
import { useItem } from './editable.ts';
import { EditorForm } from './editor-form.tsx';
import { OneState } from '../lists/list-state.tsx';
import { FanFrame } from '../preview/fan-frame.tsx';
import { RichTextField } from '../rich-text/rich-text-field.tsx';
import './translations.css';

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

export function Translations(props: TranslationsProps) {
	const { t } = useLingui();
	const read = useQuery(readOf(listTranslations, { params: paramsOf(props.subject) }));
	const [language, setLanguage] = useState<Language | null>(null);
	const [changed, setChanged] = useState(false);
	const names = new Intl.DisplayNames('en', { type: 'language' });
	const stateOf = (name: string, one: Translation | undefined) =>
		one ? (one.is_outdated ? t`${name}: the original has changed since` : t`${name}: translated`) : name;
	if (!read.data) return <OneState read={read} />;
	const { translations, content_language: original } = read.data;
	const storedIn = (tag: Language) => translations.find((one) => one.language === tag);
	return (
		<section className="translations" aria-labelledby="translations-heading">
			<h3 id="translations-heading">{t`Translations`}</h3>
			<SelectField
				label={t`Language`}
				hint={
					changed
						? t`Save or discard this translation first.`
						: t`Fans see a translation once all its texts are filled in, and the original until then.`
				}
				value={language ?? ''}
				disabled={changed}
				onChange={(event) => setLanguage(isLanguage(event.target.value) ? event.target.value : null)}
			>
				<option value="">–</option>
				{Object.keys(languages)
					.filter(isLanguage)
					.filter((tag) => tag !== original)
					.map((tag) => (
						<option key={tag} value={tag}>
							{stateOf(names.of(tag) ?? tag, storedIn(tag))}
						</option>
					))}
			</SelectField>
			{language !== null && (
				<TranslationEditor
					key={`${language} ${storedIn(language) !== undefined}`}
					{...props}
					language={language}
					stored={storedIn(language)}
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
	onChanged: (changed: boolean) => void;
}

/** Edits one translation: its short text, its long text, or both. */
function TranslationEditor(props: TranslationEditorProps) {
	const { subject, fields, language, stored, onChanged } = props;
	const texts = translated[subject.kind];
	const [title, long] = [fields[texts.title ?? ''], fields[texts.text_raw ?? '']];
	const params = { ...paramsOf(subject), language };
	const { draft, form } = useItem({ edit: saveTranslation }, { stored, params });
	const { text, field, changed } = draft;
	useEffect(() => {
		onChanged(changed);
		return () => onChanged(false);
	}, [changed, onChanged]);
	return (
		<>
			{stored?.is_outdated && (
				<p className="note note-warning">
					<Trans>The original has changed since this translation was saved. Saving says that it fits again.</Trans>
				</p>
			)}
			<div className="two-languages">
				<Original {...props} />
				<EditorForm {...form} fresh={stored?.is_outdated ?? false}>
					{title && <TextField label={title.label} lang={language} {...text('title')} />}
					{long && (
						<div lang={language}>
							<RichTextField label={long.label} disabled={form.readOnly} {...field('text_raw')} />
						</div>
					)}
				</EditorForm>
			</div>
			{stored && !form.readOnly && <RemoveTranslation subject={subject} language={language} />}
		</>
	);
}

/** The texts that are translated, as fans read them now. */
function Original({ subject: { kind }, original }: TranslationsProps) {
	const { t } = useLingui();
	const texts = original as Record<string, string>;
	const { title = '', text_raw: long = '' } = translated[kind];
	const html = texts[long.replace(/_raw$/, '_html')];
	return (
		<section className="stack" aria-label={t`Original`}>
			<h4>{texts[title] ?? t`Original`}</h4>
			{html !== undefined && <FanFrame title={t`Original`} body={`<div class="prose">${html}</div>`} />}
		</section>
	);
}

function RemoveTranslation({ subject, language }: Pick<TranslationEditorProps, 'subject' | 'language'>) {
	const { t } = useLingui();
	const { mutate, isPending, error } = useSend(removeTranslation);
	const params = { ...paramsOf(subject), language };
	return (
		<AskFirst
			label={<Trans>Remove this translation</Trans>}
			variant="quiet"
			title={t`Remove this translation?`}
			text={<Trans>Fans who read it get the original again.</Trans>}
			action={t`Remove`}
			dangerous
			busy={isPending}
			error={error}
			onDo={() => mutate({ params })}
		/>
	);
}

interface Subject {
	kind: TranslationSubject;
	id: string;
}

const paramsOf = ({ kind, id }: Subject) => ({ subject: kind, subject_id: id });
