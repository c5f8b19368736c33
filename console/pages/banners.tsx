/** Banners of the home page. */
import type { ReplyOf } from '#contract/endpoint.ts';
import { banners } from '#contract/operator/site/content.ts';
import { pictureIn, shown } from '../features/site/shown.tsx';
import { VisibilityTag, siteAddress } from '../lib/elements/elements.tsx';
import type { getBanners } from '#contract/site.ts';
import { cacheKeys } from '#contract/values/first-screen.ts';
import { SOURCE_LANGUAGE } from '#contract/values/languages.ts';
import type { Picture } from '../lib/media/picture-field.tsx';
import { FanPage, wideAddress } from '../lib/preview/fan-page.tsx';
import { ListPage } from '../shell/list-page.tsx';

const { phone, wide, alt, link, from, until, position, checks } = shown;

export default function BannersPage() {
	return (
		<ListPage
			of={banners}
			nameOf={(row) => row.alt || `Banner ${row.banner_id}`}
			columns={[
				{ key: 'name', header: 'Banner' },
				pictureIn('pc_picture'),
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
				renderPreview: ({ media_id: narrow, pc_media_id: broad, alt: text, link_url: to }) =>
					narrow &&
					broad && <FanPage path={siteAddress.home} data={[[cacheKeys.banners, bannerOf(narrow, broad, text, to)]]} />,
			}}
		/>
	);
}

const bannerOf = (narrow: Picture, broad: Picture, text: string, to: string): ReplyOf<typeof getBanners> => ({
	banners: [
		{
			image_url: wideAddress(narrow.url),
			pc_image_url: wideAddress(broad.url),
			link_url: to === '' ? null : to,
			link_target: null,
			alt: text,
			lang: SOURCE_LANGUAGE,
		},
	],
});
