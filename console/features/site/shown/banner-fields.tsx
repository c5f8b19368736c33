/** Fields of a banner. */
import { useLingui } from '@lingui/react/macro';
import { CheckboxField } from '#ui/primitives/form-field.tsx';
import { NumberField } from '../../../lib/form/number-field.tsx';
import type { Draft } from '../../../lib/form/use-draft.ts';
import { PicturePair } from '../picture-pair.tsx';
import type { BannerValues } from './banner-values.ts';
import { ShownFields } from './shown-fields.tsx';

export function BannerFields({ draft, readOnly }: { draft: Draft<BannerValues>; readOnly: boolean }) {
	const { t } = useLingui();
	const { values, set, errorOf } = draft;
	return (
		<>
			<PicturePair draft={draft} shapes={{ phone: [343, 214], wide: [1200, 430] }} readOnly={readOnly} />
			<ShownFields draft={draft} timesOptional>
				<CheckboxField
					label={t`Opens a new window`}
					checked={values.new_window}
					onChange={(event) => set({ new_window: event.target.checked })}
				/>
			</ShownFields>
			<NumberField
				label={t`Position`}
				hint={t`Lower numbers come first.`}
				error={errorOf('position')}
				value={values.position}
				onChange={(position) => set({ position })}
			/>
		</>
	);
}
