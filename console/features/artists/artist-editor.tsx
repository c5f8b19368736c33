/** Edits an artist: facts, pictures and colors, and the texts for fans. */
import { useLingui } from '@lingui/react/macro';
import type { ReplyOf } from '#contract/endpoint.ts';
import { type ConsoleArtist, createArtist, editArtist } from '#contract/operator/artists.ts';
import { artistKind } from '#contract/rankings.ts';
import { CheckboxField, TextField } from '#ui/primitives/form-field.tsx';
import { WaitsNotice } from '../../lib/approvals/waits-notice.tsx';
import { formOf } from '../../lib/form/contract-form.ts';
import { type EditorOf, useItem } from '../../lib/form/editable.ts';
import { EditorForm } from '../../lib/form/editor-form.tsx';
import { ChoiceField } from '../../lib/form/fields.tsx';
import { PictureField } from '../../lib/media/picture-field.tsx';
import { Combobox } from '../../lib/pickers/combobox.tsx';
import { countryOptions, languageOptions } from '../../lib/pickers/options.ts';
import { RichTextField } from '../../lib/rich-text/rich-text-field.tsx';
import { ColorField } from './color-field.tsx';

const artistForm = formOf(createArtist, { kind: 'solo', hidden: true });

const names = ['en_name', 'native_name', 'sub_title'] as const;

const countries = countryOptions();
const writtenIn = languageOptions();

type ArtistValues = ReturnType<typeof artistForm.valuesOf> & { why: string };

type Saved = ReplyOf<typeof createArtist>;

export function ArtistEditor(editor: EditorOf<ConsoleArtist, Saved>) {
	const { t } = useLingui();
	const { draft, form } = useItem({
		...editor,
		valuesOf: (artist) => ({ ...artistForm.valuesOf(artist), why: '' }),
		bodyOf: ({ why, ...fields }: ArtistValues) => ({ ...artistForm.bodyOf(fields), ...(why.trim() !== '' && { why }) }),
		create: createArtist,
		edit: editArtist,
		params: ({ artist_id }) => ({ artist_id }),
	});
	const { values, set, text, flag, field } = draft;
	const { stored } = editor;
	const renamed = stored && names.some((name) => (values[name] ?? '') !== (stored[name] ?? ''));
	const kinds = { solo: t`Solo`, group: t`Group`, song: t`Song` };
	return (
		<EditorForm {...form}>
			<PictureField
				label={t`Portrait`}
				shape={[1, 1]}
				disabled={form.readOnly}
				removable
				{...field('avatar_media_id')}
			/>
			<TextField label={t`Name`} {...text('en_name')} />
			<ColorField name={values.en_name} {...field('fan_color')} />
			<div className="editor-pair">
				<ChoiceField
					label={t`Kind`}
					options={artistKind.options.map((kind) => [kind, kinds[kind]] as const)}
					{...field('kind')}
				/>
				<ChoiceField
					label={t`Gender`}
					options={[
						['', '–'],
						['1', t`Male`],
						['2', t`Female`],
					]}
					value={String(values.gender ?? '')}
					onChange={(gender) => set({ gender: Number(gender) || null })}
				/>
				<TextField label={t`Birthday`} type="date" {...text('birthday')} />
				<Combobox label={t`Nationality`} options={countries} optional {...field('nationality')} />
			</div>
			<div className="editor-pair">
				<TextField label={t`Native name`} lang={values.native_lang || undefined} {...text('native_name')} />
				<Combobox label={t`Language of the native name`} options={writtenIn} optional {...field('native_lang')} />
			</div>
			{values.kind === 'song' && <TextField label={t`Performer`} {...text('sub_title')} />}
			{renamed && (
				<TextField
					label={t`Reason for the new name`}
					hint={t`Needed during a vote. The public log says the new name, and another operator has to approve it.`}
					maxLength={500}
					{...text('why')}
				/>
			)}
			{stored && <WaitsNotice name="artist_id" value={stored.artist_id} />}
			<RichTextField label={t`Description`} {...field('description_raw')} />
			<CheckboxField label={t`Hidden from fans`} {...flag('hidden')} />
		</EditorForm>
	);
}
