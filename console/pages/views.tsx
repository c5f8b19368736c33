/** Picture pages, which banners and covers link to. */
import { Trans, useLingui } from '@lingui/react/macro';
import { createView, editView } from '#contract/operator/site/content.ts';
import { CheckboxField, TextField } from '#ui/primitives/form-field.tsx';
import { useSiteWrite, type View, viewsQuery } from '../features/site/get-site.ts';
import { PicturePair, ViewPreview } from '../features/site/pictures.tsx';
import { call } from '../lib/api/call.ts';
import { siteAddress, VisibilityTag } from '../lib/elements/on-site.tsx';
import { type EditorOf, useEditable } from '../lib/form/editable.ts';
import { EditorForm } from '../lib/form/editor-form.tsx';
import { issuesOf } from '../lib/form/field-errors.ts';
import { Thumb } from '../lib/media/thumbs.tsx';
import type { DataColumn } from '../lib/table/column.ts';
import { SmallListPage } from '../shell/small-list-page.tsx';

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

const valuesOf = (view?: View) => ({
	view_id: view?.view_id ?? '',
	/** Null if the page is not stored yet. */
	version: view?.version ?? null,
	picture: view?.picture ?? null,
	pc_picture: view?.pc_picture ?? null,
	alt: view?.alt ?? '',
	hidden: view?.hidden ?? false,
});

type ViewValues = ReturnType<typeof valuesOf>;

const bodyOf = ({ picture, pc_picture, alt, hidden }: ViewValues) => ({
	media_id: picture?.media_id ?? '',
	pc_media_id: pc_picture?.media_id ?? '',
	alt,
	hidden,
});

/** Edits a picture page: its address, its two pictures and their alternative text. */
function ViewEditor(editor: EditorOf<View>) {
	const { t } = useLingui();
	const write = useSiteWrite(viewsQuery.queryKey, (values: ViewValues) => {
		const { view_id, version } = values;
		const body = bodyOf(values);
		if (version === null) return call(createView, { body: { ...body, view_id } });
		return call(editView, { params: { view_id }, body: { ...body, version } });
	});
	const { stored } = editor;
	const { draft, form } = useEditable({
		...editor,
		access: createView,
		valuesOf,
		check: ({ picture, pc_picture: wide, ...values }) =>
			issuesOf(createView, { ...values, media_id: picture?.media_id, pc_media_id: wide?.media_id }),
		save: async (values, { version }) => {
			const { views } = await write.mutateAsync({ ...values, version });
			return stored && views.find((view) => view.view_id === values.view_id);
		},
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
			<ViewPreview phone={values.picture} wide={values.pc_picture} alt={values.alt} />
		</EditorForm>
	);
}
