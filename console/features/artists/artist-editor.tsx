/** Edits an artist: facts, pictures and colors, and the texts for fans. */
import { useLingui } from '@lingui/react/macro';
import { createArtist } from '#contract/operator/artists.ts';
import { CheckboxField, TextField } from '#ui/primitives/form-field.tsx';
import { useEditable } from '../../lib/form/editable.ts';
import { EditorForm } from '../../lib/form/editor-form.tsx';
import { issuesOf } from '../../lib/form/field-issues.ts';
import type { Draft } from '../../lib/form/use-draft.ts';
import { PictureField } from '../../lib/media/picture-field.tsx';
import { useMay } from '../../lib/session/operator.tsx';
import { RichTextField } from '../../lib/rich-text/rich-text-field.tsx';
import { type ArtistValues, bodyOf, valuesOf } from './artist-values.ts';
import { ColorField } from './color-field.tsx';
import { useSaveArtist } from './get-artists.ts';
import { PersonFields } from './person-fields.tsx';

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
