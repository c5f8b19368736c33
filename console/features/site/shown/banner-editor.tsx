/** Edits a banner of the home page: its two pictures, its link and its times. */
import { Trans, useLingui } from '@lingui/react/macro';
import { createBanner } from '#contract/operator/site/content.ts';
import { useEditable } from '../../../lib/form/editable.ts';
import { EditorForm } from '../../../lib/form/editor-form.tsx';
import { issuesOf } from '../../../lib/form/field-issues.ts';
import { FanChanges } from '../../../lib/publishing/fan-changes.tsx';
import { useMay } from '../../../lib/session/operator.tsx';
import { BannerFields } from './banner-fields.tsx';
import { bannerBodyOf, type BannerValues, bannerValuesOf, noBanner } from './banner-values.ts';
import { ContentPublishing } from './content-publishing.tsx';
import type { EditorOf } from '../editor-of.ts';
import { type Banner, useSaveBanner } from '../get-site.ts';
import { PicturePreview } from '../view-preview.tsx';

export function BannerEditor({ stored, reload, onSaved, onDiscarded }: EditorOf<Banner>) {
	const { t } = useLingui();
	const readOnly = !useMay()(createBanner);
	const save = useSaveBanner();
	const { draft, form, checkFields, saveWith } = useEditable<BannerValues>({
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
	const { values, base } = draft;
	const labels = {
		picture: t`Picture for phones`,
		pc_picture: t`Picture for wide screens`,
		alt: t`Alt text`,
		link_url: t`Link`,
		starts_local: t`Shown from`,
		ends_local: t`Shown until`,
		position: t`Position`,
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
					preview={<PicturePreview phone={values.picture} wide={values.pc_picture} alt={values.alt} />}
					busy={form.busy}
					checkFields={checkFields}
					save={(published) => saveWith({ hidden: !published })}
				/>
			}
		>
			<BannerFields draft={draft} readOnly={readOnly} />
		</EditorForm>
	);
}
