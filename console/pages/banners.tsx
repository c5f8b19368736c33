/** Banners of the home page. */
import { banners } from '#contract/operator/site/content.ts';
import { PicturePreview, shown } from '../features/site/shown.tsx';
import { siteAddress, Thumb, VisibilityTag } from '../lib/elements/elements.tsx';
import { ListPage } from '../shell/list-page.tsx';

const { phone, wide, alt, link, from, until, position, checks } = shown;

export default function BannersPage() {
	return (
		<ListPage
			of={banners}
			section="banners"
			nameOf={(row) => row.alt || `Banner ${row.banner_id}`}
			columns={[
				{ key: 'name', header: 'Banner' },
				{ key: 'picture', header: 'Picture', room: 'some', render: (row) => <Thumb url={row.pc_picture?.url} /> },
				{ key: 'status', header: 'Status', render: (row) => <VisibilityTag visibility={row.visibility} /> },
				{ key: 'position', header: 'Position', align: 'end', room: 'some', render: 'position' },
			]}
			newName="New banner"
			none="No banners yet. They are the large pictures at the top of the home page; create the first one."
			onSite={({ visibility }) => (visibility === 'visible' ? siteAddress.home : null)}
			edits={{
				fresh: { position: 0, hidden: true },
				fields: () => ({
					media_id: { label: phone, shape: [343, 214] },
					pc_media_id: { label: wide, shape: [1200, 430] },
					alt,
					link_url: link,
					new_window: { label: 'Opens a new window' },
					starts_local: { label: from, hint: 'Leave empty to show it as soon as it is published.' },
					ends_local: { label: until, hint: 'Leave empty to show it without an end.' },
					position,
					hidden: null,
				}),
				checks,
				renderPreview: (values) => (
					<PicturePreview phone={values.media_id} wide={values.pc_media_id} alt={values.alt} />
				),
			}}
		/>
	);
}
