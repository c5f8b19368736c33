/** Fields of a pop-up. */
import { useLingui } from '@lingui/react/macro';
import { TextField } from '#ui/primitives/form-field.tsx';
import { DateTimeField } from '../../lib/form/date-time-field.tsx';
import { isLink } from '../../lib/form/link.ts';
import type { Draft } from '../../lib/form/use-draft.ts';
import { PictureField } from '../../lib/media/picture-field.tsx';
import type { PopUpValues } from './pop-up-values.ts';

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
			<TextField
				label={t`Alt text`}
				hint={t`For fans who cannot see it.`}
				error={errorOf('alt')}
				value={values.alt}
				onChange={(event) => set({ alt: event.target.value })}
			/>
			<TextField
				label={t`Link`}
				error={isLink(values.link_url) ? errorOf('link_url') : t`Start the link with https:// or /`}
				value={values.link_url}
				onChange={(event) => set({ link_url: event.target.value })}
			/>
			<DateTimeField
				label={t`Shown from`}
				error={errorOf('starts_local')}
				value={values.starts_local}
				onChange={(local) => set({ starts_local: local })}
			/>
			<DateTimeField
				label={t`Shown until`}
				error={errorOf('ends_local')}
				value={values.ends_local}
				onChange={(local) => set({ ends_local: local })}
			/>
		</>
	);
}
