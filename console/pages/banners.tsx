/** Banners of the home page. */
import { Trans, useLingui } from '@lingui/react/macro';
import { createBanner, editBanner } from '#contract/operator/site/content.ts';
import { CheckboxField } from '#ui/primitives/form-field.tsx';
import { type Banner, bannersQuery, useSiteWrite } from '../features/site/get-site.ts';
import { PicturePair, PicturePreview } from '../features/site/pictures.tsx';
import { ShownFields, ShownForm } from '../features/site/shown-form.tsx';
import { Translations } from '../features/translations/translations.tsx';
import { call } from '../lib/api/call.ts';
import { siteAddress, VisibilityTag } from '../lib/elements/on-site.tsx';
import { type EditorOf, useEditable } from '../lib/form/editable.ts';
import { issuesOf } from '../lib/form/field-errors.ts';
import { NumberField } from '../lib/form/fields.tsx';
import { Thumb } from '../lib/media/thumbs.tsx';
import type { DataColumn } from '../lib/table/column.ts';
import { SmallListPage } from '../shell/small-list-page.tsx';

export default function BannersPage() {
	const { t } = useLingui();
	const columns: DataColumn<Banner>[] = [
		{ key: 'name', header: t`Banner`, strong: true, render: (row) => row.alt || t`Banner ${row.banner_id}` },
		{ key: 'picture', header: t`Picture`, room: 'some', render: (row) => <Thumb url={row.pc_picture?.url} /> },
		{ key: 'status', header: t`Status`, render: (row) => <VisibilityTag visibility={row.visibility} /> },
		{ key: 'position', header: t`Position`, align: 'end', room: 'some', render: (row) => row.position },
	];
	return (
		<SmallListPage
			title={t`Banners`}
			section="banners"
			query={bannersQuery}
			rowsOf={({ banners }) => banners}
			idOf={(row) => row.banner_id}
			nameOf={(row) => row.alt || t`Banner ${row.banner_id}`}
			columns={columns}
			create={createBanner}
			newName={<Trans>New banner</Trans>}
			empty={
				<Trans>No banners yet. They are the large pictures at the top of the home page; create the first one.</Trans>
			}
			onSite={({ visibility }) => (visibility === 'visible' ? siteAddress.home : null)}
			renderEditor={(props) => (
				<>
					<BannerEditor {...props} />
					{props.stored && (
						<Translations
							subject={{ kind: 'banner', id: props.stored.banner_id }}
							titleLabel={t`Alt text`}
							textLabel={null}
						/>
					)}
				</>
			)}
		/>
	);
}

const valuesOf = (banner?: Banner) => ({
	banner_id: banner?.banner_id ?? null,
	version: banner?.version ?? 0,
	position: (banner?.position ?? 0) as number | null,
	picture: banner?.picture ?? null,
	pc_picture: banner?.pc_picture ?? null,
	alt: banner?.alt ?? '',
	link_url: banner?.link_url ?? '',
	new_window: banner?.new_window ?? false,
	starts_local: banner?.starts_local ?? '',
	ends_local: banner?.ends_local ?? '',
	hidden: banner?.hidden ?? true,
});

type BannerValues = ReturnType<typeof valuesOf>;

const bodyOf = ({ banner_id: _, version: __, picture, pc_picture, ...values }: BannerValues) => ({
	...values,
	position: values.position ?? 0,
	media_id: picture?.media_id ?? '',
	pc_media_id: pc_picture?.media_id ?? '',
	link_url: values.link_url || null,
	starts_local: values.starts_local || null,
	ends_local: values.ends_local || null,
});

/** Edits a banner: its two pictures, its link and its times. */
function BannerEditor(editor: EditorOf<Banner>) {
	const { t } = useLingui();
	const write = useSiteWrite(bannersQuery.queryKey, (values: BannerValues) => {
		const { banner_id, version } = values;
		const body = bodyOf(values);
		if (banner_id === null) return call(createBanner, { body });
		return call(editBanner, { params: { banner_id }, body: { ...body, version } });
	});
	const edited = useEditable({
		...editor,
		access: createBanner,
		valuesOf,
		check: (values) => issuesOf(createBanner, bodyOf(values)),
		save: async (values, { banner_id: id, version }) => {
			const { banners } = await write.mutateAsync({ ...values, version });
			return banners.find((banner) => banner.banner_id === id);
		},
	});
	const { values, flag, field } = edited.draft;
	return (
		<ShownForm
			edited={edited}
			labels={{ picture: t`Picture for phones`, pc_picture: t`Picture for wide screens`, position: t`Position` }}
			preview={<PicturePreview phone={values.picture} wide={values.pc_picture} alt={values.alt} />}
		>
			<PicturePair
				draft={edited.draft}
				shapes={{ phone: [343, 214], wide: [1200, 430] }}
				readOnly={edited.form.readOnly}
			/>
			<ShownFields draft={edited.draft} timesOptional>
				<CheckboxField label={t`Opens a new window`} {...flag('new_window')} />
			</ShownFields>
			<NumberField label={t`Position`} hint={t`Lower numbers come first.`} {...field('position')} />
		</ShownForm>
	);
}
