/** Picture pages, which banners and covers link to. */
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReplyOf } from '#contract/endpoint.ts';
import { createView, editView, listViews } from '#contract/operator/site/content.ts';
import { CheckboxField, TextField } from '#ui/primitives/form-field.tsx';
import { PicturePair, ViewPreview } from '../features/site/pictures.tsx';
import { siteAddress, VisibilityTag } from '../lib/elements/on-site.tsx';
import { formOf } from '../lib/form/contract-form.ts';
import { type EditorOf, useItem } from '../lib/form/editable.ts';
import { EditorForm } from '../lib/form/editor-form.tsx';
import { Thumb } from '../lib/media/thumbs.tsx';
import type { DataColumn } from '../lib/table/column.ts';
import { SmallListPage } from '../shell/small-list-page.tsx';

type View = ReplyOf<typeof listViews>['views'][number];

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
			call={listViews}
			rowsOf={({ views }) => views}
			idOf={(row) => row.view_id}
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

const viewForm = formOf(createView);

/** Edits a picture page: its address, its two pictures and their alternative text. */
function ViewEditor(editor: EditorOf<View>) {
	const { t } = useLingui();
	const { stored } = editor;
	const { draft, form } = useItem({
		...editor,
		...viewForm,
		create: createView,
		edit: editView,
		params: ({ view_id }) => ({ view_id }),
	});
	const { values, set, text, flag, errorOf } = draft;
	return (
		<EditorForm {...form}>
			<TextField
				label={t`Address`}
				hint={values.view_id === '' ? t`Letters, digits and hyphens.` : `/views/${values.view_id}`}
				error={/^[A-Za-z0-9-]{0,64}$/.test(values.view_id) ? errorOf('view_id') : t`Letters, digits and hyphens only`}
				disabled={stored !== undefined}
				value={values.view_id}
				onChange={(event) => set({ view_id: event.target.value.trim() })}
			/>
			<PicturePair draft={draft} shapes={{ phone: [3, 4], wide: [16, 9] }} readOnly={form.readOnly} />
			<TextField
				label={t`Alt text`}
				hint={t`Read aloud to fans who cannot see the picture. Also the title of the page.`}
				{...text('alt')}
			/>
			<CheckboxField label={t`Hidden from fans`} {...flag('hidden')} />
			<ViewPreview phone={values.media_id} wide={values.pc_media_id} alt={values.alt} />
		</EditorForm>
	);
}
