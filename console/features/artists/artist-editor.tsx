/** Edits an artist: facts, pictures and colors, and the texts for fans. */
import { useLingui } from '@lingui/react/macro';
import { artistKind } from '#contract/rankings.ts';
import { createArtist } from '#contract/operator/artists.ts';
import { CheckboxField, SelectField, TextField } from '#ui/primitives/form-field.tsx';
import { useEditable } from '../../lib/form/editable.ts';
import { EditorForm } from '../../lib/form/editor-form.tsx';
import type { Draft } from '../../lib/form/use-draft.ts';
import { PictureField } from '../../lib/media/picture-field.tsx';
import { useMay } from '../../lib/session/operator.tsx';
import { RichTextField } from '../../lib/rich-text/rich-text-field.tsx';
import { type ArtistValues, bodyOf, valuesOf } from './artist-values.ts';
import { ColorField } from './color-field.tsx';
import { useSaveArtist } from './get-artists.ts';

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
		reload,
		onSaved,
		onDiscarded,
	});
	return (
		<EditorForm {...form} fresh={stored.artist_id === null} readOnly={!may(createArtist)}>
			<Looks draft={draft} readOnly={!may(createArtist)} />
			<Person draft={draft} />
			<Words draft={draft} />
		</EditorForm>
	);
}

function Looks({ draft: { values, set }, readOnly }: { draft: Draft<ArtistValues>; readOnly: boolean }) {
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
			<TextField label={t`Name`} value={values.en_name} onChange={(event) => set({ en_name: event.target.value })} />
			<ColorField value={values.fan_color} name={values.en_name} onChange={(color) => set({ fan_color: color })} />
		</>
	);
}

function Person({ draft: { values, set } }: { draft: Draft<ArtistValues> }) {
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
				<SelectField label={t`Gender`} value={values.gender} onChange={(event) => set({ gender: event.target.value })}>
					<option value="">–</option>
					<option value="1">{t`Male`}</option>
					<option value="2">{t`Female`}</option>
				</SelectField>
				<TextField
					label={t`Birthday`}
					type="date"
					value={values.birthday}
					onChange={(event) => set({ birthday: event.target.value })}
				/>
				<TextField
					label={t`Nationality`}
					hint={t`Two letters, for example KR.`}
					maxLength={2}
					value={values.nationality}
					onChange={(event) => set({ nationality: event.target.value.toUpperCase() })}
				/>
			</div>
			<div className="editor-pair">
				<TextField
					label={t`Native name`}
					lang={values.native_lang || undefined}
					value={values.native_name}
					onChange={(event) => set({ native_name: event.target.value })}
				/>
				<TextField
					label={t`Language of the native name`}
					hint={t`For example ko or ja.`}
					value={values.native_lang}
					onChange={(event) => set({ native_lang: event.target.value })}
				/>
			</div>
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
