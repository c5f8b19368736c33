/** Banners of the home page. */
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReplyOf } from '#contract/endpoint.ts';
import { createBanner, editBanner, listBanners } from '#contract/operator/site/content.ts';
import { CheckboxField } from '#ui/primitives/form-field.tsx';
import { PicturePair, PicturePreview } from '../features/site/pictures.tsx';
import { ShownFields, ShownForm } from '../features/site/shown-form.tsx';
import { Translations } from '../features/translations/translations.tsx';
import { siteAddress, VisibilityTag } from '../lib/elements/on-site.tsx';
import { formOf } from '../lib/form/contract-form.ts';
import { type EditorOf, useItem } from '../lib/form/editable.ts';
import { NumberField } from '../lib/form/fields.tsx';
import { Thumb } from '../lib/media/thumbs.tsx';
import type { DataColumn } from '../lib/table/column.ts';
import { SmallListPage } from '../shell/small-list-page.tsx';

type Banner = ReplyOf<typeof listBanners>['banners'][number];

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
			call={listBanners}
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

const bannerForm = formOf(createBanner, { position: 0, hidden: true });

/** Edits a banner: its two pictures, its link and its times. */
function BannerEditor(editor: EditorOf<Banner>) {
	const { t } = useLingui();
	const edited = useItem({
		...editor,
		...bannerForm,
		create: createBanner,
		edit: editBanner,
		params: ({ banner_id }) => ({ banner_id }),
	});
	const { values, flag, field } = edited.draft;
	return (
		<ShownForm
			edited={edited}
			labels={{ media_id: t`Picture for phones`, pc_media_id: t`Picture for wide screens`, position: t`Position` }}
			preview={<PicturePreview phone={values.media_id} wide={values.pc_media_id} alt={values.alt} />}
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
