/** Edits an artist: facts, pictures and colors, and the texts for fans. */
import { useLingui } from '@lingui/react/macro';
import { type ConsoleArtist, createArtist } from '#contract/operator/artists.ts';
import { artistKind } from '#contract/rankings.ts';
import { CheckboxField, TextField } from '#ui/primitives/form-field.tsx';
import { type EditorOf, useEditable } from '../../lib/form/editable.ts';
import { EditorForm } from '../../lib/form/editor-form.tsx';
import { issuesOf } from '../../lib/form/field-errors.ts';
import { ChoiceField } from '../../lib/form/fields.tsx';
import { PictureField } from '../../lib/media/picture-field.tsx';
import { Combobox } from '../../lib/pickers/combobox.tsx';
import { countryOptions, languageOptions } from '../../lib/pickers/options.ts';
import { RichTextField } from '../../lib/rich-text/rich-text-field.tsx';
import { ColorField } from './color-field.tsx';
import { useSaveArtist } from './get-artists.ts';

/** Missing texts are empty strings. */
const valuesOf = (artist?: ConsoleArtist) => ({
	artist_id: artist?.artist_id ?? null,
	version: artist?.version ?? 0,
	kind: artist?.kind ?? 'solo',
	en_name: artist?.en_name ?? '',
	native_name: artist?.native_name ?? '',
	native_lang: artist?.native_lang ?? '',
	sub_title: artist?.sub_title ?? '',
	nationality: artist?.nationality ?? '',
	gender: String(artist?.gender ?? ''),
	birthday: artist?.birthday ?? '',
	fan_color: artist?.fan_color ?? '',
	avatar: artist?.avatar ?? null,
	description_raw: artist?.description_raw ?? '',
	hidden: artist?.hidden ?? true,
});

const orNull = (text: string): string | null => text.trim() || null;

const bodyOf = ({ artist_id: _, version: __, avatar, ...values }: ReturnType<typeof valuesOf>) => ({
	...values,
	native_name: orNull(values.native_name),
	native_lang: orNull(values.native_lang),
	sub_title: orNull(values.sub_title),
	nationality: orNull(values.nationality),
	gender: values.gender === '' ? null : Number(values.gender),
	birthday: orNull(values.birthday),
	fan_color: orNull(values.fan_color),
	avatar_media_id: avatar?.media_id ?? null,
});

const countries = countryOptions();
const writtenIn = languageOptions();

export function ArtistEditor(editor: EditorOf<ConsoleArtist>) {
	const { t } = useLingui();
	const save = useSaveArtist();
	const { draft, form } = useEditable({
		...editor,
		access: createArtist,
		valuesOf,
		save: (values, { artist_id, version }) => save.mutateAsync({ body: bodyOf(values), artist_id, version }),
		check: (values) => issuesOf(createArtist, bodyOf(values)),
	});
	const { values, text, flag, field } = draft;
	const kinds = { solo: t`Solo`, group: t`Group`, song: t`Song` };
	return (
		<EditorForm {...form}>
			<PictureField label={t`Portrait`} shape={[1, 1]} disabled={form.readOnly} removable {...field('avatar')} />
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
					{...field('gender')}
				/>
				<TextField label={t`Birthday`} type="date" {...text('birthday')} />
				<Combobox label={t`Nationality`} options={countries} optional {...field('nationality')} />
			</div>
			<div className="editor-pair">
				<TextField label={t`Native name`} lang={values.native_lang || undefined} {...text('native_name')} />
				<Combobox label={t`Language of the native name`} options={writtenIn} optional {...field('native_lang')} />
			</div>
			{values.kind === 'song' && <TextField label={t`Performer`} {...text('sub_title')} />}
			<RichTextField label={t`Description`} {...field('description_raw')} />
			<CheckboxField label={t`Hidden from fans`} {...flag('hidden')} />
		</EditorForm>
	);
}
