/** Lists pop-ups. If several run, fans see the one that began last. */
import { Trans, useLingui } from '@lingui/react/macro';
import { createPopUp, editPopUp } from '#contract/operator/site/content.ts';
import { type PopUp, popUpsQuery, useSiteWrite } from '../features/site/get-site.ts';
import { PicturePreview } from '../features/site/pictures.tsx';
import { ShownFields, ShownForm } from '../features/site/shown-form.tsx';
import { call } from '../lib/api/call.ts';
import { siteAddress, VisibilityTag } from '../lib/elements/on-site.tsx';
import { type EditorOf, useEditable } from '../lib/form/editable.ts';
import { issuesOf } from '../lib/form/field-errors.ts';
import { shortDay } from '../lib/format/time.ts';
import { PictureField } from '../lib/media/picture-field.tsx';
import { Thumb } from '../lib/media/thumbs.tsx';
import type { DataColumn } from '../lib/table/column.ts';
import { SmallListPage } from '../shell/small-list-page.tsx';

export default function PopUpsPage() {
	const { t } = useLingui();
	const columns: DataColumn<PopUp>[] = [
		{ key: 'name', header: t`Pop-up`, strong: true, render: (row) => row.alt || t`Pop-up` },
		{ key: 'picture', header: t`Picture`, room: 'some', render: (row) => <Thumb url={row.picture?.url} /> },
		{ key: 'status', header: t`Status`, render: (row) => <VisibilityTag visibility={row.visibility} /> },
		{
			key: 'period',
			header: t`Period`,
			room: 'some',
			render: (row) => t`${shortDay(row.starts_local)} to ${shortDay(row.ends_local)}`,
		},
	];
	return (
		<SmallListPage
			title={t`Pop-ups`}
			section="popUps"
			query={popUpsQuery}
			rowsOf={({ pop_ups: list }) => list}
			idOf={(row) => row.pop_up_id}
			nameOf={(row) => row.alt || t`Pop-up`}
			columns={columns}
			create={createPopUp}
			newName={<Trans>New pop-up</Trans>}
			empty={<Trans>No pop-ups yet. Fans see one picture when they open the site; create it with “New pop-up”.</Trans>}
			onSite={({ visibility }) => (visibility === 'visible' ? siteAddress.home : null)}
			renderEditor={(props) => <PopUpEditor {...props} />}
		/>
	);
}

const valuesOf = (popUp?: PopUp) => ({
	pop_up_id: popUp?.pop_up_id ?? null,
	version: popUp?.version ?? 0,
	picture: popUp?.picture ?? null,
	alt: popUp?.alt ?? '',
	link_url: popUp?.link_url ?? '',
	starts_local: popUp?.starts_local ?? '',
	ends_local: popUp?.ends_local ?? '',
	hidden: popUp?.hidden ?? true,
});

type PopUpValues = ReturnType<typeof valuesOf>;

const bodyOf = ({ pop_up_id: _, version: __, picture, ...values }: PopUpValues) => ({
	...values,
	media_id: picture?.media_id ?? '',
	link_url: values.link_url || null,
});

/** Edits a pop-up: its picture, its link and its times. */
function PopUpEditor(editor: EditorOf<PopUp>) {
	const { t } = useLingui();
	const write = useSiteWrite(popUpsQuery.queryKey, (values: PopUpValues) => {
		const { pop_up_id, version } = values;
		const body = bodyOf(values);
		if (pop_up_id === null) return call(createPopUp, { body });
		return call(editPopUp, { params: { pop_up_id }, body: { ...body, version } });
	});
	const edited = useEditable({
		...editor,
		access: createPopUp,
		valuesOf,
		check: (values) => issuesOf(createPopUp, bodyOf(values)),
		save: async (values, { pop_up_id: id, version }) => {
			const { pop_ups: list } = await write.mutateAsync({ ...values, version });
			return list.find((popUp) => popUp.pop_up_id === id);
		},
	});
	const { values, field, errorOf } = edited.draft;
	return (
		<ShownForm
			edited={edited}
			labels={{ picture: t`Picture` }}
			preview={<PicturePreview phone={values.picture} wide={null} alt={values.alt} />}
		>
			<PictureField
				label={t`Picture`}
				shape={[4, 5]}
				disabled={edited.form.readOnly}
				{...field('picture')}
				error={errorOf('media_id')}
			/>
			<ShownFields draft={edited.draft} />
		</ShownForm>
	);
}
