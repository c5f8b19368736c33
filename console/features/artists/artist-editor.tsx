/** Edits an artist: facts, pictures and colors, and the texts for fans. */
import { useLingui } from '@lingui/react/macro';
import { type ConsoleArtist, createArtist } from '#contract/operator/artists.ts';
import { artistKind } from '#contract/rankings.ts';
import { CheckboxField, SelectField, TextField } from '#ui/primitives/form-field.tsx';
import { type Draft, useEditable } from '../../lib/form/editable.ts';
import { EditorForm } from '../../lib/form/editor-form.tsx';
import { issuesOf } from '../../lib/form/field-errors.ts';
import { type Picture, PictureField } from '../../lib/media/picture-field.tsx';
import { useMay } from '../../lib/session/operator.tsx';
import { RichTextField } from '../../lib/rich-text/rich-text-field.tsx';
import { ColorField } from './color-field.tsx';
import { type ArtistBody, useSaveArtist } from './get-artists.ts';
import { Combobox } from '../../lib/pickers/combobox.tsx';
import { countryOptions, languageOptions } from '../../lib/pickers/options.ts';

interface Props {
	stored: ArtistValues;
	reload?: () => Promise<ArtistValues>;
	onSaved?: (values: ArtistValues) => void;
	onDiscarded?: () => void;
}

export function ArtistEditor({ stored, reload, onSaved, onDiscarded }: Props) {
	const may = useMay();
	const save = useSaveArtist();
	const { draft, form } = useEditable({
		stored,
		save: async (values, { artist_id, version }) =>
			valuesOf(
				await save.mutateAsync({
					body: bodyOf(values),
					stored: artist_id === null ? null : { artist_id, version },
				}),
			),
		check: (values) => issuesOf(createArtist, bodyOf(values)),
		reload,
		onSaved,
		onDiscarded,
	});
	return (
		<EditorForm {...form} fresh={stored.artist_id === null} readOnly={!may(createArtist)}>
			<Looks draft={draft} readOnly={!may(createArtist)} />
			<PersonFields draft={draft} />
			<Words draft={draft} />
		</EditorForm>
	);
}

function Looks({ draft: { values, set, errorOf }, readOnly }: { draft: Draft<ArtistValues>; readOnly: boolean }) {
	const { t } = useLingui();
	return (
		<>
			<PictureField
				label={t`Portrait`}
				shape={[1, 1]}
				value={values.avatar}
				disabled={readOnly}
				removable
				onChange={(avatar) => set({ avatar })}
			/>
			<TextField
				label={t`Name`}
				error={errorOf('en_name')}
				value={values.en_name}
				onChange={(event) => set({ en_name: event.target.value })}
			/>
			<ColorField value={values.fan_color} name={values.en_name} onChange={(color) => set({ fan_color: color })} />
		</>
	);
}

function Words({ draft: { values, set } }: { draft: Draft<ArtistValues> }) {
	const { t } = useLingui();
	return (
		<>
			{values.kind === 'song' && (
				<TextField
					label={t`Performer`}
					value={values.sub_title}
					onChange={(event) => set({ sub_title: event.target.value })}
				/>
			)}
			<RichTextField
				label={t`Description`}
				value={values.description_raw}
				onChange={(html) => set({ description_raw: html })}
			/>
			<CheckboxField
				label={t`Hidden from fans`}
				checked={values.hidden}
				onChange={(event) => set({ hidden: event.target.checked })}
			/>
		</>
	);
}

const countries = countryOptions();
const writtenIn = languageOptions();

/** Fields for who an artist is. */
function PersonFields({ draft: { values, set, errorOf } }: { draft: Draft<ArtistValues> }) {
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

interface ArtistValues {
	/** Null if the artist is not stored yet. */
	artist_id: number | null;
	version: number;
	kind: ConsoleArtist['kind'];
	en_name: string;
	native_name: string;
	native_lang: string;
	sub_title: string;
	nationality: string;
	gender: string;
	birthday: string;
	fan_color: string;
	avatar: Picture | null;
	description_raw: string;
	hidden: boolean;
}

/** Values of the artist editor. Missing texts are empty strings. */
export const noArtist: ArtistValues = {
	artist_id: null,
	version: 0,
	kind: 'solo',
	en_name: '',
	native_name: '',
	native_lang: '',
	sub_title: '',
	nationality: '',
	gender: '',
	birthday: '',
	fan_color: '',
	avatar: null,
	description_raw: '',
	hidden: true,
};

export function valuesOf(artist: ConsoleArtist): ArtistValues {
	return {
		artist_id: artist.artist_id,
		version: artist.version,
		kind: artist.kind,
		en_name: artist.en_name,
		native_name: artist.native_name ?? '',
		native_lang: artist.native_lang ?? '',
		sub_title: artist.sub_title ?? '',
		nationality: artist.nationality ?? '',
		gender: artist.gender === null ? '' : String(artist.gender),
		birthday: artist.birthday ?? '',
		fan_color: artist.fan_color ?? '',
		avatar: artist.avatar,
		description_raw: artist.description_raw,
		hidden: artist.hidden,
	};
}

function bodyOf(values: ArtistValues): ArtistBody {
	return {
		kind: values.kind,
		en_name: values.en_name,
		native_name: orNull(values.native_name),
		native_lang: orNull(values.native_lang),
		sub_title: orNull(values.sub_title),
		nationality: orNull(values.nationality),
		gender: values.gender === '' ? null : Number(values.gender),
		birthday: orNull(values.birthday),
		fan_color: orNull(values.fan_color),
		avatar_media_id: values.avatar?.media_id ?? null,
		description_raw: values.description_raw,
		hidden: values.hidden,
	};
}

function orNull(text: string): string | null {
	return text.trim() === '' ? null : text.trim();
}
