/** Edits a pop-up: its picture, its link and its times. */
import { Trans, useLingui } from '@lingui/react/macro';
import { createPopUp } from '#contract/operator/site/content.ts';
import { useEditable } from '../../../lib/form/editable.ts';
import { EditorForm } from '../../../lib/form/editor-form.tsx';
import { issuesOf } from '../../../lib/form/field-issues.ts';
import { FanChanges } from '../../../lib/publishing/fan-changes.tsx';
import { useMay } from '../../../lib/session/operator.tsx';
import { ContentPublishing } from './content-publishing.tsx';
import type { EditorOf } from '../editor-of.ts';
import { type PopUp, useSavePopUp } from '../get-site.ts';
import { PopUpFields } from './pop-up-fields.tsx';
import { noPopUp, popUpBodyOf, type PopUpValues, popUpValuesOf } from './pop-up-values.ts';
import { PicturePreview } from '../view-preview.tsx';

export function PopUpEditor({ stored, reload, onSaved, onDiscarded }: EditorOf<PopUp>) {
	const { t } = useLingui();
	const readOnly = !useMay()(createPopUp);
	const save = useSavePopUp();
	const { draft, form, checkFields, saveWith } = useEditable<PopUpValues>({
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
	const { values, base } = draft;
	const labels = {
		picture: t`Picture`,
		alt: t`Alt text`,
		link_url: t`Link`,
		starts_local: t`Shown from`,
		ends_local: t`Shown until`,
	};
	return (
		<EditorForm
			{...form}
			fresh={!stored}
			readOnly={readOnly}
			saveLabel={base.hidden ? <Trans>Save draft</Trans> : <Trans>Save changes</Trans>}
			effect={base.hidden ? null : <FanChanges draft={draft} labels={labels} />}
			actions={
				<ContentPublishing
					name={values.alt}
					values={values}
					published={!base.hidden}
					preview={<PicturePreview phone={values.picture} wide={null} alt={values.alt} />}
					busy={form.busy}
					checkFields={checkFields}
					save={(published) => saveWith({ hidden: !published })}
				/>
			}
		>
			<PopUpFields draft={draft} readOnly={readOnly} />
		</EditorForm>
	);
}
