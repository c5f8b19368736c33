/** Banners of the home page. */
import { Trans, useLingui } from '@lingui/react/macro';
import { createBanner } from '#contract/operator/site/content.ts';
import { CheckboxField } from '#ui/primitives/form-field.tsx';
import { type Banner, bannersQuery, type EditorOf, useSaveBanner } from '../features/site/get-site.ts';
import { Translations } from '../features/translations/translations.tsx';
import { Thumb } from '../lib/media/thumbs.tsx';
import { siteAddress, VisibilityTag } from '../lib/elements/on-site.tsx';
import type { DataColumn } from '../lib/table/column.ts';
import { SmallListPage } from '../shell/small-list-page.tsx';
import { type Draft, useEditable } from '../lib/form/editable.ts';
import { issuesOf } from '../lib/form/field-errors.ts';
import { useMay } from '../lib/session/operator.tsx';
import { ShownFields, ShownForm } from '../features/site/shown-form.tsx';
import { PicturePair, PicturePreview } from '../features/site/pictures.tsx';
import { NumberField } from '../lib/form/fields.tsx';
import type { Picture } from '../lib/media/picture-field.tsx';

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
			rowsOf={rowsOf}
			idOf={idOf}
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

const rowsOf = ({ banners }: { banners: Banner[] }) => banners;
const idOf = (row: Banner) => row.banner_id;

/** Edits a banner of the home page: its two pictures, its link and its times. */
function BannerEditor({ stored, reload, onSaved, onDiscarded }: EditorOf<Banner>) {
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

/** Fields of a banner. */
function BannerFields({ draft, readOnly }: { draft: Draft<BannerValues>; readOnly: boolean }) {
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

interface BannerValues {
	/** Null if the banner is not stored yet. */
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

/** Values of the banner editor. */
const noBanner: BannerValues = {
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
	hidden: true,
};

const bannerValuesOf = (banner: Banner): BannerValues => ({
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

const bannerBodyOf = (values: BannerValues) => ({
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
