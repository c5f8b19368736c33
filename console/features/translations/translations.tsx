/** Below an editor: the same content in the other languages of the site, one at a time. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isLanguage, type Language, languages } from '#contract/values/languages.ts';
import { SelectField } from '#ui/primitives/form-field.tsx';
import { OneState } from '../../lib/lists/one-state.tsx';
import { type Subject, translationsQuery } from './get-translations.ts';
import { TranslationEditor } from './translation-editor.tsx';
import './translations.css';

export interface TranslationsProps {
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
