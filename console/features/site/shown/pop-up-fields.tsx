/** Fields of a pop-up. */
import { useLingui } from '@lingui/react/macro';
import type { Draft } from '../../../lib/form/use-draft.ts';
import { PictureField } from '../../../lib/media/picture-field.tsx';
import type { PopUpValues } from './pop-up-values.ts';
import { ShownFields } from './shown-fields.tsx';

export function PopUpFields({ draft, readOnly }: { draft: Draft<PopUpValues>; readOnly: boolean }) {
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
