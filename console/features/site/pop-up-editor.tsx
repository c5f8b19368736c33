/** Edits a pop-up: its picture, its link and its times. */
import { useLingui } from '@lingui/react/macro';
import { createPopUp } from '#contract/operator/site/content.ts';
import { CheckboxField, TextField } from '#ui/primitives/form-field.tsx';
import { useEditable } from '../../lib/form/editable.ts';
import { DateTimeField } from '../../lib/form/date-time-field.tsx';
import { EditorForm } from '../../lib/form/editor-form.tsx';
import { isLink } from '../../lib/form/link.ts';
import { type Picture, PictureField } from '../../lib/media/picture-field.tsx';
import { useMay } from '../../lib/session/operator.tsx';
import type { EditorOf } from './editor-of.ts';
import { type PopUp, useSavePopUp } from './get-site.ts';

interface PopUpValues {
	pop_up_id: string | null;
	version: number;
	picture: Picture | null;
	alt: string;
	link_url: string;
	starts_local: string;
	ends_local: string;
	hidden: boolean;
}

const none: PopUpValues = {
	pop_up_id: null,
	version: 0,
	picture: null,
	alt: '',
	link_url: '',
	starts_local: '',
	ends_local: '',
	hidden: false,
};

const valuesOf = ({ pop_up_id, version, picture, alt, link_url, starts_local, ends_local, hidden }: PopUp) => ({
	pop_up_id,
	version,
	picture,
	alt,
	starts_local,
	ends_local,
	hidden,
	link_url: link_url ?? '',
});

export function PopUpEditor({ stored, reload, onSaved, onDiscarded }: EditorOf<PopUp>) {
	const { t } = useLingui();
	const may = useMay();
	const save = useSavePopUp();
	const { draft, form } = useEditable<PopUpValues>({
		stored: stored ? valuesOf(stored) : none,
		save: async ({ picture, alt, link_url: link, starts_local, ends_local, hidden }, { pop_up_id: id, version }) => {
			const body = { media_id: picture?.media_id ?? '', alt, link_url: link || null, starts_local, ends_local, hidden };
			const { pop_ups: list } = await save.mutateAsync({ body, stored: id === null ? null : { id, version } });
			const now = list.find((popUp) => popUp.pop_up_id === id);
			return now ? valuesOf(now) : none;
		},
		reload: async () => {
			const now = await reload?.();
			return now && valuesOf(now);
		},
		onSaved,
		onDiscarded,
	});
	const { values, set } = draft;
	const readOnly = !may(createPopUp);
	return (
		<EditorForm {...form} fresh={!stored} readOnly={readOnly}>
			<PictureField
				label={t`Picture`}
				shape={[4, 5]}
				value={values.picture}
				disabled={readOnly}
				onChange={(picture) => set({ picture })}
			/>
			<TextField label={t`Alt text`} value={values.alt} onChange={(event) => set({ alt: event.target.value })} />
			<TextField
				label={t`Link`}
				error={isLink(values.link_url) ? null : t`Start the link with https:// or /`}
				value={values.link_url}
				onChange={(event) => set({ link_url: event.target.value })}
			/>
			<DateTimeField
				label={t`Shown from`}
				value={values.starts_local}
				onChange={(local) => set({ starts_local: local })}
			/>
			<DateTimeField
				label={t`Shown until`}
				value={values.ends_local}
				onChange={(local) => set({ ends_local: local })}
			/>
			<CheckboxField
				label={t`Hidden from fans`}
				checked={values.hidden}
				onChange={(event) => set({ hidden: event.target.checked })}
			/>
		</EditorForm>
	);
}
