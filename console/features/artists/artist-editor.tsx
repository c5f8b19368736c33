/** Edits an artist: facts, pictures and colors, and the texts for fans. */
import { useLingui } from '@lingui/react/macro';
import { artists, type ConsoleArtist } from '#contract/operator/artists.ts';
import { TextField } from '#ui/primitives/form-field.tsx';
import type { EditorOf } from '../../lib/form/editable.ts';
import { ChoiceField } from '../../lib/form/fields.tsx';
import { ItemEditor } from '../../lib/form/item-editor.tsx';
import { Combobox } from '../../lib/pickers/combobox.tsx';
import { countryOptions, languageOptions } from '../../lib/pickers/options.ts';
import { ColorField } from './color-field.tsx';

const names = ['en_name', 'native_name', 'sub_title'] as const;

const countries = countryOptions();
const writtenIn = languageOptions();

export function ArtistEditor(editor: EditorOf<ConsoleArtist>) {
	const { t } = useLingui();
	const { stored } = editor;
	const genders = [
		['', '–'],
		['1', t`Male`],
		['2', t`Female`],
	] as const;
	return (
		<ItemEditor
			{...editor}
			of={artists}
			fresh={{ kind: 'solo', hidden: true }}
			fields={(values) => ({
				avatar_media_id: { label: t`Portrait`, shape: [1, 1], beside: true },
				en_name: { label: t`Name` },
				fan_color: {
					label: t`Fandom color`,
					beside: true,
					render: (field) => <ColorField name={values.en_name} {...field} />,
				},
				kind: { label: t`Kind`, half: true, options: { solo: t`Solo`, group: t`Group`, song: t`Song` } },
				gender: {
					label: t`Gender`,
					half: true,
					render: ({ value, onChange, ...field }) => (
						<ChoiceField<string>
							{...field}
							options={genders}
							value={String(value ?? '')}
							onChange={(gender) => onChange(Number(gender) || null)}
						/>
					),
				},
				birthday: { label: t`Birthday`, half: true },
				nationality: {
					label: t`Nationality`,
					half: true,
					render: (field) => <Combobox {...field} options={countries} optional />,
				},
				native_name: {
					label: t`Native name`,
					half: true,
					render: ({ onChange, ...field }) => (
						<TextField
							{...field}
							lang={values.native_lang || undefined}
							onChange={({ target }) => onChange(target.value)}
						/>
					),
				},
				native_lang: {
					label: t`Language of the native name`,
					half: true,
					render: (field) => <Combobox {...field} options={writtenIn} optional />,
				},
				sub_title: values.kind === 'song' ? { label: t`Performer` } : null,
				why:
					stored && names.some((name) => values[name] !== (stored[name] ?? ''))
						? {
								label: t`Reason for the new name`,
								hint: t`Needed during a vote. The public log says the new name, and another operator has to approve it.`,
							}
						: null,
				description_raw: { label: t`Description` },
				hidden: { label: t`Hidden from fans`, beside: true },
			})}
		/>
	);
}
