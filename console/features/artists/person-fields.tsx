/** Fields for who an artist is. */
import { useLingui } from '@lingui/react/macro';
import { artistKind } from '#contract/rankings.ts';
import { SelectField, TextField } from '#ui/primitives/form-field.tsx';
import type { Draft } from '../../lib/form/use-draft.ts';
import { Combobox } from '../../lib/pickers/combobox.tsx';
import { countryOptions, languageOptions } from '../../lib/pickers/known-options.ts';
import type { ArtistValues } from './artist-values.ts';

const countries = countryOptions();
const writtenIn = languageOptions();

export function PersonFields({ draft: { values, set, errorOf } }: { draft: Draft<ArtistValues> }) {
	const { t } = useLingui();
	const kinds = { solo: t`Solo`, group: t`Group`, song: t`Song` };
	return (
		<>
			<div className="editor-pair">
				<SelectField
					label={t`Kind`}
					value={values.kind}
					onChange={(event) => set({ kind: artistKind.options.find((kind) => kind === event.target.value) ?? 'solo' })}
				>
					{artistKind.options.map((kind) => (
						<option key={kind} value={kind}>
							{kinds[kind]}
						</option>
					))}
				</SelectField>
				<SelectField
					label={t`Gender`}
					error={errorOf('gender')}
					value={values.gender}
					onChange={(event) => set({ gender: event.target.value })}
				>
					<option value="">–</option>
					<option value="1">{t`Male`}</option>
					<option value="2">{t`Female`}</option>
				</SelectField>
				<TextField
					label={t`Birthday`}
					type="date"
					error={errorOf('birthday')}
					value={values.birthday}
					onChange={(event) => set({ birthday: event.target.value })}
				/>
				<Combobox
					label={t`Nationality`}
					error={errorOf('nationality')}
					options={countries}
					optional
					value={values.nationality}
					onChange={(nationality) => set({ nationality })}
				/>
			</div>
			<div className="editor-pair">
				<TextField
					label={t`Native name`}
					lang={values.native_lang || undefined}
					value={values.native_name}
					onChange={(event) => set({ native_name: event.target.value })}
				/>
				<Combobox
					label={t`Language of the native name`}
					error={errorOf('native_lang')}
					options={writtenIn}
					optional
					value={values.native_lang}
					onChange={(native_lang) => set({ native_lang })}
				/>
			</div>
		</>
	);
}
