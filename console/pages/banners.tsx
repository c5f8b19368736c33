/** Banners of the home page. */
import { Trans, useLingui } from '@lingui/react/macro';
import { createBanner } from '#contract/operator/site/content.ts';
import { BannerEditor } from '../features/site/shown/banner-editor.tsx';
import { type Banner, bannersQuery } from '../features/site/get-site.ts';
import { Translations } from '../features/translations/translations.tsx';
import { Thumb } from '../lib/media/thumb.tsx';
import { siteAddress } from '../lib/elements/on-site.tsx';
import { VisibilityTag } from '../lib/elements/visibility-tag.tsx';
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
