/** Picture pages, which banners and covers link to. */
import type { ReplyOf } from '#contract/endpoint.ts';
import { views } from '#contract/operator/site/content.ts';
import { pictureIn, shown } from '../features/site/shown.tsx';
import { VisibilityTag, siteAddress } from '../lib/elements/elements.tsx';
import type { getView } from '#contract/site.ts';
import { cacheKeys } from '#contract/values/first-screen.ts';
import { FanPage, wideAddress } from '../lib/preview/fan-page.tsx';
import { ListPage } from '../shell/list-page.tsx';

const { phone, wide } = shown;

export default function ViewsPage() {
	return (
		<ListPage
			of={views}
			nameOf={(row) => `/views/${row.view_id}`}
			columns={[
				{ key: 'id', header: 'Address' },
				{ key: 'alt', header: 'Alt text', room: 'much', render: 'alt' },
				pictureIn('pc_picture'),
				{
					key: 'status',
					header: 'Status',
					render: (row) => <VisibilityTag visibility={row.hidden ? 'off' : 'visible'} />,
				},
			]}
			newName="New image page"
			none="No image pages yet. They are pages of one picture, for guides and events; create the first one."
			onSite={({ view_id: viewId, hidden }) => (hidden ? null : siteAddress.view(viewId))}
			edits={{
				fields: ({ view_id: id }, stored) => ({
					view_id: {
						label: 'Address',
						hint: id === '' ? 'Letters, digits and hyphens.' : `/views/${id}`,
						fixed: stored !== undefined,
					},
					media_id: { label: phone, shape: [3, 4] },
					pc_media_id: { label: wide, shape: [16, 9] },
					alt: {
						label: 'Alt text',
						hint: 'Read aloud to fans who cannot see the picture. Also the title of the page.',
					},
					hidden: { label: 'Hidden from fans' },
				}),
				renderPreview: ({ media_id: narrow, pc_media_id: broad, alt }) =>
					narrow &&
					broad && (
						<FanPage
							start={siteAddress.home}
							path={siteAddress.view('preview')}
							data={[
								[
									cacheKeys.view('preview'),
									{
										view_detail: {
											image_url: wideAddress(narrow.url),
											pc_image_url: wideAddress(broad.url),
											alt,
											lang: 'en',
										},
									} satisfies ReplyOf<typeof getView>,
								],
							]}
						/>
					),
			}}
		/>
	);
}
