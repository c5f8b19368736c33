/** Fields of a banner. */
import { useLingui } from '@lingui/react/macro';
import { CheckboxField, TextField } from '#ui/primitives/form-field.tsx';
import { DateTimeField } from '../../lib/form/date-time-field.tsx';
import { isLink } from '../../lib/form/link.ts';
import { NumberField } from '../../lib/form/number-field.tsx';
import type { Draft } from '../../lib/form/use-draft.ts';
import { PictureField } from '../../lib/media/picture-field.tsx';
import type { BannerValues } from './banner-values.ts';

export function BannerFields({ draft, readOnly }: { draft: Draft<BannerValues>; readOnly: boolean }) {
	const { t } = useLingui();
	const { values, set, errorOf } = draft;
	return (
		<>
			<PictureField
				label={t`Picture for phones`}
				shape={[343, 214]}
				error={errorOf('media_id')}
				value={values.picture}
				disabled={readOnly}
				onChange={(picture) => set({ picture })}
			/>
			<PictureField
				label={t`Picture for wide screens`}
				shape={[1200, 430]}
				error={errorOf('pc_media_id')}
				value={values.pc_picture}
				disabled={readOnly}
				onChange={(picture) => set({ pc_picture: picture })}
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
			<CheckboxField
				label={t`Opens a new window`}
				checked={values.new_window}
				onChange={(event) => set({ new_window: event.target.checked })}
			/>
			<DateTimeField
				label={t`Shown from`}
				hint={t`Leave empty to show it as soon as it is published.`}
				error={errorOf('starts_local')}
				value={values.starts_local}
				onChange={(local) => set({ starts_local: local })}
			/>
			<DateTimeField
				label={t`Shown until`}
				hint={t`Leave empty to show it without an end.`}
				error={errorOf('ends_local')}
				value={values.ends_local}
				onChange={(local) => set({ ends_local: local })}
			/>
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
