/** Picture pages, which banners and covers link to. */
import { Trans, useLingui } from '@lingui/react/macro';
import { createView } from '#contract/operator/site/content.ts';
import { CheckboxField, TextField } from '#ui/primitives/form-field.tsx';
import { type EditorOf, useSaveView, type View, viewsQuery } from '../features/site/get-site.ts';
import { Thumb } from '../lib/media/thumbs.tsx';
import { siteAddress, VisibilityTag } from '../lib/elements/on-site.tsx';
import type { DataColumn } from '../lib/table/column.ts';
import { SmallListPage } from '../shell/small-list-page.tsx';
import { useEditable } from '../lib/form/editable.ts';
import { EditorForm } from '../lib/form/editor-form.tsx';
import { issuesOf } from '../lib/form/field-errors.ts';
import type { Picture } from '../lib/media/picture-field.tsx';
import { useMay } from '../lib/session/operator.tsx';
import { PicturePair, ViewPreview } from '../features/site/pictures.tsx';

export default function ViewsPage() {
	const { t } = useLingui();
	const columns: DataColumn<View>[] = [
		{ key: 'id', header: t`Address`, strong: true, render: (row) => `/views/${row.view_id}` },
		{ key: 'alt', header: t`Alt text`, room: 'much', render: (row) => row.alt },
		{ key: 'picture', header: t`Picture`, room: 'some', render: (row) => <Thumb url={row.pc_picture?.url} /> },
		{
			key: 'status',
			header: t`Status`,
			render: (row) => <VisibilityTag visibility={row.hidden ? 'hidden' : 'visible'} />,
		},
	];
	return (
		<SmallListPage
			title={t`Image pages`}
			section="views"
			query={viewsQuery}
			rowsOf={rowsOf}
			idOf={idOf}
			nameOf={(row) => `/views/${row.view_id}`}
			columns={columns}
			create={createView}
			newName={<Trans>New image page</Trans>}
			empty={
				<Trans>No image pages yet. They are pages of one picture, for guides and events; create the first one.</Trans>
			}
			onSite={({ view_id: viewId, hidden }) => (hidden ? null : siteAddress.view(viewId))}
			renderEditor={(props) => <ViewEditor {...props} />}
		/>
	);
}

const rowsOf = ({ views }: { views: View[] }) => views;
const idOf = (row: View) => row.view_id;

interface ViewValues {
	view_id: string;
	/** Null if the page is not stored yet. */
	version: number | null;
	picture: Picture | null;
	pc_picture: Picture | null;
	alt: string;
	hidden: boolean;
}

const none: ViewValues = { view_id: '', version: null, picture: null, pc_picture: null, alt: '', hidden: false };

const valuesOf = ({ view_id, version, picture, pc_picture, alt, hidden }: View): ViewValues => ({
	view_id,
	version,
	picture,
	pc_picture,
	alt,
	hidden,
});

/** Edits a picture page: its address, its two pictures and their alternative text. */
function ViewEditor({ stored, reload, onSaved, onDiscarded }: EditorOf<View>) {
	const { t } = useLingui();
	const may = useMay();
	const save = useSaveView();
	const { draft, form } = useEditable<ViewValues>({
		stored: stored ? valuesOf(stored) : none,
		check: ({ picture, pc_picture: wide, ...values }) =>
			issuesOf(createView, { ...values, media_id: picture?.media_id, pc_media_id: wide?.media_id }),
		save: async ({ view_id: viewId, picture, pc_picture: wide, alt, hidden }, { version }) => {
			const body = { media_id: picture?.media_id ?? '', pc_media_id: wide?.media_id ?? '', alt, hidden };
			const { views } = await save.mutateAsync({ viewId, body, version });
			const now = views.find((view) => view.view_id === viewId);
			return stored && now ? valuesOf(now) : none;
		},
		reload: async () => {
			const now = await reload?.();
			return now && valuesOf(now);
		},
		onSaved,
		onDiscarded,
	});
	const { values, set, errorOf } = draft;
	const readOnly = !may(createView);
	return (
		<EditorForm {...form} fresh={!stored} readOnly={readOnly}>
			<TextField
				label={t`Address`}
				hint={values.view_id === '' ? t`Letters, digits and hyphens.` : `/views/${values.view_id}`}
				error={/^[A-Za-z0-9-]{0,64}$/.test(values.view_id) ? errorOf('view_id') : t`Letters, digits and hyphens only`}
				disabled={stored !== undefined}
				value={values.view_id}
				onChange={(event) => set({ view_id: event.target.value.trim() })}
			/>
			<PicturePair draft={draft} shapes={{ phone: [3, 4], wide: [16, 9] }} readOnly={readOnly} />
			<TextField
				label={t`Alt text`}
				hint={t`Read aloud to fans who cannot see the picture. Also the title of the page.`}
				value={values.alt}
				onChange={(event) => set({ alt: event.target.value })}
			/>
			<CheckboxField
				label={t`Hidden from fans`}
				checked={values.hidden}
				onChange={(event) => set({ hidden: event.target.checked })}
			/>
			<ViewPreview phone={values.picture} wide={values.pc_picture} alt={values.alt} />
		</EditorForm>
	);
}
