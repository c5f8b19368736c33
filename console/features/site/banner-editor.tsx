/** Edits a banner of the home page: its two pictures, its link and its times. */
import { useLingui } from '@lingui/react/macro';
import { createBanner } from '#contract/operator/site/content.ts';
import { CheckboxField, TextField } from '#ui/primitives/form-field.tsx';
import { useEditable } from '../../lib/form/editable.ts';
import { DateTimeField } from '../../lib/form/date-time-field.tsx';
import { EditorForm } from '../../lib/form/editor-form.tsx';
import { NumberField } from '../../lib/form/number-field.tsx';
import { isLink } from '../../lib/form/link.ts';
import { type Picture, PictureField } from '../../lib/media/picture-field.tsx';
import { useMay } from '../../lib/session/operator.tsx';
import { type Banner, useSaveBanner } from './get-site.ts';
import type { EditorOf } from './editor-of.ts';

interface BannerValues {
	banner_id: number | null;
	version: number;
	position: number | null;
	picture: Picture | null;
	pc_picture: Picture | null;
	alt: string;
	link_url: string;
	new_window: boolean;
	starts_local: string;
	ends_local: string;
	hidden: boolean;
}

const none: BannerValues = {
	banner_id: null,
	version: 0,
	position: 0,
	picture: null,
	pc_picture: null,
	alt: '',
	link_url: '',
	new_window: false,
	starts_local: '',
	ends_local: '',
	hidden: false,
};

const valuesOf = (banner: Banner): BannerValues => ({
	banner_id: banner.banner_id,
	version: banner.version,
	position: banner.position,
	picture: banner.picture,
	pc_picture: banner.pc_picture,
	alt: banner.alt,
	link_url: banner.link_url ?? '',
	new_window: banner.new_window,
	starts_local: banner.starts_local ?? '',
	ends_local: banner.ends_local ?? '',
	hidden: banner.hidden,
});

const bodyOf = (values: BannerValues) => ({
	position: values.position ?? 0,
	media_id: values.picture?.media_id ?? '',
	pc_media_id: values.pc_picture?.media_id ?? '',
	alt: values.alt,
	link_url: values.link_url === '' ? null : values.link_url,
	new_window: values.new_window,
	starts_local: values.starts_local === '' ? null : values.starts_local,
	ends_local: values.ends_local === '' ? null : values.ends_local,
	hidden: values.hidden,
});

export function BannerEditor({ stored, reload, onSaved, onDiscarded }: EditorOf<Banner>) {
	const { t } = useLingui();
	const may = useMay();
	const save = useSaveBanner();
	const { draft, form } = useEditable<BannerValues>({
		stored: stored ? valuesOf(stored) : none,
		save: async (values, { banner_id: id, version }) => {
			const body = bodyOf(values);
			const { banners } = await save.mutateAsync({ body, stored: id === null ? null : { id, version } });
			const now = banners.find((banner) => banner.banner_id === id);
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
	const readOnly = !may(createBanner);
	return (
		<EditorForm {...form} fresh={!stored} readOnly={readOnly}>
			<PictureField
				label={t`Picture for phones`}
				shape={[343, 214]}
				value={values.picture}
				disabled={readOnly}
				onChange={(picture) => set({ picture })}
			/>
			<PictureField
				label={t`Picture for wide screens`}
				shape={[1200, 430]}
				value={values.pc_picture}
				disabled={readOnly}
				onChange={(picture) => set({ pc_picture: picture })}
			/>
			<TextField label={t`Alt text`} value={values.alt} onChange={(event) => set({ alt: event.target.value })} />
			<TextField
				label={t`Link`}
				error={isLink(values.link_url) ? null : t`Start the link with https:// or /`}
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
				hint={t`Leave empty to show it at once.`}
				value={values.starts_local}
				onChange={(local) => set({ starts_local: local })}
			/>
			<DateTimeField
				label={t`Shown until`}
				hint={t`Leave empty to show it without an end.`}
				value={values.ends_local}
				onChange={(local) => set({ ends_local: local })}
			/>
			<NumberField label={t`Position`} value={values.position} onChange={(position) => set({ position })} />
			<CheckboxField
				label={t`Hidden from fans`}
				checked={values.hidden}
				onChange={(event) => set({ hidden: event.target.checked })}
			/>
		</EditorForm>
	);
}
