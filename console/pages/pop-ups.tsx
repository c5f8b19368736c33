/** Lists pop-ups. If several run, fans see the one that began last. */
import { Trans, useLingui } from '@lingui/react/macro';
import { createPopUp } from '#contract/operator/site/content.ts';
import { type EditorOf, type PopUp, popUpsQuery, useSavePopUp } from '../features/site/get-site.ts';
import { Thumb } from '../lib/media/thumbs.tsx';
import { shortDay } from '../lib/format/time.ts';
import { siteAddress, VisibilityTag } from '../lib/elements/on-site.tsx';
import type { DataColumn } from '../lib/table/column.ts';
import { SmallListPage } from '../shell/small-list-page.tsx';
import { type Draft, useEditable } from '../lib/form/editable.ts';
import { issuesOf } from '../lib/form/field-errors.ts';
import { useMay } from '../lib/session/operator.tsx';
import { ShownFields, ShownForm } from '../features/site/shown-form.tsx';
import { PicturePreview } from '../features/site/pictures.tsx';
import { type Picture, PictureField } from '../lib/media/picture-field.tsx';

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
			rowsOf={rowsOf}
			idOf={idOf}
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

const rowsOf = ({ pop_ups: list }: { pop_ups: PopUp[] }) => list;
const idOf = (row: PopUp) => row.pop_up_id;

/** Edits a pop-up: its picture, its link and its times. */
function PopUpEditor({ stored, reload, onSaved, onDiscarded }: EditorOf<PopUp>) {
	const { t } = useLingui();
	const readOnly = !useMay()(createPopUp);
	const save = useSavePopUp();
	const edited = useEditable<PopUpValues>({
		stored: stored ? popUpValuesOf(stored) : noPopUp,
		check: (values) => issuesOf(createPopUp, popUpBodyOf(values)),
		save: async (values, { pop_up_id: id, version }) => {
			const body = popUpBodyOf(values);
			const { pop_ups: list } = await save.mutateAsync({ body, stored: id === null ? null : { id, version } });
			const now = list.find((popUp) => popUp.pop_up_id === id);
			return now ? popUpValuesOf(now) : noPopUp;
		},
		reload: async () => {
			const now = await reload?.();
			return now && popUpValuesOf(now);
		},
		onSaved,
		onDiscarded,
	});
	const { draft } = edited;
	const { values } = draft;
	return (
		<ShownForm
			{...edited}
			fresh={!stored}
			readOnly={readOnly}
			labels={{ picture: t`Picture` }}
			preview={<PicturePreview phone={values.picture} wide={null} alt={values.alt} />}
		>
			<PopUpFields draft={draft} readOnly={readOnly} />
		</ShownForm>
	);
}

/** Fields of a pop-up. */
function PopUpFields({ draft, readOnly }: { draft: Draft<PopUpValues>; readOnly: boolean }) {
	const { t } = useLingui();
	const { values, set, errorOf } = draft;
	return (
		<>
			<PictureField
				label={t`Picture`}
				shape={[4, 5]}
				error={errorOf('media_id')}
				value={values.picture}
				disabled={readOnly}
				onChange={(picture) => set({ picture })}
			/>
			<ShownFields draft={draft} />
		</>
	);
}

interface PopUpValues {
	/** Null if the pop-up is not stored yet. */
	pop_up_id: string | null;
	version: number;
	picture: Picture | null;
	alt: string;
	link_url: string;
	starts_local: string;
	ends_local: string;
	hidden: boolean;
}

/** Values of the pop-up editor. */
const noPopUp: PopUpValues = {
	pop_up_id: null,
	version: 0,
	picture: null,
	alt: '',
	link_url: '',
	starts_local: '',
	ends_local: '',
	hidden: true,
};

const popUpValuesOf = (popUp: PopUp): PopUpValues => {
	const { pop_up_id, version, picture, alt, link_url, starts_local, ends_local, hidden } = popUp;
	return { pop_up_id, version, picture, alt, starts_local, ends_local, hidden, link_url: link_url ?? '' };
};

const popUpBodyOf = ({ picture, alt, link_url: link, starts_local, ends_local, hidden }: PopUpValues) => ({
	media_id: picture?.media_id ?? '',
	alt,
	link_url: link || null,
	starts_local,
	ends_local,
	hidden,
});
