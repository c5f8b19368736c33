/** Edits a pop-up: its picture, its link and its times. */
import { useLingui } from '@lingui/react/macro';
import { createPopUp } from '#contract/operator/site/content.ts';
import { useEditable } from '../../../lib/form/editable.ts';
import { issuesOf } from '../../../lib/form/field-issues.ts';
import { useMay } from '../../../lib/session/operator.tsx';
import { ShownForm } from './shown-form.tsx';
import type { EditorOf } from '../editor-of.ts';
import { type PopUp, useSavePopUp } from '../get-site.ts';
import { PopUpFields } from './pop-up-fields.tsx';
import { noPopUp, popUpBodyOf, type PopUpValues, popUpValuesOf } from './pop-up-values.ts';
import { PicturePreview } from '../view-preview.tsx';

export function PopUpEditor({ stored, reload, onSaved, onDiscarded }: EditorOf<PopUp>) {
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
