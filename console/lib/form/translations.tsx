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
import { Button } from '#ui/primitives/button.tsx';
import { SelectField, TextField } from '#ui/primitives/form-field.tsx';
import { ErrorText } from '../api/error-text.tsx';
import { readOf, useSend } from '../api/queries.ts';
import { useItem } from './editable.ts';
import { EditorForm } from './editor-form.tsx';
import { OneState } from '../lists/list-state.tsx';
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
	return id === undefined ? null : <Translations subject={{ kind, id: String(id) }} fields={fields} />;
}

interface TranslationsProps {
	subject: Subject;
	/** The fields of the original, whose labels name its texts. */
	fields: Record<string, { label: string } | null>;
}

export function Translations(props: TranslationsProps) {
	const { t } = useLingui();
	const read = useQuery(readOf(listTranslations, { params: paramsOf(props.subject) }));
	const [language, setLanguage] = useState<Language | null>(null);
	const [changed, setChanged] = useState(false);
	const names = new Intl.DisplayNames('en', { type: 'language' });
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
							{storedIn(tag) ? t`${names.of(tag) ?? tag}: translated` : (names.of(tag) ?? tag)}
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
			<EditorForm {...form} fresh={false}>
				{title && <TextField label={title.label} lang={language} {...text('title')} />}
				{long && (
					<div lang={language}>
						<RichTextField label={long.label} disabled={form.readOnly} {...field('text_raw')} />
					</div>
				)}
			</EditorForm>
			{stored && !form.readOnly && <RemoveTranslation subject={subject} language={language} />}
		</>
	);
}

function RemoveTranslation({ subject, language }: Pick<TranslationEditorProps, 'subject' | 'language'>) {
	const { mutate, isPending, error } = useSend(removeTranslation);
	const params = { ...paramsOf(subject), language };
	return (
		<p>
			<Button variant="quiet" busy={isPending} onClick={() => mutate({ params })}>
				<Trans>Remove this translation</Trans>
			</Button>
			<ErrorText error={error} />
		</p>
	);
}

interface Subject {
	kind: TranslationSubject;
	id: string;
}

const paramsOf = ({ kind, id }: Subject) => ({ subject: kind, subject_id: id });
