/** Lists pop-ups. If several run, fans see the one that began last. */
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReplyOf } from '#contract/endpoint.ts';
import { createPopUp, editPopUp, listPopUps } from '#contract/operator/site/content.ts';
import { PicturePreview } from '../features/site/pictures.tsx';
import { ShownFields, ShownForm } from '../features/site/shown-form.tsx';
import { siteAddress, VisibilityTag } from '../lib/elements/on-site.tsx';
import { formOf } from '../lib/form/contract-form.ts';
import { type EditorOf, useItem } from '../lib/form/editable.ts';
import { shortDay } from '../lib/format/time.ts';
import { PictureField } from '../lib/media/picture-field.tsx';
import { Thumb } from '../lib/media/thumbs.tsx';
import type { DataColumn } from '../lib/table/column.ts';
import { SmallListPage } from '../shell/small-list-page.tsx';

type PopUp = ReplyOf<typeof listPopUps>['pop_ups'][number];

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
			call={listPopUps}
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

const popUpForm = formOf(createPopUp, { hidden: true });

/** Edits a pop-up: its picture, its link and its times. */
function PopUpEditor(editor: EditorOf<PopUp>) {
	const { t } = useLingui();
	const edited = useItem({
		...editor,
		...popUpForm,
		create: createPopUp,
		edit: editPopUp,
		params: ({ pop_up_id }) => ({ pop_up_id }),
	});
	const { values, field } = edited.draft;
	return (
		<ShownForm
			edited={edited}
			labels={{ media_id: t`Picture` }}
			preview={<PicturePreview phone={values.media_id} wide={null} alt={values.alt} />}
		>
			<PictureField label={t`Picture`} shape={[4, 5]} disabled={edited.form.readOnly} {...field('media_id')} />
			<ShownFields draft={edited.draft} />
		</ShownForm>
	);
}
