/** Edits one translation: its short text, its long text, or both. */
import { Trans } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { saveTranslation, type Translation } from '#contract/operator/translations.ts';
import type { Language } from '#contract/values/languages.ts';
import { Button } from '#ui/primitives/button.tsx';
import { FieldError, TextField } from '#ui/primitives/form-field.tsx';
import { useErrorText } from '../../lib/api/error-text.ts';
import { useEditable } from '../../lib/form/editable.ts';
import { EditorForm } from '../../lib/form/editor-form.tsx';
import { RichTextField } from '../../lib/rich-text/rich-text-field.tsx';
import { useMay } from '../../lib/session/operator.tsx';
import { translationsQuery, useRemoveTranslation, useSaveTranslation } from './get-translations.ts';
import type { TranslationsProps } from './translations.tsx';

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

export function TranslationEditor({ subject, titleLabel, textLabel, language, stored, onChanged }: Props) {
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
