/** Below an editor: the same content in the other languages of the site, one at a time. */
import { Trans, useLingui } from '@lingui/react/macro';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import {
	listTranslations,
	removeTranslation,
	saveTranslation,
	type Translation,
	type TranslationSubject,
} from '#contract/operator/translations.ts';
import { isLanguage, type Language, languages } from '#contract/values/languages.ts';
import { Button } from '#ui/primitives/button.tsx';
import { FieldError, SelectField, TextField } from '#ui/primitives/form-field.tsx';
import { OneState } from '../../lib/lists/list-state.tsx';
import { useErrorText } from '../../lib/api/error-text.ts';
import { useEditable } from '../../lib/form/editable.ts';
import { EditorForm } from '../../lib/form/editor-form.tsx';
import { RichTextField } from '../../lib/rich-text/rich-text-field.tsx';
import { useMay } from '../../lib/session/operator.tsx';
import { call } from '../../lib/api/call.ts';
import './translations.css';

interface TranslationsProps {
	subject: Subject;
	/** Name of the short text. Null if the subject has none that is translated. */
	titleLabel: string | null;
	/** Name of the long text. Null if the subject has none. */
	textLabel: string | null;
}

export function Translations(props: TranslationsProps) {
	const { t } = useLingui();
	const read = useQuery(translationsQuery(props.subject));
	const [language, setLanguage] = useState<Language | null>(null);
	const [changed, setChanged] = useState(false);
	const names = new Intl.DisplayNames('en', { type: 'language' });
	if (!read.data) return <OneState read={read} />;
	const { translations, content_language: original } = read.data;
	const storedIn = (tag: Language) => translations.find((one) => one.language === tag) ?? null;
	return (
		<section className="translations" aria-labelledby="translations-heading">
			<h3 id="translations-heading">
				<Trans>Translations</Trans>
			</h3>
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
					key={`${language} ${storedIn(language) !== null}`}
					{...props}
					language={language}
					stored={storedIn(language)}
					onChanged={setChanged}
				/>
			)}
		</section>
	);
}

interface Props extends TranslationsProps {
	language: Language;
	/** Null if there is none yet. */
	stored: Translation | null;
	onChanged: (changed: boolean) => void;
}

const valuesOf = (stored: Translation | null | undefined) => ({
	title: stored?.title ?? '',
	text_raw: stored?.text_raw ?? '',
	version: stored?.version ?? null,
});

/** Edits one translation: its short text, its long text, or both. */
function TranslationEditor({ subject, titleLabel, textLabel, language, stored, onChanged }: Props) {
	const client = useQueryClient();
	const readOnly = !useMay()(saveTranslation);
	const save = useSaveTranslation(subject, language);
	const find = (now: { translations: Translation[] }) =>
		valuesOf(now.translations.find((one) => one.language === language));
	const { draft, form } = useEditable({
		stored: valuesOf(stored),
		save: async (values, { version }) => find(await save.mutateAsync({ ...values, version })),
		reload: async () => find(await client.fetchQuery({ ...translationsQuery(subject), staleTime: 0 })),
	});
	const { values, set, changed } = draft;
	useEffect(() => {
		onChanged(changed);
		return () => onChanged(false);
	}, [changed, onChanged]);
	return (
		<>
			<EditorForm {...form} readOnly={readOnly}>
				{titleLabel !== null && (
					<TextField
						label={titleLabel}
						lang={language}
						value={values.title}
						onChange={(event) => set({ title: event.target.value })}
					/>
				)}
				{textLabel !== null && (
					<div lang={language}>
						<RichTextField
							label={textLabel}
							value={values.text_raw}
							disabled={readOnly}
							onChange={(html) => set({ text_raw: html })}
						/>
					</div>
				)}
			</EditorForm>
			{stored && !readOnly && <RemoveTranslation subject={subject} language={language} />}
		</>
	);
}

function RemoveTranslation({ subject, language }: Pick<Props, 'subject' | 'language'>) {
	const { mutate, isPending, error } = useRemoveTranslation(subject, language);
	const textOf = useErrorText();
	return (
		<p>
			<Button variant="quiet" busy={isPending} onClick={() => mutate()}>
				<Trans>Remove this translation</Trans>
			</Button>
			{error && <FieldError>{textOf(error)}</FieldError>}
		</p>
	);
}

interface Subject {
	kind: TranslationSubject;
	id: number;
}

const paramsOf = ({ kind, id }: Subject) => ({ subject: kind, subject_id: id });

/** Reads and writes the translations of one article, artist or banner. Every write returns them all. */
const translationsQuery = (subject: Subject) =>
	queryOptions({
		queryKey: ['translations', subject.kind, subject.id],
		queryFn: ({ signal }) => call(listTranslations, { params: paramsOf(subject) }, { signal }),
	});

interface TranslationBody {
	title: string;
	text_raw: string;
	/** Null for a new translation. */
	version: number | null;
}

function useSaveTranslation(subject: Subject, language: Language) {
	const client = useQueryClient();
	return useMutation({
		mutationFn: (body: TranslationBody) => call(saveTranslation, { params: { ...paramsOf(subject), language }, body }),
		onSuccess: (reply) => client.setQueryData(translationsQuery(subject).queryKey, reply),
	});
}

function useRemoveTranslation(subject: Subject, language: Language) {
	const client = useQueryClient();
	return useMutation({
		mutationFn: () => call(removeTranslation, { params: { ...paramsOf(subject), language } }),
		onSuccess: (reply) => client.setQueryData(translationsQuery(subject).queryKey, reply),
	});
}
