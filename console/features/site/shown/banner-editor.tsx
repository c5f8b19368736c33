/** Edits a banner of the home page: its two pictures, its link and its times. */
import { useLingui } from '@lingui/react/macro';
import { createBanner } from '#contract/operator/site/content.ts';
import { useEditable } from '../../../lib/form/editable.ts';
import { issuesOf } from '../../../lib/form/field-issues.ts';
import { useMay } from '../../../lib/session/operator.tsx';
import { BannerFields } from './banner-fields.tsx';
import { bannerBodyOf, type BannerValues, bannerValuesOf, noBanner } from './banner-values.ts';
import { ShownForm } from './shown-form.tsx';
import type { EditorOf } from '../editor-of.ts';
import { type Banner, useSaveBanner } from '../get-site.ts';
import { PicturePreview } from '../view-preview.tsx';

export function BannerEditor({ stored, reload, onSaved, onDiscarded }: EditorOf<Banner>) {
	const { t } = useLingui();
	const readOnly = !useMay()(createBanner);
	const save = useSaveBanner();
	const edited = useEditable<BannerValues>({
		stored: stored ? bannerValuesOf(stored) : noBanner,
		check: (values) => issuesOf(createBanner, bannerBodyOf(values)),
		save: async (values, { banner_id: id, version }) => {
			const body = bannerBodyOf(values);
			const { banners } = await save.mutateAsync({ body, stored: id === null ? null : { id, version } });
			const now = banners.find((banner) => banner.banner_id === id);
			return now ? bannerValuesOf(now) : noBanner;
		},
		reload: async () => {
			const now = await reload?.();
			return now && bannerValuesOf(now);
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
			labels={{ picture: t`Picture for phones`, pc_picture: t`Picture for wide screens`, position: t`Position` }}
			preview={<PicturePreview phone={values.picture} wide={values.pc_picture} alt={values.alt} />}
		>
			<BannerFields draft={draft} readOnly={readOnly} />
		</ShownForm>
	);
}
